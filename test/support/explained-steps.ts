/** Steps of real runs in the toy world, with everything that their records keep: what explanations are tested on. */

import { ALGORITHM_NAMES, ALGORITHMS } from '../../src/core/algorithms.ts';
import {
  needsOutcomeCritic,
  needsValueHead,
  parseConfig,
  type RunConfig,
  type RunConfigInput,
} from '../../src/core/config.ts';
import { layerConfig } from '../../src/core/config-diff.ts';
import type { RolloutRecord, StepRecord } from '../../src/core/records.ts';
import { train } from '../../src/rl/loop.ts';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from './letters.ts';
import { TabularPolicy } from './tabular-policy.ts';

export interface ExplainedStep {
  readonly config: RunConfig;
  readonly record: StepRecord;
  readonly rollouts: readonly RolloutRecord[];
}

const word = (index: number) => ({ ...letterProblem(index), reference: index % 2 === 0 ? 'ab' : 'ba' });
const problems = { lecture: [word(0), word(1)], auxiliary: [word(2), word(3), word(4)] };

/** Right is what begins with the right letter, half right what ends with it; now and then the verdict is a fault of ours. */
const judge = () =>
  new RuleJudge(({ reference = '' }, code) => {
    if (code === 'd' || code === 'cd') return 'infra';
    return code[0] === reference[0] ? 1 : code.at(-1) === reference[0] ? 0.5 : 0;
  });

const table = { prompts: 5, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT };

const TOY: RunConfigInput = {
  seed: 5,
  epochs: 2,
  lectureProblems: 2,
  auxiliaryProblems: 1,
  optimizer: { learningRate: 0.1 },
  sampling: { maxNewTokens: 5, firstMaxNewTokens: 0, lengthenAt: 0 },
  rollout: { overlongCache: 0 },
  groupSize: 16,
};

/** Settings that no algorithm of the list has, or not with a KL or a ratio that moves. */
const VARIANTS: Readonly<Record<string, RunConfigInput>> = {
  'batch-std': { algorithm: { advantage: 'batch-std', innerEpochs: 2 } },
  'three passes': { algorithm: { innerEpochs: 3 } },
  'KL in the reward': {
    algorithm: { klPlacement: 'reward', beta: 0.3, dropZeroVariance: false, maskTruncated: false, innerEpochs: 2 },
  },
  'k1, sequence-sum, entropy': {
    algorithm: { klEstimator: 'k1', aggregation: 'sequence-sum', entropyBonus: 0.05, innerEpochs: 2, beta: 0.5 },
  },
  'sequence ratio with KL': {
    algorithm: { ratio: 'sequence', clipLow: 0.02, clipHigh: 0.02, beta: 0.2, innerEpochs: 3 },
  },
  'correction and dual clip': {
    algorithm: { correction: 'token-mask', correctionCap: 1.01, dualClip: 1.05, innerEpochs: 4, clipHigh: 0.3 },
    rollout: { pipelined: true },
  },
  'fraction of tests': { reward: 'fraction', algorithm: { advantage: 'maxrl' } },
  'overlong tokens': { rollout: { overlongCache: 3 }, algorithm: { maskTruncated: false } },
  'value head, two passes': {
    algorithm: { advantage: 'gae', dropZeroVariance: false, maskTruncated: false, innerEpochs: 3 },
  },
};

/** What the toy's size asks of single algorithms. */
const NEEDED: Readonly<Record<string, RunConfigInput>> = {
  'adaptive-groups': { rollout: { hardGroupSize: 48 } },
  'warm-start': { rollout: { warmStart: 1 } },
};

const input = (name: string): RunConfigInput => {
  const given = VARIANTS[name];
  if (given !== undefined) return layerConfig(TOY, given);
  const known = ALGORITHM_NAMES.find((one) => one === name);
  if (known === undefined) throw new Error(`explained steps: expected one of EXPLAINED, got ${name}`);
  return layerConfig(ALGORITHMS[known].config, TOY, NEEDED[name] ?? {});
};

/** Names of runs that `explainedSteps` knows: every algorithm, and what no algorithm has. */
export const EXPLAINED: readonly string[] = [...ALGORITHM_NAMES, ...Object.keys(VARIANTS)];

/** The first steps of a short run that have programs, at most so many. */
export async function explainedSteps(
  name: string,
  changes: RunConfigInput = {},
  most = Number.POSITIVE_INFINITY,
): Promise<ExplainedStep[]> {
  const config = parseConfig(layerConfig(input(name), changes));
  const policy = new TabularPolicy({ ...table, valueHead: needsValueHead(config) });
  const critic = needsOutcomeCritic(config) ? new TabularPolicy(table) : undefined;
  const steps: ExplainedStep[] = [];
  for await (const event of train({ policy, critic, judge: judge(), problems, codec: letterCodec, config })) {
    if (event.type === 'step' && event.rollouts.length > 0) {
      steps.push({ config, record: event.record, rollouts: event.rollouts });
    }
    if (steps.length === most) break;
  }
  return steps;
}
