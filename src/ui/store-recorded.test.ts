import { expect, test } from 'vitest';
import { FixtureClient } from '../../test/support/fixture-client.ts';
import { FIXTURE_RECORDED } from '../../test/support/fixture-recorded.ts';
import {
  EPOCHS,
  FIXTURE_CONFIG,
  fixtureEvents,
  fixtureRollouts,
  LECTURE,
  OTHERS,
} from '../../test/support/fixture-run.ts';
import { EMPTY_RUN, RECORDED } from './state.ts';
import { Store } from './store.ts';

const SOURCE = { lecture: async () => LECTURE, auxiliary: async () => OTHERS, recorded: FIXTURE_RECORDED };
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function opened(client = new FixtureClient('recorded')) {
  const store = new Store(client);
  await store.open(SOURCE);
  await settle();
  return { client, store };
}

test('the recorded run is on the page, and is no run of this tab', async () => {
  const { store } = await opened();
  expect(store.run.value.id).toBe(RECORDED);
  expect(store.run.value.steps).toHaveLength(EPOCHS);
  expect(store.own.value).toBe(EMPTY_RUN);
  expect(store.running.value).toBe(false);
  expect(store.trained.value).toBeNull();
  expect(store.unfinished.value).toBeNull();
});

test('its programs come from the recording, of the nearest step that it has', async () => {
  const { client, store } = await opened();
  client.rollouts = async () => {
    throw new Error('expected nobody to ask the trainer');
  };
  store.replay.seek(18);
  await settle();
  expect(store.rollouts.view.value).toMatchObject({ step: 10, follow: true, error: null });
  expect(store.rollouts.view.value.rollouts).toEqual(fixtureRollouts(10));
  expect(store.keptSteps.value).toEqual([1, 5, 10]);
  await store.rollouts.show(5);
  expect(store.rollouts.view.value).toMatchObject({ step: 5, follow: false });
});

test('Train takes it off the page at once, before anything is ready', async () => {
  const { client, store } = await opened();
  let begin: () => void = () => undefined;
  client.train = () => new Promise((resolve) => (begin = () => resolve(null)));
  const trained = store.train();
  expect(store.run.value).toBe(EMPTY_RUN);
  expect(store.replay.state.value.status).toBe('away');
  await settle();
  expect(store.rollouts.view.value.rollouts).toEqual([]);
  begin();
  await trained;
});

test('a run that was interrupted comes before it', async () => {
  const { store } = await opened(new FixtureClient('unfinished'));
  expect(store.unfinished.value).not.toBeNull();
  expect(store.run.value.id).toBe('r1');
});

test('an earlier run that ended comes before it, whenever it is found', async () => {
  const client = new FixtureClient('recorded');
  client.finishedRun = async () => {
    await settle();
    return { id: 'mine', config: FIXTURE_CONFIG, events: fixtureEvents(EPOCHS), finished: true };
  };
  const { store } = await opened(client);
  expect(store.run.value.id).toBe('mine');
  await store.replay.restart();
  expect(store.own.value).toBe(EMPTY_RUN);
  store.replay.leave(EMPTY_RUN);
  expect(store.run.value.id).toBe('mine');
});
