/** Makes what the page needs and the repository does not hold: the WebAssembly engine and the Python snapshot. */

import { fileURLToPath } from 'node:url';
import { buildSnapshot } from './build-snapshot.ts';
import { buildWasm } from './build-wasm.ts';

/** Builds both; each is quick when it is current. */
export async function buildAssets(): Promise<void> {
  await buildWasm();
  await buildSnapshot();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAssets();
