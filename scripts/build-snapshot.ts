/** Makes the sandbox's files in `public/sandbox`: CPython's WebAssembly module and the memory image, both compressed. */

import { ensureSandboxFiles, SANDBOX_FOLDER } from '../src/sandbox/files.ts';

/** Builds what is missing or out of date; says on stderr what it did. */
export async function buildSnapshot(folder: string = SANDBOX_FOLDER): Promise<void> {
  const built = await ensureSandboxFiles(folder);
  process.stderr.write(built ? 'sandbox: interpreter image built\n' : 'sandbox: interpreter image is up to date\n');
}
