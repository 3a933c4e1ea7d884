/**
 * `npm run soak [-- --count 20000 --seed 0 --engine browser|node]`: many hostile and honest programs, twice, in different
 * order. Progress goes to stderr, one JSON summary to stdout; exit 1 when anything differed, leaked, grew or broke.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { serveStatic } from '../src/cli/static-server.ts';
import { messageOf } from '../src/core/errors.ts';
import { loadProblemSet } from '../src/problems/load.ts';
import { growth, residentBytes } from '../test/soak/memory.ts';
import { createNodeEngine } from '../test/soak/node-engine.ts';
import type { PageOptions } from '../test/soak/page.ts';
import { type SoakReport, soakTwice } from '../test/soak/soak.ts';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';
import { buildSnapshot, bundle } from './build-snapshot.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PUBLIC = here('../public');
/** Programs between two samples of the memory, and two lines of progress. */
const SAMPLE_EVERY = 500;
/** The verdicts that are kept for comparing are about 0.7 kB each; more growth than this is a leak. */
const ALLOWED_GROWTH = 64 * 2 ** 20;
/** The memory is compared after each of the first so many programs, then after every batch. */
const CHECK_EACH = 500;
const BATCH = 100;

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly engine: 'browser' | 'node';
}

interface Outcome {
  readonly report: SoakReport;
  /** Sentences about the page: errors on its console, lost workers. */
  readonly trouble: readonly string[];
}

/** What `main` prints while it runs, and the memory it saw. */
interface Watch {
  readonly samples: readonly (readonly number[])[];
  hear(pass: number, done: number, processes: readonly number[]): void;
}

function createWatch({ count }: Options): Watch {
  const samples: number[][] = [[], []];
  const started = performance.now();
  let last = 0;
  return {
    samples,
    hear(pass, done, processes) {
      const total = pass * count + done;
      if (done < count && Math.floor(total / SAMPLE_EVERY) === Math.floor(last / SAMPLE_EVERY)) return;
      last = total;
      const bytes = residentBytes(processes);
      if (bytes !== null) samples[pass]!.push(bytes);
      const memory = bytes === null ? '' : `, ${Math.round(bytes / 2 ** 20)} MiB`;
      const each = ((performance.now() - started) / total).toFixed(1);
      process.stderr.write(`pass ${pass + 1}: ${done}/${count}, ${each} ms a program${memory}\n`);
    },
  };
}

/** Two passes in this process: one interpreter, then two that take turns. */
async function inNode({ count, seed }: Options, watch: Watch): Promise<Outcome> {
  const read = (path: string) => readFile(here(`../public/${path}`), 'utf8');
  const problems = (await Promise.all([loadProblemSet('lecture', read), loadProblemSet('auxiliary', read)])).flat();
  const options = { problems, seed, count, checkEach: CHECK_EACH, batch: BATCH };
  const hear = (pass: number, done: number) => watch.hear(pass, done, [process.pid]);
  return { report: await soakTwice((pass) => createNodeEngine(pass + 1), options, hear), trouble: [] };
}

/** Two passes in the sealed frame of a real page: two workers, then three. */
async function inBrowser({ count, seed }: Options, watch: Watch): Promise<Outcome> {
  await buildSnapshot();
  await using server = await serveStatic(PUBLIC, { port: 0 });
  const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
  try {
    const trouble: string[] = [];
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) trouble.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => trouble.push(`page: ${error.message}`));
    const crashed = new Promise<never>((_, reject) => {
      page.on('crash', () => reject(new Error('soak: expected the page to live, but it crashed')));
    });
    const system = await browser.newBrowserCDPSession();
    await page.exposeFunction('soakTrouble', (message: string) => trouble.push(message));
    await page.exposeFunction('soakProgress', async (pass: number, done: number) => {
      if (done % SAMPLE_EVERY > 0 && done < count) return;
      const { processInfo } = await system.send('SystemInfo.getProcessInfo');
      watch.hear(
        pass,
        done,
        processInfo.map(({ id }) => id),
      );
    });
    const address = `${server.url}soak`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
    await page.goto(address);
    await page.addScriptTag({ content: await bundle(here('../test/soak/page.ts')) });
    const options: PageOptions = { seed, count, checkEach: CHECK_EACH, batch: BATCH, workers: [2, 3] };
    const report = await Promise.race([page.evaluate((given) => window.soak(given), options), crashed]);
    return { report, trouble };
  } finally {
    await browser.close();
  }
}

/** @throws Error, one sentence, when a flag or value is not what it should be */
function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { count: text, seed: text, engine: text } });
  const whole = (name: 'count' | 'seed', fallback: number, least: number) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new Error(`soak: --${name}: expected a whole number from ${least} up, got ${values[name]}`);
  };
  const { engine = 'browser' } = values;
  if (engine !== 'browser' && engine !== 'node') {
    throw new Error(`soak: --engine: expected browser or node, got ${engine}`);
  }
  return { count: whole('count', 20_000, 1), seed: whole('seed', 0, 0), engine };
}

async function main(options: Options): Promise<boolean> {
  const watch = createWatch(options);
  const { report, trouble } = await (options.engine === 'node' ? inNode(options, watch) : inBrowser(options, watch));
  const grown = watch.samples.map(growth);
  const faults = [
    ...trouble,
    ...report.passes.flatMap((pass) => pass.faults),
    ...grown.flatMap((bytes) =>
      bytes !== null && bytes > ALLOWED_GROWTH ? [`memory grew by ${Math.round(bytes / 2 ** 20)} MiB in a pass`] : [],
    ),
  ];
  const passes = report.passes.map(({ faults: _, seconds, ...pass }, i) => ({
    ...pass,
    seconds: Math.round(seconds),
    'programs/s': Math.round(options.count / seconds),
    'memory growth, bytes': grown[i],
  }));
  const { different, first } = report;
  console.log(JSON.stringify({ ...options, passes, different, first, faults: faults.slice(0, 50) }, null, 2));
  return different.length === 0 && faults.length === 0;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!(await main(options))) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 2;
}
