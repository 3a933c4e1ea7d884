/** A recorded run: what a page shows before anybody has trained anything, as one small file, and what is wrong with a damaged one. */

import * as v from 'valibot';
import { parseConfig, type RunConfig } from './config.ts';
import { messageOf } from './errors.ts';
import { type DeviceInfo, type RolloutRecord, RUN_SETS, type RunEvent } from './records.ts';
import { OUTCOMES } from './types.ts';

/** What is told of the run first of all. */
interface Head {
  /** The day on which the run was made: 2026-11-30. */
  readonly madeOn: string;
  /** The browser that ran it, in words. */
  readonly browser: string;
  readonly device: DeviceInfo;
  readonly config: RunConfig;
}

export interface RecordedRun extends Head {
  /** Steps, measurements, and a few of the phases between them. */
  readonly events: readonly RunEvent[];
  /** Programs of some steps, by step. */
  readonly rollouts: ReadonlyMap<number, readonly RolloutRecord[]>;
}

/** A recording that was read: programs are many and are only taken apart when they are asked for. */
export interface Recording extends Head {
  readonly events: readonly RunEvent[];
  /** Steps whose programs are there, in order. */
  readonly kept: readonly number[];
  /**
   * @param step one of `kept`
   * @throws Error where what is kept of it cannot be read
   */
  programs(step: number): readonly RolloutRecord[];
}

const FORMAT = 'greenbar-recording';
const VERSION = 1;

/** Numbers that are no integers are kept with so many significant digits. Nothing else is changed. */
export const DIGITS = 5;

const AREA = 'recorded run';

/**
 * The text of a recording, to be compressed by whoever writes it: a line each for its head, its events, and the programs of
 * every step that it has some of.
 *
 * @throws Error where a number is not finite: the file could not say so
 */
export function writeRecording({ events, rollouts, ...about }: RecordedRun): string {
  const kept = [...rollouts.keys()].sort((a, b) => a - b);
  const head = { format: FORMAT, version: VERSION, digits: DIGITS, ...about, kept };
  return [head, events, ...kept.map((step) => rollouts.get(step))].map(writeLine).join('\n');
}

function writeLine(line: unknown): string {
  return JSON.stringify(line, (key, value) => {
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value)) throw new Error(`${AREA}: ${key}: expected a finite number, got ${value}`);
    return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  });
}

/**
 * Reads the file of a recording, compressed or as a server unpacked it on the way.
 *
 * @throws Error that says what is wrong with the file
 */
export async function readRecording(bytes: Uint8Array<ArrayBuffer>): Promise<Recording> {
  const [head, events, ...programs] = (await unpack(bytes)).split('\n');
  const read = { ...check(headLine, parse(head, 'head'), 'head') } as unknown as Head & { readonly kept: number[] };
  const run = check(eventsLine, parse(events, 'events'), 'events') as unknown as readonly RunEvent[];
  checkSteps(run, read.kept);
  if (programs.length !== read.kept.length) {
    throw new Error(`${AREA}: expected programs of ${read.kept.length} steps, got ${programs.length} lines`);
  }
  const { madeOn, browser, device, kept } = read;
  const known = new Map<number, readonly RolloutRecord[]>();
  return {
    ...{ madeOn, browser, device, kept },
    config: parseConfig(read.config),
    events: run,
    programs(step) {
      const before = known.get(step);
      if (before !== undefined) return before;
      const where = `programs of step ${step}`;
      const list = check(programsLine, parse(programs[kept.indexOf(step)], where), where);
      const rollouts = list as unknown as readonly RolloutRecord[];
      known.set(step, rollouts);
      return rollouts;
    },
  };
}

/** Gzip begins with 1f 8b; its own check sum finds what was damaged. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return await new Response(stream).text();
  } catch (error) {
    throw new Error(`${AREA}: expected a whole gzip file, got a damaged one (${messageOf(error)})`);
  }
}

function parse(line: string | undefined, where: string): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    const got =
      line === undefined || line === '' ? 'nothing' : `text that begins with ${JSON.stringify(line.slice(0, 20))}`;
    throw new Error(`${AREA}: ${where}: expected a line of JSON, got ${got}`);
  }
}

/** What the page reads of every record; whatever else they have is passed through. */
const number = v.pipe(v.number(), v.finite());
const whole = v.pipe(v.number(), v.integer(), v.minValue(1));
const counts = v.record(v.picklist(OUTCOMES), number);
const estimate = v.looseObject({ value: number, low: number, high: number });
const step = v.looseObject({
  step: whole,
  epoch: number,
  metrics: v.record(v.string(), number),
  outcomes: counts,
  problems: v.array(v.looseObject({ id: v.string(), solved: number, of: number })),
  seconds: v.looseObject({ total: number }),
});
const set = v.looseObject({
  set: v.picklist(RUN_SETS),
  temperature: number,
  n: number,
  problems: v.array(v.looseObject({ id: v.string(), n: number, correct: number, visible: number })),
  curve: v.array(v.looseObject({ k: number, pass: estimate })),
  passAt1: estimate,
  visibleAt1: number,
});
const event = v.variant('type', [
  v.looseObject({ type: v.literal('phase'), phase: v.string(), detail: v.string(), done: number, total: number }),
  v.looseObject({
    type: v.literal('evaluation'),
    when: v.picklist(['before', 'during', 'after']),
    evaluation: v.looseObject({ epoch: number, sets: v.array(set) }),
  }),
  v.looseObject({ type: v.literal('step'), record: step }),
  v.looseObject({ type: v.literal('alert'), alert: v.looseObject({ name: v.string(), step: number }) }),
  v.looseObject({ type: v.literal('notice'), message: v.string() }),
]);
const rollout = v.looseObject({
  problemId: v.string(),
  group: number,
  code: v.string(),
  ids: v.array(number),
  pieces: v.array(v.string()),
  logProbs: v.array(number),
  referenceLogProbs: v.array(number),
  outcome: v.picklist(OUTCOMES),
  perTest: v.array(v.looseObject({ outcome: v.string() })),
  reward: v.nullable(number),
  advantage: number,
});
const headLine = v.looseObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  madeOn: v.string(),
  browser: v.string(),
  device: v.looseObject({ backend: v.picklist(['webgpu', 'wasm', 'cpu']), tokensPerSecond: number }),
  kept: v.array(whole),
});
const eventsLine = v.array(event);
const programsLine = v.array(rollout);

function check<T extends v.GenericSchema>(schema: T, input: unknown, where: string): v.InferOutput<T> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${AREA}: ${where}: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
}

function checkSteps(events: readonly RunEvent[], kept: readonly number[]): void {
  const steps = events.flatMap((one) => (one.type === 'step' ? [one.record.step] : []));
  const gap = steps.findIndex((one, i) => one !== i + 1);
  if (gap >= 0) throw new Error(`${AREA}: expected step ${gap + 1} in its place, got step ${steps[gap]}`);
  const beyond = kept.find((one) => one > steps.length);
  if (beyond !== undefined) {
    throw new Error(`${AREA}: expected programs of steps up to ${steps.length}, got some of step ${beyond}`);
  }
}
