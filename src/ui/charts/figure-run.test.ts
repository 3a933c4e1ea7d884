import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { Store } from '../store.ts';
import { figureCaption, measuredRun, rowsOfRun } from './figure-run.ts';

describe('the caption of a figure', () => {
  test('names seed, length, n, temperature, and what differs from the defaults', () => {
    const config = parseConfig({ seed: 3, epochs: 20, algorithm: { beta: 0.1 }, reward: 'fraction' });
    expect(figureCaption('Mean reward.', config)).toBe(
      'Mean reward. Run: seed 3, 20 epochs, groups of 8 at temperature 1; reward fraction, algorithm.beta 0.1. Made with Greenbar.',
    );
  });
  test('says so where nothing differs, and keeps silent where there is no run', () => {
    expect(figureCaption('Help.', parseConfig({}))).toContain('; all other settings as by default. ');
    expect(figureCaption('Help.', null)).toBe('Help.');
  });
});

describe('the rows of a figure', () => {
  const rows = [
    ['k', 'pass@k'],
    [1, 0.5],
  ];
  test('carry the run in columns of their own', () => {
    expect(rowsOfRun(rows, parseConfig({ seed: 3, algorithm: { beta: 0.1 }, epochs: 9 }))).toEqual([
      ['k', 'pass@k', 'run_seed', 'run_settings'],
      [1, 0.5, 3, 'epochs=9 algorithm.beta=0.1'],
    ]);
    expect(rowsOfRun(rows, null)).toBe(rows);
  });
});

describe('a measurement', () => {
  const config = parseConfig({ seed: 8 });
  const store = (type: 'base' | 'trained', outdated: boolean) => {
    const report = { request: { models: [{ label: 'M', source: { type } }] } };
    return {
      gain: { report: signal(report), outdated: signal(outdated) },
      trained: signal(config),
    } as unknown as Store;
  };
  test('is of the run whose model was measured, as long as that is the one at hand', () => {
    expect(measuredRun(store('trained', false))).toBe(config);
    expect(measuredRun(store('base', false))).toBeNull();
    expect(measuredRun(store('trained', true))).toBeNull();
  });
});
