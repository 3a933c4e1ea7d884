/** What the engine needs of its surroundings: the compiled module, threads, and how many cores there are. */

import type { Thread } from './helper.ts';

export interface Platform {
  loadModule(): Promise<WebAssembly.Module>;
  spawnThread(): Promise<Thread>;
  readonly cores: number;
}

/** The browser's, or Node's in tests and scripts. */
export async function currentPlatform(): Promise<Platform> {
  if (typeof process === 'undefined' || process.versions?.node === undefined) {
    return (await import('./platform-browser.ts')).browserPlatform;
  }
  // Not a literal, so that bundles for the page do not follow it to Node's modules.
  const file = './platform-node.ts';
  const { nodePlatform }: typeof import('./platform-node.ts') = await import(/* @vite-ignore */ file);
  return nodePlatform;
}
