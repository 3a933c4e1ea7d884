/** Fills pools of samples: draws what is missing, judges every different program once, and never trains. */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge, Verdicts } from '../../core/judge.ts';
import type { JudgedSample } from '../../core/measuring.ts';
import type { Policy, SamplingRule } from '../../core/policy.ts';
import { sum } from '../../core/stats.ts';
import type { Completion, Problem } from '../../core/types.ts';
import { isMissingImport } from '../../eval/missing-import.ts';
import { planBatches } from '../../eval/plan.ts';
import { EMPTY_POOL, firstDraws, type PooledProgram, programKey, type SamplePool } from '../../eval/pool.ts';
import { judgeEnded, type Program } from '../../rl/rollout/judging.ts';
import { endingOf, MAX_PROMPTS, programOf } from '../../rl/rollout/sampling.ts';
import { ALL_KINDS, combineVerdicts, VISIBLE } from '../../verify/verdicts.ts';
import { checkStreams, streamOffsetOf } from './streams.ts';

export interface FillOptions {
  readonly policy: Policy;
  /** Absent where texts are drawn that are no programs: none of them is judged then, and each says `infra_error`. */
  readonly judge?: Judge;
  readonly codec: PromptCodec;
  /** What is asked of the policy; the prompt for a program when absent. */
  readonly prompt?: (problem: Problem) => readonly number[];
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

const NOTHING_PASSED = { public: false, visible: false, correct: false, missingImport: false } as const;
const CUT_OFF: JudgedSample = { outcome: 'truncated', ...NOTHING_PASSED };
/** Where nobody judges; and beyond the draws that are settled, which is never given to anyone. */
const NOT_YET: JudgedSample = { outcome: 'infra_error', ...NOTHING_PASSED };

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
  const { problems, policy, codec, judge, known = [], prompt = (problem) => codec.encodePrompt(problem) } = options;
  checkStreams(problems.length, samples);
  const growing = problems.map((_, p) => new GrowingPool(pools[p] ?? EMPTY_POOL, known[p] ?? EMPTY_POOL));
  const missing = growing.map(({ size }) => Math.max(0, samples - size));
  const total = problems.length * samples;
  let [done, judged] = [total - sum(missing), 0];
  const proceed = async () => (await options.onProgress?.(done, total)) ?? true;
  const judgeOpen = async (judge: Judge, touched: readonly number[]): Promise<void> => {
    const open = touched.flatMap((p) => growing[p]!.open().map(([at, program]) => ({ p, at, program })));
    const verdicts = await judgePrograms(
      judge,
      open.map(({ p, program: { code, truncated } }) => ({ problem: problems[p]!, code, completion: { truncated } })),
    );
    open.forEach(({ p, at }, i) => {
      growing[p]!.judge(at, verdicts[i]!);
    });
    judged += open.filter(({ program }) => !program.truncated).length;
  };
  /** What is drawn of these problems is settled, and told. */
  const judgeAll = async (touched: readonly number[]): Promise<void> => {
    if (judge !== undefined) await judgeOpen(judge, touched);
    for (const p of touched) growing[p]!.settle();
    for (const p of touched) options.onGrown?.(p, () => growing[p]!.pool());
  };
  const prompts = problems.map(prompt);
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
          ...endingOf(codec),
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
      });
      // A failure is met at the next await; until then it must not count as unhandled.
      judging.catch(() => undefined);
    }
    await judging;
    // Problems that needed no more samples may still have programs of which nobody knows what they do.
    if (judge !== undefined) await judgeAll([...problems.keys()].filter((p) => growing[p]!.open().length > 0));
  } catch (error) {
    // Nothing goes on once this is over; but the first failure is the one that tells what to do.
    await judging.catch(() => undefined);
    throw error;
  }
  if (!(await proceed())) return null;
  return { pools: growing.map((one) => firstDraws(one.pool(), samples)), sampled: sum(missing), judged };
}

const streamOf = ({ firstStream }: FillOptions, problem: number, sample: number): number =>
  firstStream + streamOffsetOf(problem) + sample;

type Unjudged = Omit<PooledProgram, 'judged'>;

/** A pool while samples come in. */
class GrowingPool {
  readonly #programs: (Unjudged & { judged?: JudgedSample })[];
  readonly #draws: number[];
  /** Draws of which every program is judged: the first so many. */
  #settled: number;
  /** Programs that are to be judged. */
  readonly #open = new Set<number>();
  readonly #at: Map<string, number>;
  readonly #known: ReadonlyMap<string, JudgedSample>;

  /** @param known where verdicts may be found; what failed there through our fault is unknown */
  constructor({ programs, draws }: SamplePool, known: SamplePool) {
    const sure = [...known.programs, ...programs].filter(({ judged }) => judged.outcome !== 'infra_error');
    this.#known = new Map(sure.map((program) => [programKey(program), program.judged]));
    this.#at = new Map(programs.map((program, at) => [programKey(program), at]));
    this.#programs = programs.map((program) => {
      return { ...program, judged: this.#known.get(programKey(program)) ?? program.judged };
    });
    this.#draws = [...draws];
    this.#settled = draws.length;
    for (const [key, at] of this.#at) if (!this.#known.has(key)) this.#open.add(at);
  }

  get size(): number {
    return this.#draws.length;
  }

  draw(completion: Completion, codec: PromptCodec): void {
    const { truncated, logProbs, ids } = completion;
    const code = programOf(completion, codec);
    const key = programKey({ code, truncated });
    let at = this.#at.get(key);
    if (at === undefined) {
      const judged = this.#known.get(key);
      const program = { code, truncated, logProb: sum(logProbs), tokens: ids.length, ...(judged && { judged }) };
      at = this.#programs.push(program) - 1;
      this.#at.set(key, at);
      if (judged === undefined) this.#open.add(at);
    }
    this.#draws.push(at);
  }

  /** Positions of programs that are to be judged, with these. */
  open(): readonly (readonly [number, Unjudged])[] {
    return [...this.#open].map((at) => [at, this.#programs[at]!] as const);
  }

  judge(at: number, verdict: JudgedSample): void {
    this.#programs[at]!.judged = verdict;
    this.#open.delete(at);
  }

  /** Every program that was drawn so far is judged. */
  settle(): void {
    this.#settled = this.#draws.length;
  }

  /** The draws of which every program is judged. */
  pool(): SamplePool {
    const programs = this.#programs.map((program) => ({ ...program, judged: program.judged ?? NOT_YET }));
    return firstDraws({ programs, draws: this.#draws.slice() }, this.#settled);
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
