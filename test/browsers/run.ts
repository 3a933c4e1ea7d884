/** Runs the suite in one browser and counts its cases. */

import { createHash } from 'node:crypto';
import { growth, residentBytes } from '../soak/memory.ts';
import { groupOf, processorSeconds } from './engines/group.ts';
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
  /** More of the page, too. */
  readonly long?: boolean;
  /** Without the sandbox's suite. */
  readonly pageOnly?: boolean;
  /** Shows every case, not only those that fail. */
  readonly verbose?: boolean;
}

/** The browser is given up when it says nothing for so long, milliseconds. */
const SILENCE_MS = 180_000;
/** Most that the browser's processes may grow during the soak, bytes. */
const MAX_GROWTH = 64 * 2 ** 20;
/** Until so much of the soak is done, the browser still gives back what the cases before it took. */
const WARM_UP_SHARE = 0.4;

const digest = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);

/** Names the cases whose verdict is not Node's. */
function differences(expected: Expected, of: string, verdicts: readonly string[]): string[] {
  const wanted = expected[of] ?? [];
  if (wanted.length !== verdicts.length) return [`expected ${wanted.length} verdicts, got ${verdicts.length}`];
  return wanted.flatMap(({ name, verdict }, i) =>
    verdict === verdicts[i] ? [] : [`${name}: Node ${verdict}, here ${verdicts[i]}`],
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
  #since = { seconds: 0, at: 0 };

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
        this.case(
          `verdicts of ${report.of} are those of Node`,
          differences(this.#options.expected, report.of, report.verdicts),
        );
        break;
      case 'measure':
        this.measures[report.name] = report.value;
        break;
      case 'processor':
        this.#processor(report, processes());
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

  /** Cores kept busy over a span, on the average. */
  #processor({ name, at }: Report & { readonly type: 'processor' }, processes: readonly number[]): void {
    const now = { seconds: processorSeconds(processes), at: performance.now() };
    const { seconds, at: started } = this.#since;
    if (at === 'start') this.#since = now;
    else this.measures[name] = Number(((1000 * (now.seconds - seconds)) / (now.at - started)).toFixed(1));
  }

  /** Memory over the soak: flat, as far as a browser's processes can be. */
  memory(): void {
    const grown = growth(this.samples.slice(WARM_UP_SHARE * this.samples.length));
    if (grown === null) return;
    this.measures['MB that the soak grew'] = Number((grown / 2 ** 20).toFixed(1));
    const problem = `expected at most ${MAX_GROWTH} bytes more at the end of the soak, got ${grown}`;
    this.case('soak: memory stays flat', grown > MAX_GROWTH ? [problem] : []);
  }
}

function addressOf(url: string, { soakSize, long = false, pageOnly = false }: RunOptions): string {
  return `${url}page/?soak=${soakSize}${long ? '&long' : ''}${pageOnly ? '&page-only' : ''}`;
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
  const opened = openEngine(name, addressOf(server.url, options));
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
