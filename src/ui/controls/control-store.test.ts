/** What a person asks of a run reaches the trainer once it can hear it, and the page knows what came of it. */

import { describe, expect, test } from 'vitest';
import { fixtureDraft } from '../../../test/support/fixture-draft.ts';
import { EPOCHS, phase } from '../../../test/support/fixture-run.ts';
import type { StepDraft } from '../../core/draft.ts';
import type { RunEvent, RunPhase } from '../../core/records.ts';
import { type ControlClient, ControlStore } from './control-store.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const BEGIN: RunEvent = { type: 'begin', id: 'r1' };
const MEASURING = { type: 'phase', phase: 'evaluating', detail: '', done: 1, total: 9 } as const;
const during = (name: RunPhase) => phase(name, '', 3, EPOCHS);

/** A trainer that notes what it is asked; an advance arrives when it is told to. */
function fakeTrainer(draft: StepDraft | null = null) {
  const asked: string[] = [];
  const arrivals: (() => void)[] = [];
  const noted = (what: string) => async () => void asked.push(what);
  const client: ControlClient = {
    pause: noted('pause'),
    resume: noted('resume'),
    stop: noted('stop'),
    abandon: noted('abandon'),
    advance: (unit) => {
      asked.push(unit);
      return new Promise((resolve) => arrivals.push(resolve));
    },
    setPace: async (seconds) => void asked.push(`pace ${seconds}`),
    draft: async () => draft,
  };
  return { client, asked, arrivals };
}

function begun(draft: StepDraft | null = null) {
  const trainer = fakeTrainer(draft);
  const store = new ControlStore(trainer.client);
  store.begins();
  store.hear([BEGIN]);
  trainer.asked.splice(0);
  return { ...trainer, store };
}

describe('a wish', () => {
  test('is sent at once while the trainer is at the run', async () => {
    const { store, asked } = begun();
    await store.togglePause();
    expect(store.paused.value).toBe(true);
    await store.togglePause();
    await store.stop();
    expect(store.stopping.value).toBe(true);
    expect(asked).toEqual(['pause', 'resume', 'stop']);
  });

  test('that comes before the run does waits for it, and the last one counts', async () => {
    const { client, asked } = fakeTrainer();
    const store = new ControlStore(client, 3);
    await store.togglePause();
    await store.advance('step');
    store.begins();
    expect(asked).toEqual(['pace 3']);
    store.hear([BEGIN]);
    expect(asked).toEqual(['pace 3', 'step']);
  });

  test('after a stop or a reset there is none but a reset', async () => {
    const { store, asked } = begun();
    await store.stop();
    await store.togglePause();
    await store.advance('part');
    void store.end();
    await store.stop();
    expect(asked).toEqual(['stop', 'abandon']);
    expect(store.resetting.value).toBe(true);
  });

  test('to a trainer that is gone is no error here', async () => {
    const { store, client } = begun();
    client.pause = () => Promise.reject(new Error('the worker died'));
    await expect(store.togglePause()).resolves.toBeUndefined();
  });
});

describe('an advance', () => {
  test('pauses where it arrives; one that was overtaken says nothing', async () => {
    const { store, asked, arrivals } = begun();
    const first = store.advance('part');
    const second = store.advance('step');
    expect(store.asked.value).toBe('step');
    arrivals[0]!();
    await first;
    expect(store.asked.value).toBe('step');
    arrivals[1]!();
    await second;
    expect(store.paused.value).toBe(true);
    expect(asked).toEqual(['part', 'step']);
  });

  test('that begins a run is known to the trainer, and is over with the first pause', () => {
    const { client, asked } = fakeTrainer();
    const store = new ControlStore(client);
    store.beginWith('part');
    store.begins();
    store.hear([BEGIN, during('evaluating')]);
    expect(store.asked.value).toBe('part');
    store.hear([during('sampling'), during('paused')]);
    expect(store.paused.value).toBe(true);
    expect(asked).toEqual(['pace 0']);
  });

  test('ends with the run', async () => {
    const { store, arrivals } = begun();
    const advanced = store.advance('step');
    store.ends();
    arrivals[0]!();
    await advanced;
    expect(store.asked.value).toBe('run');
  });
});

test('a stopped run that is measured can be paused again', async () => {
  const { store, asked } = begun();
  await store.stop();
  store.hear([{ ...MEASURING, measuring: { when: 'after', set: 'lecture' } }]);
  expect(store.stopping.value).toBe(false);
  await store.togglePause();
  expect(asked).toEqual(['stop', 'pause']);
});

test('an end resolves when the run is over', async () => {
  const { store } = begun();
  let over = false;
  const ended = store.end().then(() => {
    over = true;
  });
  await settle();
  expect(over).toBe(false);
  store.ends();
  await ended;
  expect(store.asked.value).toBe('run');
});

describe('a draft', () => {
  const DRAFT = fixtureDraft(3, 'sampling');

  test('is fetched between parts while a person can look, and gone with the step', async () => {
    const { store } = begun(DRAFT);
    store.hear([during('judging')]);
    await settle();
    expect(store.draft.value).toBeNull(); // at full speed nobody could read it
    await store.togglePause();
    store.hear([during('paused')]);
    await settle();
    expect(store.draft.value).toEqual(DRAFT);
    store.hear([{ type: 'step', record: {} as never }]);
    expect(store.draft.value).toBeNull();
  });

  test('is fetched at a slow pace, too', async () => {
    const { store } = begun(DRAFT);
    await store.setPace(3);
    store.hear([during('judging')]);
    await settle();
    expect(store.draft.value).toEqual(DRAFT);
    store.ends();
    expect(store.draft.value).toBeNull();
  });

  test('that comes too late is not shown', async () => {
    const { store } = begun(DRAFT);
    await store.togglePause();
    store.hear([during('paused')]);
    store.ends();
    await settle();
    expect(store.draft.value).toBeNull();
  });
});
