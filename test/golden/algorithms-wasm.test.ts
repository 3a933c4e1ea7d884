/** Every kind of state that a run carries, on the real WebAssembly engine: a run that is continued gives the bits of one that was not. */

import { describe, expect, test } from 'vitest';
import { ALGORITHMS, type AlgorithmName } from '../../src/core/algorithms.ts';
import { needsOutcomeCritic, needsValueHead, parseConfig, type RunConfig } from '../../src/core/config.ts';
import { layerConfig } from '../../src/core/config-diff.ts';
import { createRng } from '../../src/core/rng.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { parameterLayout } from '../../src/model/spec.ts';
import { withValueHead } from '../../src/model/value-head.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import { type StepResult, train } from '../../src/rl/loop.ts';
import type { LoopState } from '../../src/rl/state.ts';
import { letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../support/letters.ts';

const SPEC: ModelSpec = {
  vocabSize: VOCABULARY,
  contextLength: 64,
  width: 16,
  layers: 1,
  heads: 2,
  activation: 'gelu_new',
  layerNormEpsilon: 1e-5,
};

function randomWeights(): Float32Array {
  const rng = createRng('init', 3);
  return Float32Array.from(
    parameterLayout(SPEC).flatMap(({ name, size }) => {
      const centre = /ln_\w+\.weight$/.test(name) ? 1 : 0;
      return Array.from({ length: size }, () => centre + 0.5 * (rng.next() - 0.5));
    }),
  );
}

async function modelsFor(config: RunConfig) {
  const base = { spec: SPEC, weights: randomWeights() };
  const policy = await createWasmPolicy({ ...(needsValueHead(config) ? withValueHead(base) : base), workers: 1 });
  await policy.setReference();
  const critic = needsOutcomeCritic(config) ? await createWasmPolicy({ ...base, workers: 1 }) : undefined;
  return { policy, critic };
}

type Models = Awaited<ReturnType<typeof modelsFor>>;

async function run({ policy, critic }: Models, config: RunConfig, most: number, startAt?: LoopState) {
  const word = (index: number) => ({ ...letterProblem(index), reference: 'ab' });
  const problems = { lecture: [word(0), word(1)], auxiliary: [word(2), word(3), word(4)] };
  const judge = new RuleJudge((_, code) => (code.includes('a') ? 1 : code.includes('b') ? 0.5 : 0));
  const steps: StepResult[] = [];
  for await (const event of train({
    policy,
    critic,
    judge,
    problems,
    codec: letterCodec,
    config,
    ...(startAt && { startAt }),
  })) {
    if (event.type !== 'step') continue;
    steps.push(event);
    if (steps.length === most) break;
  }
  return steps;
}

const told = (steps: readonly StepResult[]) =>
  steps.map(({ record: { seconds: _, spans: __, ...record }, rollouts, state }) => ({ record, rollouts, state }));

const NAMES: readonly AlgorithmName[] = [
  'grpo',
  'grpo-plus',
  'dapo',
  'ppo',
  'rlef',
  'coderl',
  'rft',
  'warm-start',
  'adaptive-groups',
];

describe.each(NAMES)('%s on WebAssembly', (name) => {
  const config = parseConfig(
    layerConfig(ALGORITHMS[name].config, {
      seed: 5,
      epochs: 4,
      lectureProblems: 2,
      auxiliaryProblems: 1,
      groupSize: 8,
      optimizer: { learningRate: 0.01, schedule: 'linear' },
      sampling: { maxNewTokens: 6, firstMaxNewTokens: 4, lengthenAt: 2 },
      rollout: { overlongCache: 0, ...(name === 'warm-start' ? { warmStart: 1 } : {}) },
    }),
  );

  test('goes on after two of four steps with the records, programs and weights of a run that never stopped', async () => {
    const whole = await modelsFor(config);
    const steps = told(await run(whole, config, 4));
    const first = await modelsFor(config);
    const part = await run(first, config, 2);
    const second = await modelsFor(config);
    await second.policy.load(await first.policy.save());
    await second.critic?.load(await first.critic!.save());
    const rest = await run(second, config, 4, structuredClone(part.at(-1)!.state));
    expect(told([...part, ...rest])).toEqual(steps);
    expect((await second.policy.save()).weights).toEqual((await whole.policy.save()).weights);
    expect(steps.at(-1)!.record.updates).toBeGreaterThan(2);
    for (const { policy, critic } of [whole, first, second]) {
      await policy[Symbol.asyncDispose]();
      await critic?.[Symbol.asyncDispose]();
    }
  });
});
