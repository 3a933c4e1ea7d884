/** The exercise end to end: some epochs of the default settings on our page in headless Chromium, and in TRL on the same CPU. */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { BrowserSession } from '../src/cli/browser-session.ts';
import { parseConfig, type RunConfig } from '../src/core/config.ts';
import { messageOf } from '../src/core/errors.ts';
import type { PhaseSeconds, StepRecord } from '../src/core/records.ts';
import { mean } from '../src/core/stats.ts';
import type { Problem } from '../src/core/types.ts';
import { loadProblemSet } from '../src/problems/load.ts';
import { drawProblems } from '../src/rl/rollout/epoch.ts';
import type { RunSeconds } from '../src/trainer/api.ts';
import { runTrl, type TrlEpoch } from './peers/trl.ts';

/** Seconds of one epoch. */
export interface OurTimes {
  /** All of `parts`, and `between`. */
  readonly total: number;
  /** CPU time of all of the browser's processes, mean over the epochs between the first step's report and the last one's. */
  readonly cpu: number;
  /** Means over all epochs but the first, which warms everything up. */
  readonly parts: PhaseSeconds;
  /** From a step to the next, records and storage: what no phase and no measurement of the run took, mean over all epochs. */
  readonly between: number;
  /** Mean over the rollouts of all epochs. */
  readonly reward: number;
}

export interface TrlTimes extends TrlEpoch {
  /** CPython processes that judged at a time. */
  readonly processes: number;
}

export interface ExerciseReport {
  readonly epochs: number;
  readonly rollouts: number;
  readonly ours: OurTimes;
  /** Programs judged one after another, and as many at a time as there are cores; empty where TRL is not installed. */
  readonly trl: readonly TrlTimes[];
}

/** Measuring is left out: TRL has nothing like it. */
export function exerciseConfig(epochs: number): RunConfig {
  return parseConfig({
    backend: 'wasm',
    epochs,
    evaluation: { samples: 1, heldOutSamples: 0, everyEpochs: 0 },
  });
}

/** The page is asked before and behind TRL, so that a machine that gets busier favours neither. */
export async function measureExercise(
  session: BrowserSession,
  { epochs, python }: { readonly epochs: number; readonly python: string | null },
  progress: (message: string) => void,
  onTrouble: (what: 'TRL' | 'second run of the exercise', message: string) => void,
): Promise<ExerciseReport> {
  const config = exerciseConfig(epochs);
  const runs = [await runOurs(session, config, progress)];
  // Another version of TRL may not take our settings; what has been measured until then is kept.
  const trl: TrlTimes[] = [];
  if (python !== null) {
    try {
      for await (const times of runPeers(python, config, progress)) trl.push(times);
    } catch (error) {
      onTrouble('TRL', messageOf(error));
    }
  }
  if (trl.length > 0) {
    try {
      runs.push(await runOurs(session, config, progress));
    } catch (error) {
      onTrouble('second run of the exercise', messageOf(error));
    }
  }
  const rollouts = (config.lectureProblems + config.auxiliaryProblems) * config.groupSize;
  return { epochs, rollouts, ours: average(runs), trl };
}

async function runOurs(
  session: BrowserSession,
  config: RunConfig,
  progress: (message: string) => void,
): Promise<OurTimes> {
  const records: StepRecord[] = [];
  // Seconds of CPU time at the report of each step; reports come some tenths of a second late.
  const cpu: number[] = [];
  const summary = await session.call('train', config, async (events) => {
    for (const event of events) {
      if (event.type !== 'step') continue;
      records.push(event.record);
      cpu.push(await session.cpuSeconds());
      progress(`exercise: epoch ${records.length} of ${config.epochs}: ${event.record.seconds.total.toFixed(2)} s`);
    }
  });
  if (summary === null) throw new Error('exercise: expected a run to its end, got a stopped one');
  return timesOf(records, summary.seconds, (cpu.at(-1)! - cpu[0]!) / (cpu.length - 1));
}

/** @param cpu seconds of one epoch */
export function timesOf(records: readonly StepRecord[], run: RunSeconds, cpu: number): OurTimes {
  const counted = records.slice(1);
  const part = (name: keyof PhaseSeconds) => mean(counted.map(({ seconds }) => seconds[name]));
  const total = part('total');
  const between = run.other / records.length;
  return {
    total: total + between,
    cpu,
    parts: {
      sample: part('sample'),
      judge: part('judge'),
      reference: part('reference'),
      update: part('update'),
      total,
    },
    between,
    reward: mean(records.map(({ metrics }) => metrics.reward ?? 0)),
  };
}

/** Programs judged one after another, then side by side. */
async function* runPeers(
  python: string,
  config: RunConfig,
  progress: (message: string) => void,
): AsyncGenerator<TrlTimes> {
  const read = (path: string) => readFile(new URL(`../public/${path}`, import.meta.url), 'utf8');
  const sets = { lecture: await loadProblemSet('lecture', read), auxiliary: await loadProblemSet('auxiliary', read) };
  const epochs = Array.from({ length: config.epochs }, (_, step): readonly Problem[] =>
    drawProblems(config, sets, step),
  );
  const threads = availableParallelism();
  const counts = threads > 1 ? [1, threads] : [1];
  for (const processes of counts) {
    const onEpoch = ({ total }: TrlEpoch) =>
      progress(`exercise in TRL, ${processes} at a time: epoch of ${total.toFixed(1)} s`);
    const all = await runTrl({ python, config, epochs, threads, processes, onEpoch });
    const counted = all.slice(1);
    const average = (name: keyof TrlEpoch) => mean(counted.map((epoch) => epoch[name]));
    yield {
      processes,
      total: average('total'),
      cpu: average('cpu'),
      sample: average('sample'),
      judge: average('judge'),
      rest: average('rest'),
      reward: mean(all.map(({ reward }) => reward)),
    };
  }
}

function average(runs: readonly OurTimes[]): OurTimes {
  const over = (pick: (run: OurTimes) => number) => mean(runs.map(pick));
  return {
    total: over(({ total }) => total),
    cpu: over(({ cpu }) => cpu),
    parts: {
      sample: over(({ parts }) => parts.sample),
      judge: over(({ parts }) => parts.judge),
      reference: over(({ parts }) => parts.reference),
      update: over(({ parts }) => parts.update),
      total: over(({ parts }) => parts.total),
    },
    between: over(({ between }) => between),
    reward: over(({ reward }) => reward),
  };
}
