/** The exercise in TRL's GRPOTrainer: the problems that our run draws, its settings, and one CPython process per program. */

import { fileURLToPath } from 'node:url';
import type { RunConfig } from '../../src/core/config.ts';
import type { Problem } from '../../src/core/types.ts';
import { solvePrompt } from '../../src/corpus/generator.ts';
import { writeProblems } from '../../src/problems/write.ts';
import { ScriptPeer, threadVariables, withJob } from './script.ts';

const CHECKPOINT = fileURLToPath(new URL('../../public/models/base', import.meta.url));

/** Seconds of one epoch. */
export interface TrlEpoch {
  readonly total: number;
  /** CPU time of all threads and processes. */
  readonly cpu: number;
  readonly sample: number;
  readonly judge: number;
  /** Reference, update, and whatever the trainer does beside. */
  readonly rest: number;
  /** Mean over its rollouts. */
  readonly reward: number;
}

export interface TrlOptions {
  readonly python: string;
  readonly config: RunConfig;
  /** Problems of each epoch. */
  readonly epochs: readonly (readonly Problem[])[];
  readonly threads: number;
  /** CPython processes at a time. */
  readonly processes: number;
  readonly onEpoch: (epoch: TrlEpoch) => void;
}

/** What GRPOTrainer calls the settings of a run that it shares with ours. */
function settingsOf({ seed, groupSize, algorithm, optimizer, sampling }: RunConfig) {
  const { minibatches, beta, clipLow: clip } = algorithm;
  const { learningRate, beta1, beta2, clipNorm } = optimizer;
  const { temperature, maxNewTokens } = sampling;
  return { seed, groupSize, minibatches, beta, clip, learningRate, beta1, beta2, clipNorm, temperature, maxNewTokens };
}

/** Trains on the given epochs and returns the times of each. */
export async function runTrl(options: TrlOptions): Promise<TrlEpoch[]> {
  const { python, config, epochs, threads, processes, onEpoch } = options;
  // Problems as the text of a problem file: their integers are larger than JavaScript's.
  const prompts = epochs.map((epoch) => epoch.map(({ text }) => solvePrompt(text)));
  const problems = epochs.map(writeProblems);
  const job = { checkpoint: CHECKPOINT, threads, processes, ...settingsOf(config), prompts, problems };
  return withJob(job, async (path) => {
    const variables = { ...threadVariables(threads), TOKENIZERS_PARALLELISM: 'false' };
    await using peer = ScriptPeer.start([python], 'trl_exercise.py', path, variables);
    const times: TrlEpoch[] = [];
    for (let i = 0; i < epochs.length; i++) {
      const epoch = (await peer.read()) as TrlEpoch;
      times.push(epoch);
      onEpoch(epoch);
    }
    return times;
  });
}
