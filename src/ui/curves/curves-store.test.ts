import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { onceAFrame } from '../parts/once-a-frame.ts';
import { EMPTY_RUN } from '../state.ts';
import { INITIAL_CHARTS } from './curve-catalogue.ts';
import { CurvesStore } from './curves-store.ts';

/** A browser's storage that forgets nothing. */
function kept(entries: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(entries));
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

describe('the choice of curves', () => {
  test('is remembered, and can be taken back', () => {
    const storage = kept();
    const store = new CurvesStore(signal(EMPTY_RUN), storage);
    expect(store.chosen.value).toBe(false);
    store.toggle('kl');
    store.toggle('learning_rate');
    store.smooth(0.6);
    const again = new CurvesStore(signal(EMPTY_RUN), storage);
    expect([again.shown.value.has('kl'), again.shown.value.has('learning_rate')]).toEqual([false, true]);
    expect([again.chosen.value, again.smoothing.value]).toEqual([true, 0.6]);
    again.reset();
    expect([...again.shown.value]).toEqual(INITIAL_CHARTS);
    expect(again.chosen.value).toBe(false);
  });

  test('what an older page chose, or somebody else wrote, does no harm', () => {
    const storage = kept({ 'greenbar.curves': 'kl nonsense entropy', 'greenbar.smoothing': '7' });
    const store = new CurvesStore(signal(EMPTY_RUN), storage);
    expect([...store.shown.value]).toEqual(['kl', 'entropy']);
    expect(store.smoothing.value).toBe(0);
  });

  test('the run that is pointed at comes forward, else the one that was pressed', () => {
    const store = new CurvesStore(signal(EMPTY_RUN), kept());
    store.kept.value = 'a';
    store.pointed.value = 'b';
    expect(store.raised.value).toBe('b');
    store.pointed.value = null;
    expect(store.raised.value).toBe('a');
  });
});

test('several changes between two frames are drawn once, as the last of them', () => {
  const source = signal(0);
  const frames: (() => void)[] = [];
  const drawn = onceAFrame(source, (act) => frames.push(act));
  source.value = 1;
  source.value = 2;
  expect([drawn.value, frames.length]).toEqual([0, 1]);
  frames.pop()?.();
  expect(drawn.value).toBe(2);
  source.value = 3;
  expect(frames).toHaveLength(1);
});
