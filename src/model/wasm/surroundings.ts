/** Finds out where the engine runs: in a browser, or in Node in tests and scripts. */

import type { Platform } from './platform.ts';

export async function currentPlatform(): Promise<Platform> {
  if (typeof process === 'undefined' || process.versions?.node === undefined) {
    return (await import('./platform-browser.ts')).browserPlatform;
  }
  // Not a literal, so that bundles for the page do not follow it to Node's modules.
  const file = './platform-node.ts';
  const { nodePlatform }: typeof import('./platform-node.ts') = await import(/* @vite-ignore */ file);
  return nodePlatform;
}
