import { computed, signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { DeviceInfo, StepRecord } from '../../core/records.ts';
import type { KeptText } from '../runs/kept-text.ts';
import { EMPTY_RUN, type RunState } from '../state.ts';
import { PaceStore } from './pace-store.ts';

const config = parseConfig({});
const DEVICE: DeviceInfo = {
  ...{ engine: 'wasm', backend: 'wasm', adapter: '2 workers', parameters: 1, tokensPerSecond: 5000, notes: [] },
};

const step = (number: number, total: number) =>
  ({ step: number, seconds: { total }, problems: [{ id: 'a', solved: 0, of: 160 }] }) as unknown as StepRecord;

function memoryText(): KeptText {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

function storeWith(text: KeptText, next = config, device: DeviceInfo | null = DEVICE) {
  const live = signal<RunState | null>(null);
  const store = new PaceStore({ device: signal(device), live, next: computed(() => next) }, text);
  return { live, store };
}

test('guesses from tokens a second before anything was trained', () => {
  expect(storeWith(memoryText()).store.estimate.value?.from).toBe('speed');
});

test('knows nothing before there is a device', () => {
  expect(storeWith(memoryText(), config, null).store.estimate.value).toBeNull();
});

test('goes by the steps of the run on its way, and by them on the next visit', () => {
  const text = memoryText();
  const { live, store } = storeWith(text);
  live.value = { ...EMPTY_RUN, config, steps: [step(1, 9), step(2, 2)] };
  expect(store.estimate.value?.from).toBe('now');
  expect(store.estimate.value?.training.low).toBeCloseTo(90);
  live.value = null;
  expect(store.estimate.value?.from).toBe('earlier');
  expect(storeWith(text).store.estimate.value?.from).toBe('earlier');
});

test('a pace of another device or of dearer programs is not taken over', () => {
  const text = memoryText();
  storeWith(text).live.value = { ...EMPTY_RUN, config, steps: [step(1, 9), step(2, 2)] };
  expect(storeWith(text, parseConfig({ model: 'small' })).store.estimate.value?.from).toBe('speed');
  expect(storeWith(text, config, { ...DEVICE, adapter: 'GPU' }).store.estimate.value?.from).toBe('speed');
});

test.each(['', 'no json', '3', '{"pace":{"training":-1}}', '{"pace":{"training":1,"measuring":null},"config":"x"}'])(
  'what cannot be read is as good as nothing: %s',
  (kept) => {
    const text = memoryText();
    text.setItem('greenbar.pace', kept);
    expect(storeWith(text).store.estimate.value?.from).toBe('speed');
  },
);
