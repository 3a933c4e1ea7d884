/** PyTorch on the CPU as a contestant: the same weights, the same batch, the same updates. */

import type { Contestant } from '../../src/model/benchmark/race.ts';
import type { Workload } from '../../src/model/benchmark/workload.ts';
import { type Answer, ScriptPeer, threadVariables, withWorkload } from './script.ts';

/** Starts `torch_gpt.py` on `threads` threads. */
export function torchContestant(python: string, workload: Workload, threads: number): Promise<Contestant> {
  return withWorkload(workload, { threads }, async (job) => {
    const peer = ScriptPeer.start([python], 'torch_gpt.py', job, threadVariables(threads));
    const { version } = (await peer.read()) as { readonly version: string };
    let peak: number | null = null;
    return {
      name: `PyTorch ${version.replace(/\+.*/, '')}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
      async run(task) {
        const { peakBytes, ...measurement } = (await peer.ask(task)) as Answer;
        peak = peakBytes;
        return { ...measurement, dispatches: null };
      },
      peakBytes: () => peak,
      [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
    };
  });
}
