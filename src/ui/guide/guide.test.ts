import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { KeptText } from '../runs/kept-text.ts';
import { type Box, cornerFor, GUIDE_STEPS, planFor, readMemory } from './guide.ts';
import { GuideStore, type Stage } from './guide-store.ts';

function memoryText(kept?: string): KeptText & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>(kept === undefined ? [] : [['greenbar.guide', kept]]);
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

function stage(isRecorded: boolean) {
  const at: (number | 'end')[] = [];
  const recorded = signal(isRecorded);
  const spy: Stage = { recorded, seek: (step) => void at.push(step), skip: () => void at.push('end') };
  return { at, spy };
}

test('goes through its steps, back and forth, and remembers where it is', () => {
  const text = memoryText();
  const guide = new GuideStore(text, stage(false).spy);
  guide.open();
  expect(guide.step.value).toBe('problem');
  guide.back();
  expect(guide.step.value).toBe('problem');
  guide.next();
  guide.next();
  guide.back();
  expect(guide.step.value).toBe('sample');
  expect(text.texts.get('greenbar.guide')).toBe('sample');
});

test('put away, it goes on at the same step, on the next visit too', () => {
  const text = memoryText();
  const guide = new GuideStore(text, stage(false).spy);
  guide.open();
  guide.next();
  guide.hide();
  expect(guide.step.value).toBeNull();
  const later = new GuideStore(text, stage(false).spy);
  expect(later.step.value).toBeNull();
  expect(later.memory.value).toBe('sample');
  later.open();
  expect(later.step.value).toBe('sample');
});

test.each(['finished', 'skipped'] as const)('once %s it begins anew', (how) => {
  const text = memoryText();
  const guide = new GuideStore(text, stage(false).spy);
  guide.open();
  if (how === 'skipped') guide.skip();
  else for (const _ of GUIDE_STEPS) guide.next();
  expect(guide.step.value).toBeNull();
  expect(guide.memory.value).toBe(how);
  guide.open();
  expect(guide.step.value).toBe('problem');
});

test('closed, it does not move', () => {
  const guide = new GuideStore(memoryText(), stage(false).spy);
  guide.next();
  guide.back();
  expect(guide.step.value).toBeNull();
  expect(guide.memory.value).toBe('new');
});

test('has the recorded run stand where the story is, and leaves a run of one’s own alone', () => {
  const recorded = stage(true);
  const guide = new GuideStore(memoryText(), recorded.spy);
  guide.open();
  for (let i = 1; i < GUIDE_STEPS.length; i++) guide.next();
  expect(recorded.at).toEqual(GUIDE_STEPS.map((step) => planFor(step).recordedAt).filter((at) => at !== null));
  const own = stage(false);
  const other = new GuideStore(memoryText(), own.spy);
  other.open();
  other.next();
  expect(own.at).toEqual([]);
});

test.each([null, '', 'nonsense', 'Problem'])('what it cannot read it takes for new: %s', (kept) => {
  expect(readMemory(kept)).toBe('new');
});

const WINDOW = { width: 1280, height: 800 };
const CARD = { width: 400, height: 300 };
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

test('the card keeps off what it speaks of', () => {
  expect(cornerFor(box(0, 0, 600, 800), CARD, WINDOW)).toBe('bottom-right');
  expect(cornerFor(box(700, 400, 1280, 800), CARD, WINDOW)).toBe('bottom-left');
  expect(cornerFor(box(0, 450, 1280, 800), CARD, WINDOW)).toBe('top-right');
  expect(cornerFor(box(300, 100, 1280, 800), CARD, WINDOW)).toBe('bottom-left');
});

test('where it covers as much everywhere, or hardly anything, it stays where it is read best', () => {
  expect(cornerFor(box(0, 0, 1280, 800), CARD, WINDOW)).toBe('bottom-right');
  expect(cornerFor(box(0, 0, 880, 800), CARD, WINDOW)).toBe('bottom-right');
});
