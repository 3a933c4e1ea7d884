/** The engine's surroundings in a page or worker. */

import moduleUrl from '../../../build/gpt.wasm?url';
import type { FromHelper, Thread } from './helper.ts';
import type { Platform } from './platform.ts';

export const browserPlatform: Platform = {
  cores: navigator.hardwareConcurrency,
  async loadModule() {
    const response = await fetch(moduleUrl);
    if (!response.ok) throw new Error(`wasm: expected the engine at ${moduleUrl}, got status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  },
  async spawnThread(): Promise<Thread> {
    const worker = new Worker(new URL('./worker-browser.ts', import.meta.url), { type: 'module' });
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      onMessage: (listener) => {
        worker.onmessage = ({ data }: MessageEvent<FromHelper>) => listener(data);
      },
      onFailure: (listener) => {
        worker.onerror = ({ message }) => listener(message);
      },
      terminate: async () => worker.terminate(),
    };
  },
};
