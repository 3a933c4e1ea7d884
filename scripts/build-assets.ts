/** Makes what the page needs and the repository does not hold: the WebAssembly engine, the Python snapshot, the tools. */

import { fileURLToPath } from 'node:url';
import { buildSnapshot } from './build-snapshot.ts';
import { buildTools } from './build-tools.ts';
import { buildWasm } from './build-wasm.ts';

/** Builds all; each is quick when it is current. */
export async function buildAssets(): Promise<void> {
  await buildWasm();
  await buildSnapshot();
  buildTools();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAssets();
