import { type Signal, signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { RolloutRecord } from '../../core/records.ts';
import { RolloutsStore, rolloutSource, type ShownRun } from './rollouts-store.ts';

const program = (code: string): RolloutRecord => ({
  ...{ problemId: 'a', group: 0, code, ids: [], pieces: [], logProbs: [], referenceLogProbs: [] },
  ...{ outcome: 'passed', perTest: [], passed: 0, total: 0, ticks: 0, ledger: [], reward: 1, components: [] },
  advantage: 0,
});

/** Programs that say where they came from. */
const client = {
  rollouts: async (step?: number) => [program(`live ${step}`)],
  rolloutsOf: async (id: string, step?: number) => [program(`${id} ${step}`)],
};

function follow(shown: Signal<ShownRun>, live: string | null = null) {
  const store = new RolloutsStore(
    (id) => rolloutSource(client, id, live),
    () => shown.value,
  );
  const seen = () => store.view.value.rollouts.map(({ code }) => code);
  return { store, seen };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('the run of this tab is asked of the trainer, any other of the history', async () => {
  const shown = signal<ShownRun>({ id: null, newest: 3, live: false });
  const { store, seen } = follow(shown, 'r2');
  await settle();
  expect(seen()).toEqual(['live 3']);
  shown.value = { id: 'r2', newest: 4, live: false };
  await settle();
  expect(seen()).toEqual(['live 4']);
  shown.value = { id: 'r1', newest: 9, live: false };
  await settle();
  expect(seen()).toEqual(['r1 9']);
  await store.show(2);
  expect(seen()).toEqual(['r1 2']);
});

test('another run on the page takes the programs of the one before with it', async () => {
  const shown = signal<ShownRun>({ id: 'r1', newest: 9, live: false });
  const { store, seen } = follow(shown);
  await store.show(5);
  expect(store.view.value).toMatchObject({ step: 5, follow: false });
  shown.value = { id: 'r2', newest: 2, live: false };
  await settle();
  expect(store.view.value).toMatchObject({ step: 2, follow: true });
  expect(seen()).toEqual(['r2 2']);
  shown.value = { id: null, newest: null, live: false };
  expect(store.view.value).toMatchObject({ step: null, rollouts: [] });
});

test('the id that the trainer tells of a run that began takes nothing away', async () => {
  const shown = signal<ShownRun>({ id: null, newest: 1, live: false });
  const { store, seen } = follow(shown, 'r3');
  await settle();
  store.hold();
  shown.value = { id: 'r3', newest: 1, live: false };
  await settle();
  expect(seen()).toEqual(['live 1']);
  expect(store.view.value.follow).toBe(false);
});

test('what one run answers late is not shown as of another', async () => {
  const answers: (() => void)[] = [];
  const slow = {
    rollouts: client.rollouts,
    rolloutsOf: (id: string, step?: number) =>
      new Promise<readonly RolloutRecord[]>((resolve) => answers.push(() => resolve([program(`${id} ${step}`)]))),
  };
  const shown = signal<ShownRun>({ id: 'r1', newest: 9, live: false });
  const store = new RolloutsStore(
    (id) => rolloutSource(slow, id, null),
    () => shown.value,
  );
  shown.value = { id: 'r2', newest: 4, live: false };
  answers.shift()!();
  await settle();
  expect(store.view.value.rollouts).toEqual([]);
  answers.shift()!();
  await settle();
  expect(store.view.value).toMatchObject({ step: 4, rollouts: [{ code: 'r2 4' }] });
});

/** A run on its way, and how often its programs were asked for. */
async function whileTraining(
  act: (at: ReturnType<typeof follow> & { readonly step: (newest: number) => void }) => Promise<void>,
) {
  vi.useFakeTimers();
  try {
    const shown = signal<ShownRun>({ id: 'r', newest: null, live: true });
    const followed = follow(shown, 'r');
    await act({ ...followed, step: (newest) => (shown.value = { id: 'r', newest, live: newest < LAST }) });
  } finally {
    vi.useRealTimers();
  }
}

/** The run is over with this step. */
const LAST = 100;

test('nothing is pulled of a run on its way while no programs are in sight, and the newest when they come into sight', () =>
  whileTraining(async ({ step, seen, store }) => {
    const pulls = vi.spyOn(client, 'rollouts');
    for (let newest = 1; newest <= 20; newest++) {
      step(newest);
      await vi.advanceTimersByTimeAsync(700);
    }
    expect(pulls).not.toHaveBeenCalled();
    const leave = store.watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen()).toEqual(['live 20']);
    leave();
    step(21);
    await vi.advanceTimersByTimeAsync(5000);
    expect(pulls).toHaveBeenCalledTimes(1);
    pulls.mockRestore();
  }));

test('steps that follow fast are pulled once a second, the last of them always', () =>
  whileTraining(async ({ step, seen, store }) => {
    const pulls = vi.spyOn(client, 'rollouts');
    store.watch();
    for (let newest = 1; newest <= 50; newest++) {
      step(newest);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(pulls.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(pulls.mock.calls.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen()).toEqual(['live 50']);
    pulls.mockRestore();
  }));

test('what the run ended with is pulled, in sight or not', () =>
  whileTraining(async ({ step, seen }) => {
    step(LAST - 1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(seen()).toEqual([]);
    step(LAST);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen()).toEqual([`live ${LAST}`]);
  }));

test('a person who holds on to a program is brought no other, and the newest again when asked', () =>
  whileTraining(async ({ step, seen, store }) => {
    store.watch();
    step(1);
    await vi.advanceTimersByTimeAsync(0);
    store.choose({ group: 0, index: 0 });
    step(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen()).toEqual(['live 1']);
    await store.show();
    expect(seen()).toEqual(['live 2']);
  }));
