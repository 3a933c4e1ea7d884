/** Fills pools of samples: draws what is missing, judges every different program once, and never trains. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge, Verdicts } from '../../core/judge.ts';
import type { JudgedSample } from '../../core/measuring.ts';
import type { Policy, SamplingRule } from '../../core/policy.ts';
import { sum } from '../../core/stats.ts';
import type { Completion, Problem } from '../../core/types.ts';
import { isMissingImport } from '../../eval/missing-import.ts';
import { planBatches } from '../../eval/plan.ts';
import { firstDraws, type PooledProgram, programKey, type SamplePool } from '../../eval/pool.ts';
import { judgeEnded, type Program } from '../../rl/rollout/judging.ts';
import { MAX_PROMPTS, programOf } from '../../rl/rollout/sampling.ts';
import { ALL_KINDS, combineVerdicts, VISIBLE } from '../../verify/verdicts.ts';
import { checkStreams, SAMPLES_PER_PROBLEM } from './streams.ts';

export interface FillOptions {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly codec: PromptCodec;
  readonly problems: readonly Problem[];
  readonly sampling: SamplingRule;
  /** Pools of one seed share their random numbers: differences between models are due to the weights. */
  readonly seed: number;
  /** Of the first sample of the first problem (`firstStreamOf`). */
  readonly firstStream: number;
  /** Pools of the same problems in which a program may have been judged already. */
  readonly known?: readonly SamplePool[];
  /**
   * Told between batches how many samples are there and how many there will be. Waiting in it pauses the work, false ends
   * it.
   */
  readonly onProgress?: (done: number, total: number) => Promise<boolean> | boolean;
  /** Told when a batch of a problem's samples is judged, for whoever keeps the pool; making it a list takes its time. */
  readonly onGrown?: (problem: number, pool: () => SamplePool) => void;
}

export interface Filled {
  readonly pools: readonly SamplePool[];
  /** Samples that were drawn, and different programs that were judged for them. */
  readonly sampled: number;
  readonly judged: number;
}

const CUT_OFF: JudgedSample = {
  outcome: 'truncated',
  public: false,
  visible: false,
  correct: false,
  missingImport: false,
};

/**
 * Pools of the first `samples` draws of every problem, `[problems]`. What the given pools hold is not drawn again; what
 * could not be judged in them is judged once more. While one batch is judged, the next is sampled. Null when `onProgress`
 * ended it; `onGrown` has then had all that was judged.
 */
export async function fillPools(
  options: FillOptions,
  pools: readonly SamplePool[],
  samples: number,
): Promise<Filled | null> {
  const { problems, policy, codec, judge, known = [] } = options;
  checkStreams(problems.length, samples);
  const growing = problems.map((_, p) => new GrowingPool(pools[p], [pools[p], known[p]]));
  const missing = growing.map(({ size }) => Math.max(0, samples - size));
  const total = problems.length * samples;
  let [done, judged] = [total - sum(missing), 0];
  const proceed = async () => (await options.onProgress?.(done, total)) ?? true;
  const judgeAll = async (touched: readonly number[]): Promise<void> => {
    const programs = touched.flatMap((problem) =>
      growing[problem]!.unjudged().map((program) => ({ problem, program })),
    );
    const verdicts = await judgePrograms(
      judge,
      programs.map(({ problem, program: { code, truncated } }) => {
        return { problem: problems[problem]!, code, completion: { truncated } };
      }),
    );
    programs.forEach(({ problem, program }, i) => {
      growing[problem]!.settle(program, verdicts[i]!);
    });
    judged += programs.filter(({ program }) => !program.truncated).length;
  };
  const prompts = problems.map((problem) => codec.encodePrompt(problem));
  let judging: Promise<void> = Promise.resolve();
  try {
    for (const batch of planBatches(
      growing.map(({ size }) => size),
      samples,
      MAX_PROMPTS,
    )) {
      if (!(await proceed())) {
        await judging;
        return null;
      }
      const completions = await policy.sample(
        batch.map(({ problem }) => prompts[problem]!),
        {
          ...options.sampling,
          seed: options.seed,
          streams: batch.map(({ problem, sample }) => streamOf(options, problem, sample)),
        },
      );
      await judging;
      batch.forEach(({ problem }, i) => {
        growing[problem]!.draw(completions[i]!, codec);
      });
      const touched = [...new Set(batch.map(({ problem }) => problem))];
      judging = judgeAll(touched).then(() => {
        done += batch.length;
        for (const problem of touched) options.onGrown?.(problem, () => growing[problem]!.pool());
      });
      // A failure is met at the next await; until then it must not count as unhandled.
      judging.catch(() => undefined);
    }
    await judging;
    // Problems that needed no more samples may still have programs of which nobody knows what they do.
    await judgeAll([...problems.keys()]);
  } catch (error) {
    // Nothing goes on once this is over; but the first failure is the one that tells what to do.
    await judging.catch(() => undefined);
    throw error;
  }
  if (!(await proceed())) return null;
  return { pools: growing.map((one) => firstDraws(one.pool(), samples)), sampled: sum(missing), judged };
}

