/** Surroundings for a whole trainer without a browser: a table of logits for a model, a rule for a judge, memory for a store. */

import type { PromptCodec } from '../../src/core/codec.ts';
import type { RunConfigInput } from '../../src/core/config.ts';
import type { Policy, PolicyInfo } from '../../src/core/policy.ts';
import type { RunEvent, StepRecord } from '../../src/core/records.ts';
import type { Problem } from '../../src/core/types.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { buildTokenizer } from '../../src/model/tokenizer.ts';
import { type ModelLibrary, memoryModelLibrary } from '../../src/store/model-library.ts';
import { memoryPoolStore, type PoolStore } from '../../src/store/pools.ts';
import { memoryProblemStore } from '../../src/store/problems.ts';
import { memoryRunStore } from '../../src/store/run-memory.ts';
import type { RunStore } from '../../src/store/runs.ts';
import type { Environment, OwnModel } from '../../src/trainer/environment.ts';
import { type LiveRuns, localRuns } from '../../src/trainer/live-runs.ts';
import type { RunOptions } from '../../src/trainer/run.ts';
import type { TrainerSession } from '../../src/trainer/session.ts';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from './letters.ts';
import { TabularPolicy } from './tabular-policy.ts';

export const TOY_SPEC: ModelSpec = {
  vocabSize: VOCABULARY,
  contextLength: 8,
  width: 8,
  layers: 1,
  heads: 1,
  activation: 'relu',
  layerNormEpsilon: 1e-5,
};

export const TOY_CONFIG: RunConfigInput = {
  seed: 3,
  epochs: 6,
  lectureProblems: 2,
  auxiliaryProblems: 1,
  groupSize: 16,
  optimizer: { learningRate: 0.1 },
  sampling: { maxNewTokens: 5 },
  evaluation: { samples: 16, heldOutSamples: 8, everyEpochs: 3, samplesDuring: 8 },
};

export const toyPolicy = (
  backend: PolicyInfo['backend'] = 'cpu',
  { valueHead = false }: { readonly valueHead?: boolean } = {},
) =>
  new TabularPolicy({ prompts: 9, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT, backend, valueHead });

/** For runs whose engine never dies. */
export const steadyKeeper = (policy: Policy): RunOptions['keeper'] => ({
  use: (work) => work(policy, undefined),
  keep: () => {},
});

export interface ToyWorld {
  readonly store?: RunStore;
  readonly pools?: PoolStore;
  /** Shared by sessions that stand for tabs of one browser. */
  readonly liveRuns?: LiveRuns;
  readonly removedRuns?: LiveRuns;
  readonly heldModels?: LiveRuns;
  readonly storageEstimate?: Environment['storageEstimate'];
  /** Called before the programs of each step are judged, with 1 for the first; throwing in it is a crash of the worker. */
  readonly onJudge?: (step: number) => void;
  /** Given what a sandbox worker's death is told to. */
  readonly onConnect?: (tell: (message: string) => void) => void;
  /** The table when absent. */
  readonly createPolicy?: Environment['createPolicy'];
  readonly models?: ModelLibrary;
  /** The table when absent. */
  readonly loadModel?: Environment['loadModel'];
  /** First weights; those of the table when absent. */
  readonly weights?: () => Float32Array;
  /** Of the judge, whatever it does. */
  readonly judgeVersion?: string;
  /** Which programs are right; "ab" alone when absent. */
  readonly passes?: (code: string) => boolean;
}

export const toyModel = ({ weights }: ToyWorld = {}): OwnModel => ({
  spec: TOY_SPEC,
  weights: weights?.() ?? toyPolicy().weights,
  tokenizer: buildTokenizer([], { size: 200, minimumCount: 1 }),
  codec: toyCodec,
});

/** The warm-up that measures the device asks with a sentence, which the table does not know. */
export const toyCodec: PromptCodec = { ...letterCodec, encodePrompt: ({ text }) => [Number(text) || 0] };

export function toyEnvironment(world: ToyWorld = {}): Environment {
  const { models = memoryModelLibrary(), loadModel = async () => toyModel(world) } = world;
  const { store = memoryRunStore(), pools = memoryPoolStore(), liveRuns = localRuns(), onJudge, onConnect } = world;
  const { removedRuns = localRuns() } = world;
  const problems = (...ids: number[]): Problem[] => ids.map((id) => letterProblem(id));
  const { passes = (code: string) => code === 'ab' } = world;
  const rule = new RuleJudge((_, code) => Number(passes(code)));
  let step = 0;
  return {
    openStore: async () => store,
    openPools: async () => pools,
    openProblems: async () => memoryProblemStore(),
    openModels: async () => models,
    heldModels: world.heldModels ?? localRuns('model'),
    liveRuns,
    removedRuns,
    ...(world.storageEstimate && { storageEstimate: world.storageEstimate }),
    connect: (_port, _baseUrl, onTrouble) => onConnect?.(onTrouble),
    judge: async () => ({
      judge: (jobs) => {
        // Training asks for public and reward tests, measuring for all three kinds.
        if (jobs.some(({ kinds }) => kinds.length === 2)) onJudge?.(++step);
        return rule.judge(jobs);
      },
      [Symbol.asyncDispose]: async () => {},
    }),
    judgeVersion: async () => world.judgeVersion ?? 'toy',
    // Programs behave alike that begin with the same letter.
    probe: async (jobs) => jobs.map(({ code }) => ({ outputs: [code.slice(0, 1)] })),
    grade: async () => {},
    loadModel,
    loadSets: async () => ({
      lecture: problems(0, 1),
      auxiliary: problems(2, 3, 4),
      phrasings: problems(5, 6),
      compositions: problems(7, 8),
    }),
    loadPython: async () => ({ 'greenbar_reward.py': '# grades\n', 'train_trl.py': '# trains\n' }),
    createPolicy:
      world.createPolicy ??
      (async ({ spec }) => ({
        policy: toyPolicy('cpu', spec),
        notes: ['no GPU here'],
      })),
    pretrain: async () => {},
  };
}

/** Trains with a listener that may act on every event. */
export async function trainToy(
  session: TrainerSession,
  config: RunConfigInput = TOY_CONFIG,
  onEvent: (event: RunEvent) => void = () => {},
) {
  const events: RunEvent[] = [];
  const summary = await session.train(config, (batch) => {
    events.push(...batch);
    batch.forEach(onEvent);
  });
  return { summary, events };
}

export const stepRecords = (events: readonly RunEvent[]): StepRecord[] =>
  events.flatMap((event) => (event.type === 'step' ? [event.record] : []));

/** All of step records that two runs of one seed share. */
export const reproducible = (steps: readonly StepRecord[]) =>
  steps.map(({ seconds: _seconds, spans: _spans, ...rest }) => rest);
