import { type Signal, signal } from '@preact/signals';
import { expect, test } from 'vitest';
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
  const shown = signal<ShownRun>({ id: null, newest: 3 });
  const { store, seen } = follow(shown, 'r2');
  await settle();
  expect(seen()).toEqual(['live 3']);
  shown.value = { id: 'r2', newest: 4 };
  await settle();
  expect(seen()).toEqual(['live 4']);
  shown.value = { id: 'r1', newest: 9 };
  await settle();
  expect(seen()).toEqual(['r1 9']);
  await store.show(2);
  expect(seen()).toEqual(['r1 2']);
});

test('another run on the page takes the programs of the one before with it', async () => {
  const shown = signal<ShownRun>({ id: 'r1', newest: 9 });
  const { store, seen } = follow(shown);
  await store.show(5);
  expect(store.view.value).toMatchObject({ step: 5, follow: false });
  shown.value = { id: 'r2', newest: 2 };
  await settle();
  expect(store.view.value).toMatchObject({ step: 2, follow: true });
  expect(seen()).toEqual(['r2 2']);
  shown.value = { id: null, newest: null };
  expect(store.view.value).toMatchObject({ step: null, rollouts: [] });
});

test('the id that the trainer tells of a run that began takes nothing away', async () => {
  const shown = signal<ShownRun>({ id: null, newest: 1 });
  const { store, seen } = follow(shown, 'r3');
  await settle();
  store.hold();
  shown.value = { id: 'r3', newest: 1 };
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
  const shown = signal<ShownRun>({ id: 'r1', newest: 9 });
  const store = new RolloutsStore(
    (id) => rolloutSource(slow, id, null),
    () => shown.value,
  );
  shown.value = { id: 'r2', newest: 4 };
  answers.shift()!();
  await settle();
  expect(store.view.value.rollouts).toEqual([]);
  answers.shift()!();
  await settle();
  expect(store.view.value).toMatchObject({ step: 4, rollouts: [{ code: 'r2 4' }] });
});
