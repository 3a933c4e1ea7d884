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
import { drawProblems } from '../src/rl/epoch.ts';
import { runTrl, type TrlEpoch } from './peers/trl.ts';

/** Seconds of one epoch, means over all epochs but the first, which warms everything up. */
export interface OurTimes {
  /** From the end of one epoch to the end of the next: what is stored and told included. */
  readonly total: number;
  readonly cpu: number;
  readonly parts: PhaseSeconds;
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
  onTrouble: (message: string) => void,
): Promise<ExerciseReport> {
  const config = exerciseConfig(epochs);
  const first = await runOurs(session, config, progress);
  // Another version of TRL may not take our settings; what we have measured ourselves is kept.
  const trl =
    python === null
      ? []
      : await runPeers(python, config, progress).catch((error: unknown) => {
          onTrouble(messageOf(error));
          return [];
        });
  const second = trl.length === 0 ? first : await runOurs(session, config, progress);
  const rollouts = (config.lectureProblems + config.auxiliaryProblems) * config.groupSize;
  return { epochs, rollouts, ours: average([first, second]), trl };
}

async function runOurs(
  session: BrowserSession,
  config: RunConfig,
  progress: (message: string) => void,
): Promise<OurTimes> {
  const records: StepRecord[] = [];
  // Events come in batches, the last of an epoch with the end of its record.
  let begin = { time: 0, cpu: 0 };
  let end = begin;
  await session.call('train', config, async (events) => {
    for (const event of events) {
      if (event.type !== 'step') continue;
      records.push(event.record);
      end = { time: performance.now() / 1000, cpu: await session.cpuSeconds() };
      if (records.length === 1) begin = end;
      progress(`exercise: epoch ${records.length} of ${config.epochs}: ${event.record.seconds.total.toFixed(2)} s`);
    }
  });
  const epochs = records.length - 1;
  const counted = records.slice(1);
  const part = (name: keyof PhaseSeconds) => mean(counted.map(({ seconds }) => seconds[name]));
  return {
    total: (end.time - begin.time) / epochs,
    cpu: (end.cpu - begin.cpu) / epochs,
    parts: {
      sample: part('sample'),
      judge: part('judge'),
      reference: part('reference'),
      update: part('update'),
      total: part('total'),
    },
    reward: mean(records.map(({ metrics }) => metrics.reward ?? 0)),
  };
}

async function runPeers(python: string, config: RunConfig, progress: (message: string) => void): Promise<TrlTimes[]> {
  const read = (path: string) => readFile(new URL(`../public/${path}`, import.meta.url), 'utf8');
  const sets = { lecture: await loadProblemSet('lecture', read), auxiliary: await loadProblemSet('auxiliary', read) };
  const epochs = Array.from({ length: config.epochs }, (_, step): readonly Problem[] =>
    drawProblems(config, sets, step),
  );
  const threads = availableParallelism();
  const counts = threads > 1 ? [1, threads] : [1];
  const times: TrlTimes[] = [];
  for (const processes of counts) {
    const onEpoch = ({ total }: TrlEpoch) =>
      progress(`exercise in TRL, ${processes} at a time: epoch of ${total.toFixed(1)} s`);
    const all = await runTrl({ python, config, epochs, threads, processes, onEpoch });
    const counted = all.slice(1);
    const average = (name: keyof TrlEpoch) => mean(counted.map((epoch) => epoch[name]));
    times.push({
      processes,
      total: average('total'),
      cpu: average('cpu'),
      sample: average('sample'),
      judge: average('judge'),
      rest: average('rest'),
      reward: mean(all.map(({ reward }) => reward)),
    });
  }
  return times;
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
    reward: over(({ reward }) => reward),
  };
}
