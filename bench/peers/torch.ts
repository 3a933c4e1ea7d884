/** PyTorch on the CPU as a contestant: the same weights, the same batch, the same updates. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant, Measurement } from '../../src/model/benchmark/race.ts';
import type { Workload } from '../../src/model/benchmark/workload.ts';
import { PythonPeer } from './python.ts';

interface Answer extends Measurement {
  readonly peakBytes: number;
}

/** Starts `torch_gpt.py` on `threads` threads. */
export async function torchContestant(python: string, workload: Workload, threads: number): Promise<Contestant> {
  const { spec, weights, prompts, batch } = workload;
  const folder = await mkdtemp(join(tmpdir(), 'greenbar-bench-'));
  try {
    const packed = join(folder, 'weights.f32');
    await writeFile(packed, weights);
    const completions = batch.sequences.map(({ completion }) => completion);
    const job = join(folder, 'job.json');
    await writeFile(job, JSON.stringify({ spec, threads, weights: packed, prompts, completions }));
    const peer = PythonPeer.start(python, 'torch_gpt.py', [job], { OMP_NUM_THREADS: String(threads) });
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
  } finally {
    await rm(folder, { recursive: true });
  }
}
