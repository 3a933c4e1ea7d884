/** Runs the suite in one browser and counts its cases. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { growth, residentBytes } from '../soak/memory.ts';
import { type EngineName, openEngine } from './engines/index.ts';
import type { Expected } from './expected.ts';
import type { Report } from './report.ts';
import { startServer } from './server.ts';

export interface BrowserResult {
  readonly passed: number;
  readonly failed: number;
  /** 1 when the browser could not be had. */
  readonly skipped: number;
  readonly measures: Readonly<Record<string, number | string>>;
}

export interface RunOptions {
  readonly folders: Readonly<Record<string, string>>;
  readonly expected: Expected;
  readonly soakSize: number;
  /** Shows every case, not only those that fail. */
  readonly verbose?: boolean;
}

/** The browser is given up when it says nothing for so long, milliseconds. */
const SILENCE_MS = 180_000;
/** Most that the browser's processes may grow during the soak, bytes. */
const MAX_GROWTH = 64 * 2 ** 20;

/** Members of a process group; none where there is no /proc. */
function groupOf(leader: number): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
        return group === leader ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

const digest = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);

/** How a verdict reads where the browser's own stack ended before CPython's limit (docs/notes/browsers.md, "What is left"). */
const NATIVE_STACK = 'the native stack is full';

/** Names the cases whose verdict is not Node's. */
function differences(expected: Expected, of: string, verdicts: readonly string[]): string[] {
  const wanted = expected[of] ?? [];
  if (wanted.length !== verdicts.length) return [`expected ${wanted.length} verdicts, got ${verdicts.length}`];
  const different = wanted.filter(
    ({ verdict }, i) => verdict !== verdicts[i] && ![verdict, verdicts[i]!].some((text) => text.includes(NATIVE_STACK)),
  );
  return different.map(
    ({ name, verdict }) => `${name}: Node ${verdict}, here ${verdicts[wanted.findIndex((one) => one.name === name)]}`,
  );
}

/** Everything a page reported, as counts and figures. */
class Tally {
  readonly measures: Record<string, number | string> = {};
  readonly samples: number[] = [];
  passed = 0;
  failed = 0;
  readonly #name: EngineName;
  readonly #options: RunOptions;

  constructor(name: EngineName, options: RunOptions) {
    this.#name = name;
    this.#options = options;
  }

  case(name: string, problems: readonly string[]): void {
    const passed = problems.length === 0;
    if (passed) this.passed++;
    else this.failed++;
    if (!passed)
      console.log(`  ✗ ${this.#name} › ${name}\n      ${problems.slice(0, 5).join('\n      ').slice(0, 2000)}`);
    else if (this.#options.verbose) console.log(`  ✓ ${this.#name} › ${name}`);
  }

  /** @param processes asks for the browser's processes */
  take(report: Report, processes: () => readonly number[]): void {
    switch (report.type) {
      case 'case':
        this.case(report.name, report.passed ? [] : [report.detail ?? 'failed']);
        break;
      case 'verdicts':
        this.measures[`digest of ${report.of}`] = digest(report.verdicts);
        this.measures[`verdicts of ${report.of} that the native stack decided`] = report.verdicts.filter((text) =>
          text.includes(NATIVE_STACK),
        ).length;
        this.case(
          `verdicts of ${report.of} are those of Node`,
          differences(this.#options.expected, report.of, report.verdicts),
        );
        break;
      case 'measure':
        this.measures[report.name] = report.value;
        break;
      case 'soaked': {
        const bytes = residentBytes(processes());
        if (bytes !== null) this.samples.push(bytes);
        break;
      }
      case 'done':
        break;
      default:
        report satisfies never;
    }
  }

  /** Memory over the soak: flat, as far as a browser's processes can be. */
  memory(): void {
    const grown = growth(this.samples);
    if (grown === null) return;
    this.measures['MB that the soak grew'] = Number((grown / 2 ** 20).toFixed(1));
    const problem = `expected at most ${MAX_GROWTH} bytes more at the end of the soak, got ${grown}`;
    this.case('soak: memory stays flat', grown > MAX_GROWTH ? [problem] : []);
  }
}

/** Runs the suite in one browser, or says in one line why it is skipped. */
export async function runInBrowser(name: EngineName, options: RunOptions): Promise<BrowserResult> {
  const tally = new Tally(name, options);
  let heard = Date.now();
  let finish = (_: string | undefined) => {};
  const finished = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  let processes: () => readonly number[] = () => [];
  await using server = await startServer({
    folders: options.folders,
    onReport: (report) => {
      heard = Date.now();
      tally.take(report, processes);
      if (report.type === 'done') finish(undefined);
    },
  });
  const opened = openEngine(name, `${server.url}?soak=${options.soakSize}`);
  if ('missing' in opened) {
    console.log(`  skipped: ${opened.missing}`);
    return { passed: 0, failed: 0, skipped: 1, measures: {} };
  }
  await using browser = opened;
  processes = () => groupOf(browser.pid);
  const watch = setInterval(() => {
    if (Date.now() - heard > SILENCE_MS) finish(`the page said nothing for ${SILENCE_MS / 1000} s`);
  }, 1000);
  const end = await Promise.race([finished, browser.ended]);
  clearInterval(watch);
  if (end !== undefined) tally.case('the suite runs to its end', [end]);
  tally.memory();
  const { passed, failed, measures } = tally;
  return { passed, failed, skipped: 0, measures };
}
