/** The bench in real headless Chromium, through the sealed frame, with one, two and four workers. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sirv from 'sirv';
import { build } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { buildSnapshot } from '../../scripts/build-snapshot.ts';
import { SANDBOX_FOLDER } from '../../src/sandbox/build/files.ts';
import { round } from './measure.ts';
import type { PageResult } from './page.ts';
import type { Sample } from './samples.ts';

const WORKERS = [1, 2, 4] as const;
const ROUNDS = 5;

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

/** Programs per second and boot times by number of workers. */
export async function inChromium(samples: readonly Sample[]) {
  await buildSnapshot();
  using server = await serve(await bundlePage());
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  try {
    const assignments = samples.map(({ assignment }) => assignment);
    const rows: Record<string, { 'programs per second': number; 'boot ms': number; 'ready ms': number }> = {};
    for (const workers of WORKERS) {
      const page = await browser.newPage();
      await page.goto(server.url);
      await page.waitForFunction(() => window.benchSandbox !== undefined);
      const result: PageResult = await page.evaluate(
        ([count, all, rounds]) => window.benchSandbox(count, all, rounds),
        [workers, assignments, ROUNDS] as const,
      );
      rows[workers] = {
        'programs per second': round(1000 / result.perProgram),
        'boot ms': round(result.bootMs),
        'ready ms': round(result.readyMs),
      };
      await page.close();
    }
    return { 'by number of workers': rows };
  } finally {
    await browser.close();
  }
}
