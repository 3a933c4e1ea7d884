import { expect, test } from 'vitest';
import { FixtureClient } from '../../../test/support/fixture-client.ts';
import { ALGORITHM_NAMES, type AlgorithmName } from '../../core/algorithms.ts';
import { parseConfig } from '../../core/config.ts';
import { chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { CompareStore, comparedConfig, comparedSides, THIS_RUN } from './compare-store.ts';

const RUN = parseConfig({ seed: 5, algorithm: { beta: 1 }, sampling: { maxNewTokens: 30 } });

const runOf = (algorithm: AlgorithmName) => chosenConfig({ ...DEFAULT_CHOICE, algorithm });

test('an algorithm is compared on the programs of the run, and learns in its own way', () => {
  const config = parseConfig(comparedConfig('dr-grpo', RUN));
  expect(config).toMatchObject({
    seed: 5,
    sampling: { maxNewTokens: 30 },
    algorithm: { advantage: 'group-mean', beta: 0 },
  });
  expect(parseConfig(comparedConfig(THIS_RUN, RUN))).toEqual(RUN);
});

test('no limit of the run refuses an algorithm', () => {
  const short = parseConfig({ auxiliaryProblems: 0, groupSize: 32, sampling: { maxNewTokens: 4 } });
  const turns = parseConfig({ rollout: { turns: 3 } });
  for (const run of [short, turns]) {
    for (const name of ALGORITHM_NAMES) expect(() => parseConfig(comparedConfig(name, run))).not.toThrow();
  }
});

test('only what the models of the run can do is offered', () => {
  const sides = comparedSides(RUN);
  expect(sides).toEqual(expect.arrayContaining([THIS_RUN, 'grpo', 'dapo', 'seed-004']));
  expect(sides).not.toContain('ppo');
  expect(sides).not.toContain('coderl');
  expect(comparedSides(runOf('ppo'))).toEqual(expect.arrayContaining([THIS_RUN, 'ppo', 'rlef', 'grpo']));
  expect(comparedSides(runOf('coderl'))).not.toContain(THIS_RUN);
  expect(comparedSides(runOf('coderl'))).not.toContain('ppo');
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
