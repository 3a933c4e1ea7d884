/** Measures the model of a run: which sets, how many samples, at which temperatures. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { Judge } from '../../core/judge.ts';
import type { Policy } from '../../core/policy.ts';
import {
  type Evaluation,
  type MeasuredWhen,
  type ProblemSetName,
  RUN_SETS,
  type RunEvent,
  type RunSetName,
  type SetEvaluation,
} from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import type { RunControl } from '../control.ts';
import { measureCriticSampling } from './critic-measure.ts';
import { evaluatePolicy } from './evaluate.ts';

/** The sets that come with the page, and the problems that a person brought to the run. */
export type ProblemSets = Readonly<Record<ProblemSetName | 'auxiliary', readonly Problem[]>> & {
  readonly own?: readonly Problem[];
};

export interface MeasureOptions {
  readonly policy: Policy;
  /** Of a run that has one: sampling with it is measured after training. */
  readonly critic?: Policy | undefined;
  readonly judge: Judge;
  readonly codec: PromptCodec;
  readonly sets: ProblemSets;
  readonly config: RunConfig;
  readonly control: RunControl;
  readonly emit: (event: RunEvent) => void;
}

/** The cooler temperature of the before and after measurements, the lecture's own. */
const COOL = 0.8;

/** A round of critic sampling draws this part of the samples of the ten: both ways together cost as much as they do. */
const CRITIC_SHARE = 4;

/** One set, sampled at one temperature. */
interface Part {
  readonly set: RunSetName;
  readonly temperature: number;
  readonly samples: number;
  /** Judge the greedy completions too. */
  readonly greedy: boolean;
}

/**
 * Before and after, all sets at temperature 1, and half as often at a cooler one: that shows how much of a gain is mere
 * sharpening, which needs no training at all. In between, only the ten. A person's own problems are sampled as often as
 * the ten.
 */
function partsOf(when: MeasuredWhen, { evaluation }: RunConfig, sets: ProblemSets): Part[] {
  if (when === 'before' && !evaluation.before) return [];
  if (when === 'during') return [{ set: 'lecture', temperature: 1, samples: evaluation.samplesDuring, greedy: false }];
  const counts = RUN_SETS.filter((set) => sets[set] !== undefined)
    .map((set) => ({
      set,
      samples: set === 'lecture' || set === 'own' ? evaluation.samples : evaluation.heldOutSamples,
    }))
    .filter(({ samples }) => samples > 0);
  return [
    ...counts.map((part) => ({ ...part, temperature: 1, greedy: true })),
    ...counts.map(({ set, samples }) => ({ set, temperature: COOL, samples: Math.ceil(samples / 2), greedy: false })),
  ];
}

interface PartsOptions extends Pick<MeasureOptions, 'policy' | 'judge' | 'codec' | 'sets' | 'control'> {
  readonly seed: number;
  readonly maxNewTokens: number;
  readonly onProgress: (part: Part, done: number, total: number) => void;
}

/** Evaluates part after part, or gives null when it was stopped. */
async function measureParts(options: PartsOptions, parts: readonly Part[]): Promise<SetEvaluation[] | null> {
  const { sets, control, seed, maxNewTokens, onProgress, ...model } = options;
  const results: SetEvaluation[] = [];
  for (const part of parts) {
    const { set, temperature, samples, greedy } = part;
    const result = await evaluatePolicy({
      ...model,
      set,
      problems: sets[set] ?? [],
      samples,
      sampling: { temperature, topP: 1, topK: 0, maxNewTokens },
      seed,
      greedy,
      onProgress: (done, total) => {
        onProgress(part, done, total);
        return control.safePoint();
      },
    });
    if (result === null) return null;
    results.push(result);
  }
  return results;
}

/** One measurement of a run, or null when it was stopped. */
export async function measure(options: MeasureOptions, when: MeasuredWhen, epoch: number): Promise<Evaluation | null> {
  const { config, emit, critic, ...rest } = options;
  const now = () => performance.now() - options.control.pausedMs;
  const from = now();
  const tell = (set: RunSetName, how: string, done: number, total: number) =>
    emit({
      type: 'phase',
      phase: 'evaluating',
      detail: `${when}: ${set}${how}`,
      done,
      total,
      measuring: { when, set },
    });
  const onProgress = ({ set, temperature }: Part, done: number, total: number) =>
    tell(set, temperature === 1 ? '' : ` at temperature ${temperature}`, done, total);
  const { maxNewTokens } = config.sampling;
  const parts = partsOf(when, config, rest.sets);
  const sets = await measureParts({ ...rest, seed: config.seed, maxNewTokens, onProgress }, parts);
  if (sets === null) return null;
  const evaluation = () => ({ epoch, sets, seconds: (now() - from) / 1000 });
  if (critic === undefined || when !== 'after') return evaluation();
  const set = 'lecture';
  const criticSampling = await measureCriticSampling({
    ...rest,
    critic,
    set,
    problems: rest.sets[set],
    perRound: Math.ceil(config.evaluation.samples / CRITIC_SHARE),
    sampling: { temperature: 1, topP: 1, topK: 0, maxNewTokens },
    seed: config.seed,
    onProgress: (done, total) => {
      tell(set, ' with critic sampling', done, total);
      return rest.control.safePoint();
    },
  });
  return criticSampling && { ...evaluation(), criticSampling };
}
