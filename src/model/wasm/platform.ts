/** What the engine needs of its surroundings: the compiled module, threads, and how many cores there are. */

import type { Thread } from './helper.ts';

export interface Platform {
  loadModule(): Promise<WebAssembly.Module>;
  spawnThread(): Promise<Thread>;
  readonly cores: number;
}
