/** The engine's surroundings in Node, for tests, pre-training and benchmarks. Expects `scripts/build-wasm.ts` to have run. */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Thread } from './helper.ts';
import type { Platform } from './platform.ts';

export const nodePlatform: Platform = {
  cores: availableParallelism(),
  async loadModule() {
    return WebAssembly.compile(await readFile(new URL('../../../build/gpt.wasm', import.meta.url)));
  },
  async spawnThread(): Promise<Thread> {
    const worker = new Worker(new URL('./worker-node.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    return {
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => {
        worker.on('message', listener);
      },
      onFailure: (listener) => {
        worker.on('error', (error) => listener(String(error)));
      },
      terminate: async () => {
        await worker.terminate();
      },
    };
  },
};
