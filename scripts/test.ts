/** `npm test`: everything in order, a count of every kind, and `N passed, N failed` as the very last line. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../src/cli/build.ts';
import { messageOf } from '../src/core/errors.ts';
import { findBrowser } from './browser.ts';
import { testBrowsers } from './browsers.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPORTS = join(ROOT, 'build', 'test-reports');
const BIN = join(ROOT, 'node_modules', '.bin');

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Step {
  readonly name: string;
  run(): Counts | Promise<Counts>;
}

/** Runs a program with its output shown; true when it exits with 0. */
function succeeds(command: string, args: readonly string[]): boolean {
  const { status, error } = spawnSync(join(BIN, command), args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  return status === 0;
}

/** A step that counts as one test. */
function check(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    run() {
      const passed = succeeds(command, args);
      return { passed: Number(passed), failed: Number(!passed), skipped: 0 };
    },
  };
}

/** Fields of Vitest's JSON report that are counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** A project of Vitest; a file that does not even load, or a run that ends early, is a failure too. */
function vitest(project: string): Step {
  return {
    name: `${project} tests`,
    run() {
      const file = join(REPORTS, `${project}.json`);
      rmSync(file, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const ok = succeeds('vitest', ['run', '--project', project, ...reporters]);
      if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
      const failed = report.numFailedTests + broken.length;
      return {
        passed: report.numPassedTests,
        failed: failed === 0 && !ok ? 1 : failed,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    },
  };
}

/** Programs of the three-browser soak within `npm test`; `npm run test:browsers` runs more. */
const BROWSER_SOAK = 60;

/** The sandbox suite in Chromium, Firefox and WebKit; a browser that cannot be had counts as skipped. */
function browsers(): Step {
  return {
    name: 'sandbox in three browsers',
    async run() {
      try {
        return await testBrowsers({ soakSize: BROWSER_SOAK, long: false });
      } catch (error) {
        console.error(messageOf(error));
        return { passed: 0, failed: 1, skipped: 0 };
      }
    },
  };
}

/** Work in this process that counts as one test when it fails, and as none when it only prepares. */
function prepare(name: string, work: () => Promise<string>): Step {
  return {
    name,
    async run() {
      try {
        console.log(await work());
        return { passed: 0, failed: 0, skipped: 0 };
      } catch (error) {
        console.error(messageOf(error));
        return { passed: 0, failed: 1, skipped: 0 };
      }
    },
  };
}

const STEPS: readonly Step[] = [
  prepare('browser', async () => findBrowser()),
  check('assets', 'tsx', 'scripts/build-assets.ts'),
  check('types', 'tsc', '--noEmit'),
  check('lint', 'biome', 'check', '--error-on-warnings', '.'),
  check('layering', 'tsx', 'scripts/layering.ts'),
  vitest('unit'),
  vitest('browser'),
  browsers(),
  prepare('page', ensureBuilt),
  check('size', 'tsx', 'scripts/size-budget.ts'),
  vitest('e2e'),
];

mkdirSync(REPORTS, { recursive: true });
const results: (Counts & { readonly name: string })[] = [];
for (const step of STEPS) {
  console.log(`\n== ${step.name}`);
  results.push({ name: step.name, ...(await step.run()) });
}

console.log('');
for (const { name, passed, failed, skipped } of results) {
  console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}
const sum = (key: keyof Counts) => results.reduce((total, one) => total + one[key], 0);
const skipped = sum('skipped');
if (sum('failed') > 0) process.exitCode = 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
