/**
 * jax-js on WebAssembly as a contestant. It has no cache to decode with (its arrays are never written in place), so only
 * updates and scores are compared.
 */

import { join } from 'node:path';
import type { Contestant } from '../../src/model/benchmark/race.ts';
import type { Workload } from '../../src/model/benchmark/workload.ts';
import { type Answer, ScriptPeer, withWorkload } from './script.ts';

/** jax-js uses iterator helpers, which Node has from 22 on, and 20 behind a flag. */
const FLAGS = Number(process.versions.node.split('.')[0]) < 22 ? ['--harmony-iterator-helpers'] : [];

/** Starts `jax_gpt.mjs` on the package in `folder`. */
export function jaxContestant(folder: string, workload: Workload): Promise<Contestant> {
  return withWorkload(workload, { package: join(folder, 'dist', 'index.js') }, async (job) => {
    const peer = ScriptPeer.start([process.execPath, ...FLAGS], 'jax_gpt.mjs', job);
    await peer.read();
    let peak: number | null = null;
    const contestant: Contestant = {
      name: 'jax-js wasm',
      samples: false,
      async run(task) {
        const { peakBytes, ...measurement } = (await peer.ask(task)) as Answer;
        peak = peakBytes;
        return { ...measurement, dispatches: null };
      },
      peakBytes: () => peak,
      [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
    };
    return contestant;
  });
}
