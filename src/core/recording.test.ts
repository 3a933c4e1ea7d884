import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { DIGITS, type RecordedRun, readRecording, writeRecording } from './recording.ts';
import type { DeviceInfo, RolloutRecord, RunEvent, StepRecord } from './records.ts';

const DEVICE: DeviceInfo = {
  ...{ engine: 'wasm', backend: 'wasm', adapter: '', parameters: 9, tokensPerSecond: 4968.789013, notes: [] },
};

const stepEvent = (step: number): RunEvent => ({
  type: 'step',
  record: {
    ...{ step, epoch: step, updates: 2 * step, digest: 'd', metrics: { reward: 1 / 3, num_tokens: 1_234_567 } },
    ...{ outcomes: { passed: 3 }, problems: [{ id: 'a', solved: 3, of: 8 }] },
    seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 1.23456789 },
  } satisfies StepRecord,
});

const ROLLOUT: RolloutRecord = {
  ...{ problemId: 'a', group: 0, code: 'def solution(a):\n    return "ü\n"', ids: [1, 2], pieces: ['x', 'y'] },
  ...{ logProbs: [-0.123456789, -1e-9], referenceLogProbs: [-0.5, 0], outcome: 'passed', perTest: [] },
  ...{ passed: 8, total: 8, ticks: 4, ledger: [], reward: 1, components: [], advantage: 0.57735026 },
};

const RUN: RecordedRun = {
  ...{ madeOn: '2026-11-30', browser: 'Chromium 156', device: DEVICE, config: parseConfig({ seed: 3 }) },
  events: [
    { type: 'phase', phase: 'evaluating', detail: 'before', done: 0, total: 10 },
    stepEvent(1),
    stepEvent(2),
    { type: 'notice', message: 'a line\nand another' },
  ],
  rollouts: new Map([
    [2, [ROLLOUT]],
    [1, [{ ...ROLLOUT, group: 1 }]],
  ]),
};

const pack = (text: string) => new Uint8Array(gzipSync(text));
const bytes = pack(writeRecording(RUN));

test('what was written is read again, with floats to so many digits and nothing else changed', async () => {
  const read = await readRecording(bytes);
  const rounded = JSON.parse(JSON.stringify(RUN.events), (_, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
  expect(read.events).toEqual(rounded);
  expect(read.config).toEqual(RUN.config);
  expect(read.kept).toEqual([1, 2]);
  expect(read.programs(1)[0]).toMatchObject({ group: 1, code: ROLLOUT.code, logProbs: [-0.12346, -1e-9] });
  expect(read.programs(2)).toHaveLength(1);
  expect(read.device.tokensPerSecond).toBe(4968.8);
});

test('whole numbers stay whole, however large', async () => {
  const [event] = (await readRecording(bytes)).events.filter(({ type }) => type === 'step');
  expect(event?.type === 'step' && event.record.metrics.num_tokens).toBe(1_234_567);
});

test('a server that unpacks the file on its way does no harm', async () => {
  const read = await readRecording(new Uint8Array(gunzipSync(bytes)));
  expect(read.madeOn).toBe('2026-11-30');
});

test('a number that JSON cannot say is refused when it is written', () => {
  const rollouts = new Map([[1, [{ ...ROLLOUT, advantage: Number.NaN }]]]);
  expect(() => writeRecording({ ...RUN, rollouts })).toThrow('advantage: expected a finite number, got NaN');
});

const lines = writeRecording(RUN).split('\n');
const head = JSON.parse(lines[0]!);

test.each([
  ['cut off', bytes.slice(0, bytes.length - 30), 'expected a whole gzip file'],
  ['nothing', new Uint8Array(), 'head: expected a line of JSON, got nothing'],
  [
    'a page that says that there is none',
    new TextEncoder().encode('<!doctype html>'),
    'text that begins with "<!doctype html>"',
  ],
  ['something else', pack('{"format":"other"}'), 'head: format'],
  ['another version', pack([JSON.stringify({ ...head, version: 9 }), ...lines.slice(1)].join('\n')), 'head: version'],
  ['no events', pack(lines[0]!), 'events: expected a line of JSON, got nothing'],
  ['programs missing', pack(lines.slice(0, 3).join('\n')), 'expected programs of 2 steps, got 1 lines'],
  [
    'a step missing',
    pack([lines[0]!, JSON.stringify([stepEvent(2)]), ...lines.slice(2)].join('\n')),
    'expected step 1 in its place, got step 2',
  ],
  [
    'too few steps',
    pack([lines[0]!, JSON.stringify([stepEvent(1)]), ...lines.slice(2)].join('\n')),
    'expected programs of steps up to 1, got some of step 2',
  ],
  [
    'settings of no run',
    pack([JSON.stringify({ ...head, config: { epochs: -1 } }), ...lines.slice(1)].join('\n')),
    'epochs',
  ],
])('says what is wrong with a file: %s', async (_, file, message) => {
  await expect(readRecording(new Uint8Array(file))).rejects.toThrow(message);
});

test('programs that cannot be read are told when they are asked for, and the rest is there', async () => {
  const read = await readRecording(pack([...lines.slice(0, 3), '[{"problemId":7}]'].join('\n')));
  expect(read.programs(1)).toHaveLength(1);
  expect(() => read.programs(2)).toThrow('programs of step 2: 0.problemId');
});

test('the recording that comes with the page is whole, small, and of the lecture’s ten', async () => {
  const file = new Uint8Array(readFileSync(new URL('../../public/recorded/lecture.bin', import.meta.url)));
  expect(file.length).toBeLessThan(300_000);
  const read = await readRecording(file);
  const steps = read.events.filter(({ type }) => type === 'step');
  expect(steps).toHaveLength(read.config.epochs);
  const whens = read.events.flatMap((event) => (event.type === 'evaluation' ? [event.when] : []));
  expect(whens).toEqual(['before', 'during', 'during', 'during', 'during', 'after']);
  expect(read.events.at(-1)).toMatchObject({ type: 'phase', phase: 'finished' });
  for (const step of read.kept) {
    const programs = read.programs(step);
    expect(new Set(programs.map(({ problemId }) => problemId)).size).toBe(10);
    expect(programs.some(({ trained }) => trained?.every(({ after }) => after !== undefined))).toBe(true);
  }
});
