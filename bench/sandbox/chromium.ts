/** The bench in real headless Chromium, through the sealed frame, with one, two and four workers. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import sirv from 'sirv';
import { build } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { buildSnapshot } from '../../scripts/build-snapshot.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import { SANDBOX_FOLDER } from '../../src/sandbox/snapshot/files.ts';
import { round } from './measure.ts';
import type { Sample } from './samples.ts';

const WORKERS = [1, 2, 4] as const;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 8;

async function bundlePage(): Promise<string> {
  const entry = fileURLToPath(new URL('page.ts', import.meta.url));
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'esnext', lib: { entry, formats: ['es'] } },
  });
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`bench: expected one script, got ${chunk?.type ?? 'nothing'}`);
  return chunk.code;
}

/** Serves the page, its script, and the sandbox's files without special headers. */
async function serve(script: string): Promise<{ readonly url: string } & Disposable> {
  const files = sirv(SANDBOX_FOLDER);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/sandbox/')) {
      request.url = request.url.slice('/sandbox'.length);
      return files(request, response);
    }
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    return response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => server.close(),
  };
}

/** CPU milliseconds of all of the browser's processes so far, those that have ended left out. */
async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
}

/** One page with `workers` workers. CPU time is of everything: the workers, the page, and compilers in the background. */
async function withWorkers(browser: Browser, url: string, workers: number, assignments: readonly Assignment[]) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.sandboxBench !== undefined);
  const { bootMs, readyMs } = await page.evaluate((count) => window.sandboxBench.mount(count), workers);
  const judge = (rounds: number) =>
    page.evaluate(([all, count]) => window.sandboxBench.judge(all, count), [assignments, rounds] as const);
  await judge(WARM_UP_ROUNDS);
  const before = await cpuOf(browser);
  const perProgram = await judge(ROUNDS);
  const cpu = (await cpuOf(browser)) - before;
  await page.close();
  return {
    'programs per second': round(1000 / perProgram),
    'wall ms per program': round(perProgram),
    'cpu ms per program': round(cpu / (ROUNDS * assignments.length)),
    'boot ms': round(bootMs),
    'ready ms': round(readyMs),
  };
}

/** Programs per second and boot times by number of workers. */
export async function inChromium(samples: readonly Sample[]) {
  await buildSnapshot();
  using server = await serve(await bundlePage());
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  try {
    const assignments = samples.map(({ assignment }) => assignment);
    const rows: Record<string, Awaited<ReturnType<typeof withWorkers>>> = {};
    for (const workers of WORKERS) rows[workers] = await withWorkers(browser, server.url, workers, assignments);
    return { 'by number of workers': rows };
  } finally {
    await browser.close();
  }
}
