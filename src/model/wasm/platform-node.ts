/** The engine's surroundings in Node, for tests, pre-training and benchmarks. Expects `scripts/build-wasm.ts` to have run. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Thread } from './helper.ts';
import type { Platform } from './platform.ts';

const ENTRY = new URL('./worker-node.ts', import.meta.url).href;
// `require.resolve` finds the CommonJS twin, which cannot register a loader for ES modules.
const LOADER = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'))).href;

/** Node 20 does not pass a TypeScript loader on to worker threads, so the thread registers it before its entry. */
const BOOTSTRAP = `
  const { loader, entry } = require('node:worker_threads').workerData;
  import(loader).then(({ register }) => { register(); return import(entry); });
`;

export const nodePlatform: Platform = {
  cores: availableParallelism(),
  async loadModule() {
    return WebAssembly.compile(await readFile(new URL('../../../build/gpt.wasm', import.meta.url)));
  },
  async spawnThread(): Promise<Thread> {
    const worker = new Worker(BOOTSTRAP, { eval: true, workerData: { loader: LOADER, entry: ENTRY } });
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
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
