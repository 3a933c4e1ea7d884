import { expect, test } from 'vitest';
import { FixtureClient } from '../../test/support/fixture-client.ts';
import { parseConfig } from '../core/config.ts';
import { CompareStore, comparedConfig } from './compare-store.ts';

const RUN = parseConfig({ seed: 5, algorithm: { beta: 1 }, sampling: { maxNewTokens: 30 } });

test('an algorithm is compared by itself, on the sampling and the seed of the run', () => {
  const config = parseConfig(comparedConfig('dr-grpo', RUN));
  expect(config).toMatchObject({
    seed: 5,
    sampling: { maxNewTokens: 30 },
    algorithm: { advantage: 'group-mean', beta: 0 },
  });
});

test('a comparison is asked for the shown step, and its failure is told', async () => {
  const client = new FixtureClient('empty');
  const store = new CompareStore(client);
  const pair = { step: 3, a: 'grpo', b: 'dapo' } as const;
  const answer = await client.compare();
  const asked: unknown[] = [];
  client.compare = async (request) => {
    asked.push(request);
    return answer;
  };
  const running = store.compare(pair, RUN);
  expect(store.busy.value).toBe(true);
  await store.compare(pair, RUN); // the one on its way stays the only one
  await running;
  expect(asked).toMatchObject([{ step: 3, a: { seed: 5 }, b: { algorithm: { clipHigh: 0.28 } } }]);
  expect(store.state.value).toEqual({ status: 'done', pair, comparison: answer });
  client.compare = async () => {
    throw new Error('trainer: expected a run to compare losses on, got none yet');
  };
  await store.compare(pair, RUN);
  expect(store.state.value).toEqual({
    status: 'failed',
    message: 'trainer: expected a run to compare losses on, got none yet',
  });
});
