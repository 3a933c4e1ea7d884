/** The soak's engine in Node: interpreters that take turns, so that programs meet different neighbours in every pass. */

import { Buffer } from 'node:buffer';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import { Engine } from '../../src/sandbox/judging/engine.ts';
import { loadSandboxFiles } from '../../src/sandbox/snapshot/files.ts';
import type { SoakEngine } from './soak.ts';

export interface NodeSoakEngine extends SoakEngine {
  /** Bytes of linear memory of all interpreters. */
  readonly memoryBytes: number;
}

/** As `Interpreter.isPristine`, but with the C library's comparison: a check after every program must be quick. */
function equalsImage(memory: Uint8Array, image: Uint8Array, zeros: Uint8Array): boolean {
  const tail = memory.length - image.length;
  return (
    Buffer.compare(memory.subarray(0, image.length), image) === 0 &&
    Buffer.compare(memory.subarray(image.length), zeros.subarray(0, tail)) === 0
  );
}

export async function createNodeEngine(workers: number): Promise<NodeSoakEngine> {
  const { module, image } = await loadSandboxFiles();
  const engines = Array.from({ length: workers }, () => new Engine(module, image, 'node'));
  const zeros = new Uint8Array(DEFAULT_LIMITS.heapBytes);
  const used = new Set<Engine>();
  let turn = 0;
  return {
    run: async (assignments) =>
      assignments.map((assignment) => {
        const engine = engines[turn++ % workers]!;
        used.add(engine);
        return engine.judge(assignment);
      }),
    // Those that ran nothing since the last check are as they were.
    isPristine: async () => {
      const checked = [...used];
      used.clear();
      return checked.every(({ sealed }) => equalsImage(sealed.bytes, image.memory, zeros));
    },
    get memoryBytes() {
      return engines.reduce((sum, { sealed }) => sum + sealed.bytes.length, 0);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
