import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { Evaluation, RunSetName, SetEvaluation } from '../../core/records.ts';
import { type RunState, startRun } from '../state.ts';
import { passLineRows, passLineSeries, passLines, samplesOf, toldKs } from './pass-lines.ts';

const set = (name: RunSetName, n: number, value: number): SetEvaluation => ({
  ...{ set: name, temperature: 1, n, problems: [], outcomes: {}, visibleAt1: value, missingImports: 0 },
  passAt1: { value, low: 0, high: 1 },
  curve: [{ k: 1, pass: { value, low: 0, high: 1 }, samples: { low: value - 0.01, high: value + 0.01 } }],
});

const measured = (epoch: number, n: number, value: number): Evaluation => ({
  epoch,
  sets: [set('lecture', n, value), set('phrasings', n, value / 2)],
});

const state: RunState = {
  ...startRun(parseConfig({})),
  before: measured(0, 128, 0.2),
  during: [measured(10, 32, 0.5)],
};

test('between two measurements the newest is shown, and told by its epoch', () => {
  const lines = passLines(state, null, 'lecture');
  expect(lines.map(({ id, label, set: one }) => [id, label, one?.passAt1.value])).toEqual([
    ['before', 'Before', 0.2],
    ['now', 'Now, epoch 10', 0.5],
  ]);
  expect(samplesOf(lines)).toEqual({ most: 128, told: '128 (Before), 32 (Now, epoch 10)' });
  const done = passLines({ ...state, after: measured(50, 128, 0.9) }, null, 'phrasings');
  expect(done.map(({ label, set: one }) => [label, one?.passAt1.value])).toEqual([
    ['Before', 0.1],
    ['After', 0.45],
  ]);
  expect(samplesOf(done).told).toBe('128');
});

test('the baseline joins under its name, as it was last measured', () => {
  const earlier = { ...state, config: parseConfig({ seed: 7 }), after: measured(50, 64, 0.8) };
  const pinned = { id: 'r1', label: 'A GRPO', state: earlier };
  const lines = passLines(state, pinned, 'lecture');
  const [head, ...rows] = passLineRows(lines, 'lecture', 1);
  const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
  expect(column('model')).toEqual(['Before', 'Now, epoch 10', 'A GRPO']);
  expect(column('n')).toEqual([128, 32, 64]);
  expect(column('run_seed')).toEqual([0, 0, 7]);
  const [, now] = passLineSeries(lines, 'samples');
  expect(now!.points).toEqual([{ x: 1, y: 0.5, low: 0.49, high: 0.51 }]);
  expect(new Set(passLineSeries(lines, 'problems').map(({ tone }) => tone)).size).toBe(3);
});

test('before anything is measured the axis and the numbers stand ready', () => {
  const lines = passLines(startRun(parseConfig({})), null, 'lecture');
  expect(samplesOf(lines)).toEqual({ most: 128, told: '128' });
  expect(toldKs(lines)).toEqual([1, 8, 64]);
});
