/**
 * How fast imported models of CodeGen's kind are and what memory they take, up to the shape of codegen-350M-mono, with
 * random weights: `npx tsx bench/imported/main.ts --sizes 30M,350M --where node --backend wasm`. Each size has a process or
 * a page of its own; a line of JSON for each goes to stdout. Seconds are the processor's in Node, the clock's in a page.
 */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { progress } from '../../src/cli/output.ts';
import { messageOf } from '../../src/core/errors.ts';
import type { TfjsBackend } from '../../src/model/tfjs/backends.ts';
import { type Measured, measure, type Workload } from './measure.ts';
import { costOf, SIZE_NAMES, SIZES, type SizeName } from './sizes.ts';

const FLAGS = {
  sizes: { type: 'choices', choices: SIZE_NAMES, help: `which shapes (${SIZE_NAMES.join(',')})` },
  where: { type: 'choice', choices: ['node', 'chromium'], help: 'in this process or in a headless browser (node)' },
  backend: { type: 'choice', choices: ['webgpu', 'wasm', 'cpu'], help: 'of TensorFlow.js (wasm)' },
  rows: { type: 'integer', minimum: 1, maximum: 256, help: 'sequences sampled and trained on together (8)' },
  prompt: { type: 'integer', minimum: 1, maximum: 2000, help: 'tokens of each prompt (64)' },
  tokens: { type: 'integer', minimum: 2, maximum: 2000, help: 'new tokens of each completion (16)' },
  alone: { type: 'switch', help: 'measure one size in this very process and print it' },
} as const satisfies Flags;

const run = promisify(execFile);

async function inNode(size: SizeName, backend: TfjsBackend, workload: Workload): Promise<Measured> {
  const { rows, promptTokens, newTokens } = workload;
  const args = ['--sizes', size, '--backend', backend, '--rows', rows, '--prompt', promptTokens, '--tokens', newTokens];
  const script = fileURLToPath(import.meta.url);
  const { stdout } = await run(process.execPath, [...process.execArgv, script, ...args.map(String), '--alone']);
  return JSON.parse(stdout) as Measured;
}

async function inChromium(size: SizeName, backend: TfjsBackend, workload: Workload): Promise<Measured> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null },
    optimizeDeps: { entries: ['bench/imported/page.html'] },
    cacheDir: 'node_modules/.vite-bench',
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(new URL('bench/imported/page.html', server.resolvedUrls?.local[0]).href);
    await page.waitForFunction(() => window.measureImported !== undefined);
    return await page.evaluate(([size, backend, workload]) => window.measureImported(size, backend, workload), [
      size,
      backend,
      workload,
    ] as const);
  } finally {
    await browser.close();
    await server.close();
  }
}

const rounded = (value: number) => Number(value.toPrecision(3));

async function main(): Promise<void> {
  const { flags } = parseArgs('imported', process.argv.slice(2), FLAGS);
  const { sizes = SIZE_NAMES, where = 'node', backend = 'wasm', rows = 8, prompt = 64, tokens = 16 } = flags;
  const workload: Workload = { rows, promptTokens: prompt, newTokens: tokens };
  if (flags.alone) {
    for (const size of sizes) console.log(JSON.stringify(await measure(size, backend, workload)));
    return;
  }
  for (const size of sizes) {
    progress(`${size}: measuring on ${backend} in ${where}`);
    const cost = costOf(SIZES[size]);
    const line = { size, where, backend, parameters: cost.parameters, adapters: cost.adapters, ...workload };
    try {
      const measured = await (where === 'node' ? inNode : inChromium)(size, backend, workload);
      const numbers = Object.entries(measured).map(([name, value]) => [name, rounded(value)]);
      const gflops = {
        tokensPerSecond: rounded(rows / measured.token),
        gflopsDecoding: rounded((rows * cost.decoding) / measured.token / 1e9),
        gflopsUpdate: rounded(cost.update(rows * (prompt + tokens), rows * tokens) / measured.update / 1e9),
      };
      console.log(JSON.stringify({ ...line, ...Object.fromEntries(numbers), ...gflops }));
    } catch (error) {
      console.log(JSON.stringify({ ...line, failed: messageOf(error) }));
    }
  }
}

await main();