const streamOf = ({ firstStream }: FillOptions, problem: number, sample: number): number =>
  firstStream + problem * SAMPLES_PER_PROBLEM + sample;

type Unjudged = Omit<PooledProgram, 'judged'>;

/** A pool while samples come in. */
class GrowingPool {
  readonly #programs: Unjudged[];
  readonly #judged: (JudgedSample | undefined)[];
  readonly #draws: number[];
  readonly #at: Map<string, number>;
  readonly #known = new Map<string, JudgedSample>();

  /** @param sources where verdicts may be known already; what failed through our fault is not */
  constructor(pool: SamplePool | undefined, sources: readonly (SamplePool | undefined)[]) {
    for (const { programs } of sources.flatMap((source) => source ?? [])) {
      for (const program of programs) {
        if (program.judged.outcome !== 'infra_error') this.#known.set(programKey(program), program.judged);
      }
    }
    this.#programs = pool?.programs.map(({ judged: _judged, ...program }) => program) ?? [];
    this.#judged = this.#programs.map((program) => this.#known.get(programKey(program)));
    this.#draws = [...(pool?.draws ?? [])];
    this.#at = new Map(this.#programs.map((program, at) => [programKey(program), at]));
  }

  get size(): number {
    return this.#draws.length;
  }

  draw(completion: Completion, codec: PromptCodec): void {
    const { truncated, logProbs, ids } = completion;
    const program = { code: programOf(completion, codec), truncated, logProb: sum(logProbs), tokens: ids.length };
    const key = programKey(program);
    let at = this.#at.get(key);
    if (at === undefined) {
      at = this.#programs.push(program) - 1;
      this.#at.set(key, at);
      this.#judged.push(this.#known.get(key));
    }
    this.#draws.push(at);
  }

  /** Programs without a verdict. */
  unjudged(): readonly Unjudged[] {
    return this.#programs.filter((_, at) => this.#judged[at] === undefined);
  }

  settle(program: Unjudged, verdict: JudgedSample): void {
    this.#judged[this.#at.get(programKey(program))!] = verdict;
  }

  /** Everything that is judged; draws are judged batch by batch, in order. */
  pool(): SamplePool {
    return {
      programs: this.#programs.map((program, at) => ({ ...program, judged: this.#judged[at]! })),
      draws: [...this.#draws],
    };
  }
}

/** Judges with all tests. Truncated completions are not run: they are wrong. */
export async function judgePrograms(judge: Judge, programs: readonly Program[]): Promise<JudgedSample[]> {
  const verdicts = await judgeEnded(judge, programs, { kinds: ALL_KINDS });
  return verdicts.map((seen) => (seen === null ? CUT_OFF : judgedOf(seen)));
}

function judgedOf(verdicts: Verdicts): JudgedSample {
  const all = combineVerdicts(verdicts, ALL_KINDS);
  const passes = (kinds: Parameters<typeof combineVerdicts>[1]) =>
    combineVerdicts(verdicts, kinds).outcome === 'passed';
  return {
    outcome: all.outcome,
    public: passes(['public']),
    visible: passes(VISIBLE),
    correct: all.outcome === 'passed',
    missingImport: isMissingImport(all.error),
  };
}
