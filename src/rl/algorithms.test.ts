/** Every algorithm by name, from the first step to a resumed one, in a toy world that it must learn. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName } from '../core/algorithms.ts';
import { needsOutcomeCritic, needsValueHead, parseConfig, type RunConfig } from '../core/config.ts';
import { layerConfig } from '../core/config-diff.ts';
import { type StepResult, type TrainOptions, train } from './loop.ts';

const word = (index: number) => ({ ...letterProblem(index), reference: index % 2 === 0 ? 'ab' : 'ba' });
const problems = { lecture: [word(0), word(1)], auxiliary: [word(2), word(3), word(4)] };

/** Right is "ab" for even problems and "ba" for odd ones; half of the tests pass when the first letter is right. */
const wordJudge = () =>
  new RuleJudge(({ reference = '' }, code) => (code === reference ? 1 : code[0] === reference[0] ? 0.5 : 0));

function configOf(name: AlgorithmName): RunConfig {
  const toy = {
    seed: 5,
    epochs: 4,
    lectureProblems: 2,
    auxiliaryProblems: 1,
    optimizer: { learningRate: 0.1 },
    sampling: { maxNewTokens: 5, firstMaxNewTokens: 0, lengthenAt: 0 },
    rollout: {
      overlongCache: 0,
      ...(name === 'adaptive-groups' ? { hardGroupSize: 48 } : {}),
      ...(name === 'warm-start' ? { warmStart: 2 } : {}),
    },
    groupSize: 32,
  };
  return parseConfig(layerConfig(ALGORITHMS[name].config, toy));
}

const table = { prompts: 5, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT };

/** Begins with any letter or two; the policy and, where it is wanted, the critic. */
function modelsFor(config: RunConfig) {
  const policy = new TabularPolicy({ ...table, valueHead: needsValueHead(config) });
  return { policy, ...(needsOutcomeCritic(config) ? { critic: new TabularPolicy(table) } : {}) };
}

async function run(
  options: Pick<TrainOptions, 'policy' | 'critic' | 'config'> & Partial<TrainOptions>,
  most = Infinity,
) {
  const steps: StepResult[] = [];
  for await (const event of train({ judge: wordJudge(), problems, codec: letterCodec, ...options })) {
    if (event.type === 'step') steps.push(event);
    if (steps.length === most) break;
  }
  return steps;
}

/** Whoever goes on says once more what was said before: notices are left out. */
const reproducible = (steps: readonly StepResult[]) =>
  steps.map(({ record: { seconds: _, spans: __, ...record }, notices: ___, ...rest }) => ({ ...rest, record }));

const passRate = ({ record }: StepResult) => record.metrics['train/pass@1'] ?? 0;

describe.each(ALGORITHM_NAMES)('%s', (name) => {
  const config = configOf(name);

  test('runs, moves the weights, and writes down finite numbers', async () => {
    const models = modelsFor(config);
    const before = models.policy.weights.slice();
    const steps = await run({ ...models, config });
    expect(steps).toHaveLength(4);
    expect(steps.at(-1)!.record.updates).toBeGreaterThan(2);
    expect(models.policy.weights).not.toEqual(before);
    for (const { record } of steps) expect(Object.values(record.metrics).every(Number.isFinite)).toBe(true);
  });

  test('gives the same run for the same seed, and goes on from any step as if it had never stopped', async () => {
    const whole = modelsFor(config);
    const steps = reproducible(await run({ ...whole, config }));
    const first = modelsFor(config);
    const part = await run({ ...first, config }, 2);
    const second = modelsFor(config);
    await second.policy.load(await first.policy.save());
    if (first.critic) await second.critic!.load(await first.critic.save());
    const rest = await run({ ...second, config, startAt: structuredClone(part.at(-1)!.state) });
    expect(reproducible([...part, ...rest])).toEqual(steps);
    expect(second.policy.weights).toEqual(whole.policy.weights);
  });

  test('learns the words', async () => {
    const long = { ...config, epochs: 50 };
    const steps = await run({ ...modelsFor(long), config: long });
    expect(passRate(steps[0]!)).toBeLessThan(0.15);
    expect(passRate(steps.at(-1)!)).toBeGreaterThan(1 / 3);
  });
});
