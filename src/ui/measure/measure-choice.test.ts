import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import { parseMeasureRequest } from '../../core/measure-request.ts';
import { PROBLEM_SETS } from '../../core/records.ts';
import { parseProblems } from '../../problems/format.ts';
import {
  baseNote,
  countSamples,
  DEFAULT_MEASURE_CHOICE,
  type MeasureChoice,
  measureRequest,
  readTemperatures,
  requestSettings,
  SET_SIZES,
  samplingSeconds,
} from './measure-choice.ts';

const SETTINGS = { model: 'base', backend: 'auto', maxNewTokens: 48, hasTrained: true } as const;

function requestOf(part: Partial<MeasureChoice>, hasTrained = true) {
  const asked = measureRequest({ ...DEFAULT_MEASURE_CHOICE, ...part }, { ...SETTINGS, hasTrained });
  if ('complaint' in asked) throw new Error(asked.complaint);
  return asked.request;
}

test('what the form asks is what the trainer takes', () => {
  for (const part of [{}, { searched: 100_000, agreement: true }, { trained: false, sets: ['lecture'] as const }]) {
    const request = requestOf(part);
    expect(parseMeasureRequest(request)).toEqual(request);
  }
});

test('the trained model is measured only where there is one and it is wanted', () => {
  expect(requestOf({}).models.map(({ label }) => label)).toEqual(['Base', 'Trained']);
  expect(requestOf({ trained: false }).models).toHaveLength(1);
  expect(requestOf({}, false).models).toEqual([{ label: 'Base', source: { type: 'bundled', name: 'base' } }]);
});

test('a trained model is held against what its own run began with', () => {
  const trained = parseConfig({ model: 'base', backend: 'wasm', sampling: { maxNewTokens: 40 } });
  const plan = parseConfig({ model: 'small', backend: 'webgpu' });
  expect(requestSettings(plan, trained)).toEqual({
    ...{ model: 'base', backend: 'wasm', maxNewTokens: 40 },
    hasTrained: true,
  });
  expect(requestSettings(plan, null)).toMatchObject({ model: 'small', backend: 'webgpu', hasTrained: false });
  expect(baseNote(plan, trained)).toMatch(
    /^the large model, which the last run began with; the settings name the small/,
  );
  expect(baseNote(plan, null)).toBe('the small model as it was before any training');
});

test('the other model that comes with the page may stand beside them', () => {
  expect(requestOf({ other: true }).models.at(-1)).toEqual({
    label: 'Small',
    source: { type: 'bundled', name: 'small' },
  });
  const asked = measureRequest({ ...DEFAULT_MEASURE_CHOICE, other: true }, { ...SETTINGS, model: 'small' });
  expect(asked).toHaveProperty('request.models.2.source.name', 'base');
});

test('temperatures are read as people write them', () => {
  expect(readTemperatures('1, 0.5,0.8')).toEqual({ values: [0.5, 0.8, 1] });
  expect(readTemperatures('0.5;0.5 1')).toEqual({ values: [0.5, 1] });
  const complaint = (text: string) => {
    const read = readTemperatures(text);
    return 'complaint' in read ? read.complaint : null;
  };
  expect(complaint('0.5, warm')).toMatch(/got “warm”$/);
  expect(complaint('0, 1')).toMatch(/got “0”$/);
  expect(complaint('3')).toMatch(/got “3”$/);
  expect(complaint(' ')).toMatch(/got none$/);
  expect(complaint('.1 .2 .3 .4 .5 .6 .7')).toMatch(/got 7$/);
});

test('a form without a set, or with a wrong temperature, asks for nothing', () => {
  expect(measureRequest({ ...DEFAULT_MEASURE_CHOICE, sets: [] }, SETTINGS)).toEqual({
    complaint: 'Sets: expected at least one, got none',
  });
  expect(measureRequest({ ...DEFAULT_MEASURE_CHOICE, temperatures: 'hot' }, SETTINGS)).toHaveProperty('complaint');
});

test('samples are counted as they are drawn: pools are shared', () => {
  const one = { trained: false, sets: ['lecture'], temperatures: '1', samples: 128 } as const;
  expect(countSamples(requestOf(one))).toBe(10 * (128 + 1));
  expect(countSamples(requestOf({ ...one, trained: true, temperatures: '0.5 1' }))).toBe(2 * 10 * (2 * 128 + 1));
  // The search at temperature 1 goes on from the curve's samples; CodeT's solutions need a pool at 0.8.
  expect(countSamples(requestOf({ ...one, searched: 1000 }))).toBe(10 * (1000 + 1));
  expect(countSamples(requestOf({ ...one, searched: 100 }))).toBe(10 * (128 + 1));
  expect(countSamples(requestOf({ ...one, agreement: true }))).toBe(10 * (128 + 100 + 100 + 1));
  expect(samplingSeconds(1000, 22_000)).toBeCloseTo(1);
});

test('the sets are as large as the form says', () => {
  for (const set of PROBLEM_SETS) {
    const text = readFileSync(`public/problems/${set}.json`, 'utf8');
    expect(parseProblems(text, set), set).toHaveLength(SET_SIZES[set]);
  }
});
