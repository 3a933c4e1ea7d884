import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import { chosenConfig } from '../../core/config-choice.ts';
import { SETTINGS } from '../../core/config-docs.ts';
import type { RunInfo } from '../../core/history.ts';
import {
  changesOf,
  defaultName,
  deltaOf,
  faintIds,
  letterAt,
  MOST_FAINT,
  nameOf,
  runLabel,
  settingLabel,
  whenText,
  withLetters,
} from './run-lines.ts';

const run = (id: string, more: Partial<RunInfo> = {}): RunInfo => ({
  ...{ id, config: parseConfig({}), status: 'ended', startedAt: 0, name: '', note: '', baseline: false },
  ...{ imported: false, steps: 50, before: null, after: null, checkpoints: [], bytes: 0 },
  ...more,
});

describe('what changed', () => {
  test('is each setting once, as papers write it, in the order of the schema', () => {
    const base = parseConfig({ seed: 1 });
    const config = parseConfig({ algorithm: { beta: 0.1, clipHigh: 0.28 }, sampling: { maxNewTokens: 40 } });
    expect(changesOf(config, base).map(({ label, from, to }) => [label, from, to])).toEqual([
      ['seed', 1, 0],
      ['ε_high', 0.2, 0.28],
      ['β', 0.04, 0.1],
      ['maxNewTokens', 48, 40],
    ]);
    expect(changesOf(config, config)).toEqual([]);
  });

  test('is against the defaults without a base', () => {
    expect(changesOf(parseConfig({ epochs: 10 }))).toMatchObject([{ path: 'epochs', from: 50, to: 10 }]);
  });

  test('no two settings have one label', () => {
    const labels = SETTINGS.map(({ path }) => settingLabel(path));
    expect(new Set(labels).size).toBe(SETTINGS.length);
    expect(labels).toEqual(expect.arrayContaining(['β', 'γ', 'groupSize', 'topP', 'advantage', 'critic.learningRate']));
  });
});

describe('names', () => {
  test('say the algorithm, the exercise and a few settings, and count the rest', () => {
    expect(defaultName(parseConfig({}))).toBe('GRPO');
    const lecture = chosenConfig({ preset: 'lecture', algorithm: 'dr-grpo', settings: { seed: 3 } });
    expect(defaultName(lecture)).toBe('Dr. GRPO, As in the lecture, seed 3');
    const many = parseConfig({ seed: 1, epochs: 7, algorithm: { beta: 0.1 }, optimizer: { learningRate: 1e-5 } });
    expect(defaultName(many)).toMatch(/^GRPO, seed 1, epochs 7, .+, \+1$/);
  });

  test('are a person’s own where there is one, behind the letter', () => {
    const named = run('r', { name: 'no KL' });
    expect(nameOf(named)).toBe('no KL');
    expect(runLabel('B', named)).toBe('B · no KL');
    expect(runLabel('', named)).toBe('no KL');
  });

  test('times leave out what today has in common', () => {
    const now = new Date(2026, 10, 30, 20, 0).getTime();
    expect(whenText(new Date(2026, 10, 30, 9, 5).getTime(), now)).toBe('09:05');
    expect(whenText(new Date(2026, 10, 28, 14, 5).getTime(), now)).toBe('28 Nov, 14:05');
    expect(whenText(new Date(2025, 10, 28, 14, 5).getTime(), now)).toBe('28 Nov 2025, 14:05');
  });
});

describe('letters', () => {
  test('go on after Z', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letterAt)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  test('are given by age and kept: a deleted run gives its letter to nobody', () => {
    const first = withLetters(new Map(), [run('new', { startedAt: 9 }), run('old', { startedAt: 1 })]);
    expect([...first]).toEqual([
      ['old', 'A'],
      ['new', 'B'],
    ]);
    const later = withLetters(first, [run('newest', { startedAt: 12 }), run('old', { startedAt: 1 })]);
    expect(later.get('old')).toBe('A');
    expect(later.get('newest')).toBe('C');
    expect(withLetters(later, [run('old')])).toBe(later);
  });
});

describe('against the baseline', () => {
  const base = run('base', { baseline: true, after: { value: 0.8, low: 0.7, high: 0.9 } });
  const other = (value: number, low: number, high: number) => run('other', { after: { value, low, high } });

  test('says whether the bands have anything in common', () => {
    expect(deltaOf(other(0.85, 0.75, 0.95), base)).toEqual({ from: 0.8, to: 0.85, apart: false });
    expect(deltaOf(other(0.95, 0.92, 0.99), base)).toEqual({ from: 0.8, to: 0.95, apart: true });
    expect(deltaOf(other(0.5, 0.4, 0.6), base)).toMatchObject({ apart: true });
  });

  test('says nothing of the baseline itself, without one, or before both were measured', () => {
    expect(deltaOf(base, base)).toBeNull();
    expect(deltaOf(other(0.5, 0.4, 0.6), null)).toBeNull();
    expect(deltaOf(run('r'), base)).toBeNull();
    expect(deltaOf(other(0.5, 0.4, 0.6), run('base', { baseline: true }))).toBeNull();
  });
});

describe('runs drawn behind the one on the page', () => {
  const runs = ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((id) => run(id, { baseline: id === 'a' }));
  const none = new Map<string, boolean>();

  test('are the baseline and the newest, without the one on the page and those without a step', () => {
    expect(faintIds(runs, none, 'g')).toEqual(['a', 'f', 'e', 'd', 'c']);
    expect(faintIds([run('x', { steps: 0 }), ...runs], none, null)).toEqual(['a', 'g', 'f', 'e', 'd']);
  });

  test('ticks come first and leave out; there is never room for more than five', () => {
    expect(faintIds(runs, new Map([['b', true]]), 'g')).toEqual(['b', 'a', 'f', 'e', 'd']);
    expect(faintIds(runs, new Map([['a', false]]), 'g')).toEqual(['f', 'e', 'd', 'c', 'b']);
    expect(faintIds(runs, new Map(runs.map(({ id }) => [id, true])), 'g')).toHaveLength(MOST_FAINT);
    expect(faintIds(runs, new Map(runs.map(({ id }) => [id, false])), null)).toEqual([]);
  });
});
