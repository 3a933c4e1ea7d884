/**
 * Makes the run that a fresh page shows: drives the built page through the default exercise and writes what it told.
 *
 *     npx tsx scripts/record-run.ts                      # trains (about five minutes on two cores), writes public/recorded/
 *     npx tsx scripts/record-run.ts --page DIR           # on a page that was built elsewhere
 *     npx tsx scripts/record-run.ts --raw FILE           # keeps all that was heard; when FILE is there, only packs it again
 *
 * Everything but seconds and the speed of the device is a function of the seed, so that the same page records the same run.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BrowserSession } from '../src/cli/browser-session.ts';
import { writeWhole } from '../src/cli/files.ts';
import { progress } from '../src/cli/output.ts';
import { chosenConfig, DEFAULT_CHOICE } from '../src/core/config-choice.ts';
import { type RecordedRun, readRecording, writeRecording } from '../src/core/recording.ts';
import type { DeviceInfo, RolloutRecord, RunEvent } from '../src/core/records.ts';
import { fromWire, toWire } from '../src/core/wire.ts';
import { loadProblemSet } from '../src/problems/load.ts';
import { findBrowser } from './browser.ts';

const OUT = fileURLToPath(new URL('../public/recorded/lecture.bin', import.meta.url));
const PUBLIC = new URL('../public/', import.meta.url);

/** Steps whose programs are kept: most of what is learned is learned early. */
const STEPS = [1, 2, 3, 5, 10, 20, 35, 50];

/** Of the progress of one measurement of one set, about so many reports are kept. */
const REPORTS = 6;

const LARGEST = 300_000;

/** All that was heard, before anything is left out. */
interface Heard {
  readonly madeOn: string;
  readonly browser: string;
  readonly events: readonly RunEvent[];
  readonly rollouts: readonly (readonly [step: number, rollouts: readonly RolloutRecord[]])[];
}

const config = chosenConfig({ ...DEFAULT_CHOICE, settings: { backend: 'wasm' } });

async function listen(page: string | undefined): Promise<Heard> {
  const events: RunEvent[] = [];
  const rollouts: [number, readonly RolloutRecord[]][] = [];
  await using session = await BrowserSession.open(page === undefined ? {} : { page });
  await session.call('train', config, (batch) => {
    for (const event of batch) {
      events.push(event);
      if (event.type === 'step') progress(`step ${event.record.step} of ${config.epochs}`);
    }
  });
  for (const step of STEPS) rollouts.push([step, await session.call('rollouts', { step })]);
  const browser = execFileSync(findBrowser(), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return { madeOn: new Date().toISOString().slice(0, 10), browser: shortName(browser), events, rollouts };
}

/** "Chromium 141.0.7390.122 built on Debian" → "Chromium 141" */
const shortName = (version: string): string => /^.*? \d+/.exec(version.trim())?.[0] ?? version.trim();

/** Steps and measurements all; of what the page said in between, enough to see that something goes on. */
function thinned(events: readonly RunEvent[]): RunEvent[] {
  let last = '';
  let share = 0;
  return events.filter((event) => {
    if (event.type === 'begin' || event.type === 'device' || event.type === 'infra_error') return false;
    if (event.type !== 'phase') {
      last = '';
      return true;
    }
    const about = JSON.stringify([event.phase === 'evaluating' ? event.measuring : '']);
    const now = event.total === 0 ? 0 : event.done / event.total;
    const another = about !== last || event.phase === 'finished';
    if (!another && !(event.phase === 'evaluating' && now >= share + 1 / REPORTS)) return false;
    last = about;
    share = now;
    return true;
  });
}

async function recordingOf({ madeOn, browser, events, rollouts }: Heard): Promise<RecordedRun> {
  const lecture = await loadProblemSet('lecture', async (path) => readFileSync(new URL(path, PUBLIC), 'utf8'));
  const ten = new Set(lecture.map(({ id }) => id));
  const device = events.flatMap((event): DeviceInfo[] => (event.type === 'device' ? [event.device] : [])).at(-1);
  if (device === undefined) throw new Error('record-run: expected the page to say what runs the model, it did not');
  return {
    ...{ madeOn, browser, device, config },
    events: thinned(events),
    rollouts: new Map(rollouts.map(([step, list]) => [step, list.filter(({ problemId }) => ten.has(problemId))])),
  };
}

const { page, raw } = parseArgs({ options: { page: { type: 'string' }, raw: { type: 'string' } } }).values;
let heard: Heard;
if (raw !== undefined && existsSync(raw)) heard = fromWire(readFileSync(raw, 'utf8')) as Heard;
else {
  heard = await listen(page);
  if (raw !== undefined) writeFileSync(raw, toWire(heard));
}
const text = writeRecording(await recordingOf(heard));
const bytes = gzipSync(text, { level: 9 });
const read = await readRecording(new Uint8Array(bytes)); // what the page will do
for (const step of read.kept) read.programs(step);
if (bytes.length > LARGEST) throw new Error(`record-run: expected at most ${LARGEST} bytes, got ${bytes.length}`);
mkdirSync(dirname(OUT), { recursive: true });
writeWhole(OUT, bytes);
progress(`${OUT}: ${bytes.length} bytes, ${text.length} unpacked`);
