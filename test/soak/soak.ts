/** The soak itself: runs the programs in some order, checks undo and sentinels on the way, and compares two such runs. */

import { createRng } from '../../src/core/rng.ts';
import { steadyText, WALL_CLOCK } from '../../src/core/same-verdict.ts';
import type { Outcome, Problem, Verdict } from '../../src/core/types.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import { type Candidate, candidate } from './candidates.ts';
import { SENTINELS } from './sentinels.ts';

/** Where the programs run. */
export interface SoakEngine extends AsyncDisposable {
  run(assignments: readonly Assignment[]): Promise<readonly Verdict[]>;
  /** Whether the memory of every interpreter equals its checkpoint now. */
  isPristine(): Promise<boolean>;
}

export interface SoakOptions {
  readonly problems: readonly Problem[];
  readonly seed: number;
  readonly count: number;
  /** The memory is compared after every program of the first so many, and later after every batch. */
  readonly checkEach: number;
  /** Programs between two checks later on. */
  readonly batch: number;
}

/** How many programs lie between two rounds of the sentinels, in the order they run. */
const SENTINEL_EVERY = 50;

/** One pass over all programs. */
export interface SoakRun {
  /** The verdict of program i as text, wall time aside. */
  readonly verdicts: readonly string[];
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** What went wrong on the way, one sentence each. */
  readonly faults: readonly string[];
  readonly seconds: number;
  /** How many times the memory was compared. */
  readonly checks: number;
}

/** Both passes, and what came of holding them against each other. */
export interface SoakReport {
  readonly passes: readonly Omit<SoakRun, 'verdicts'>[];
  /** Numbers of the programs whose verdicts differ; everything about the first of them. */
  readonly different: readonly number[];
  readonly first?: string;
}

/** The order of a run: pass 0 as numbered, later passes shuffled. */
export function orderOf(count: number, seed: number, pass: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  return pass === 0 ? order : createRng('shuffle', seed, pass).shuffle(order);
}

/** Cuts an order into what is run between two checks of the memory. */
function batches(order: readonly number[], { checkEach, batch }: SoakOptions): number[][] {
  const single = order.slice(0, checkEach).map((i) => [i]);
  const rest: number[][] = [];
  for (let at = checkEach; at < order.length; at += batch) rest.push(order.slice(at, at + batch));
  return [...single, ...rest];
}

const about = ({ kind, parts }: Candidate, index: number) => `program ${index} (${kind}: ${parts.join(', ')})`;

/**
 * Runs all programs once.
 *
 * @param onProgress hears after every batch how many programs are done
 */
export async function soak(
  engine: SoakEngine,
  options: SoakOptions,
  pass: number,
  onProgress: (done: number) => void | Promise<void> = () => {},
): Promise<SoakRun> {
  const { problems, seed, count } = options;
  const verdicts: string[] = new Array<string>(count);
  const outcomes: Partial<Record<Outcome, number>> = {};
  const faults: string[] = [];
  const sentinels: string[] = [];
  const started = performance.now();
  let done = 0;
  let checks = 0;

  const runSentinels = async () => {
    const round = await engine.run(SENTINELS);
    round.forEach((verdict, i) => {
      const text = steadyText(verdict);
      sentinels[i] ??= text;
      if (text !== sentinels[i]) faults.push(`sentinel ${i} after ${done} programs: ${sentinels[i]} became ${text}`);
    });
    const [right, wrong] = round;
    if (right?.outcome !== 'passed') faults.push(`the right sentinel is ${right?.outcome}: ${right?.error}`);
    if (wrong?.outcome !== 'wrong_answer' || wrong.passed > 0) faults.push(`the wrong sentinel is ${wrong?.outcome}`);
  };

  await runSentinels();
  for (const batch of batches(orderOf(count, seed, pass), options)) {
    const programs = batch.map((i) => candidate(problems, seed, i));
    const answers = await engine.run(programs);
    batch.forEach((index, at) => {
      const verdict = answers[at]!;
      verdicts[index] = steadyText(verdict);
      outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
      const program = programs[at]!;
      if (verdict.error?.startsWith(WALL_CLOCK)) faults.push(`${about(program, index)}: ended by a watchdog`);
      if (verdict.outcome === 'infra_error') faults.push(`${about(program, index)}: ${verdict.error}`);
      if (program.kind === 'right' && verdict.outcome !== 'passed') {
        faults.push(`${about(program, index)} is right, but ${verdict.outcome}: ${verdict.error}`);
      }
    });
    const before = done;
    done += batch.length;
    checks++;
    if (!(await engine.isPristine())) faults.push(`memory differs after ${about(programs.at(-1)!, batch.at(-1)!)}`);
    if (Math.floor(done / SENTINEL_EVERY) > Math.floor(before / SENTINEL_EVERY)) await runSentinels();
    await onProgress(done);
  }
  await runSentinels();
  return { verdicts, outcomes, faults, seconds: (performance.now() - started) / 1000, checks };
}

/** Numbers of the programs whose verdicts differ. */
export function differences(first: SoakRun, second: SoakRun): number[] {
  return first.verdicts.flatMap((verdict, index) => (second.verdicts[index] === verdict ? [] : [index]));
}

/**
 * Two passes over the same programs, each in its own order and in an engine of its own.
 *
 * @param open makes the engine of a pass
 * @param onProgress hears after every batch how many programs of the pass are done
 */
export async function soakTwice(
  open: (pass: number) => Promise<SoakEngine>,
  options: SoakOptions,
  onProgress: (pass: number, done: number) => void | Promise<void> = () => {},
): Promise<SoakReport> {
  const runs: SoakRun[] = [];
  for (const pass of [0, 1]) {
    await using engine = await open(pass);
    runs.push(await soak(engine, options, pass, (done) => onProgress(pass, done)));
  }
  const [first, second] = runs as [SoakRun, SoakRun];
  const different = differences(first, second);
  const passes = runs.map(({ verdicts: _, ...rest }) => rest);
  const [index] = different;
  if (index === undefined) return { passes, different };
  const program = candidate(options.problems, options.seed, index);
  const both = `${first.verdicts[index]} against ${second.verdicts[index]}`;
  return { passes, different, first: `seed ${options.seed}, ${about(program, index)}: ${both}\n${program.code}` };
}
