/** `npm run test:browsers [-- ENGINE …] [--soak N] [--page] [--verbose]`: the page and the sandbox suite in Chromium, Firefox and WebKit. */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/core/errors.ts';
import { ENGINE_NAMES, type EngineName } from '../test/browsers/engines/index.ts';
import { expectedVerdicts } from '../test/browsers/expected.ts';
import { type BrowserResult, runInBrowser } from '../test/browsers/run.ts';
import { buildSite } from '../test/browsers/site.ts';

/** Programs of the soak; `npm test` runs fewer. */
const SOAK_SIZE = 1000;

export interface BrowsersOptions {
  readonly engines?: readonly EngineName[];
  readonly soakSize?: number;
  /** More of the page, too. */
  readonly long?: boolean;
  /** Without the sandbox's suite. */
  readonly pageOnly?: boolean;
  readonly verbose?: boolean;
}

/** Runs the suite in each browser in turn; shows failures and figures; returns the counts of all together. */
export async function testBrowsers({
  engines = ENGINE_NAMES,
  soakSize = SOAK_SIZE,
  long = true,
  pageOnly = false,
  verbose = false,
}: BrowsersOptions = {}): Promise<Omit<BrowserResult, 'measures'>> {
  const folders = await buildSite();
  const expected = pageOnly ? {} : await expectedVerdicts(soakSize);
  const results: BrowserResult[] = [];
  for (const name of engines) {
    console.log(`-- ${name}`);
    const result = await runInBrowser(name, { folders, expected, soakSize, long, pageOnly, verbose });
    for (const [what, value] of Object.entries(result.measures)) console.log(`  ${what}: ${value}`);
    console.log(`  ${result.passed} passed, ${result.failed} failed`);
    results.push(result);
  }
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function readArguments(): BrowsersOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { soak: { type: 'string' }, page: { type: 'boolean' }, verbose: { type: 'boolean' } },
  });
  const engines = positionals.map((name) => {
    const engine = ENGINE_NAMES.find((one) => one === name);
    if (engine === undefined) throw new Error(`browsers: expected ${ENGINE_NAMES.join(', ')}, got ${name}`);
    return engine;
  });
  const soakSize = Number(values.soak ?? SOAK_SIZE);
  if (!Number.isInteger(soakSize) || soakSize < 1) {
    throw new Error(`browsers: expected a number of programs for --soak, got ${values.soak}`);
  }
  return {
    ...(engines.length === 0 ? {} : { engines }),
    soakSize,
    pageOnly: values.page ?? false,
    verbose: values.verbose ?? false,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { passed, failed, skipped } = await testBrowsers(readArguments());
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    if (failed > 0) process.exitCode = 1;
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 2;
  }
}
