/** Makes the sandbox's files in `public/sandbox`: CPython's WebAssembly module, the memory image, and the two sealed scripts. */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SANDBOX_SCRIPTS } from '../src/sandbox/names.ts';
import { ensureSandboxFiles, SANDBOX_FOLDER } from '../src/sandbox/snapshot/files.ts';

const sourceOf = (name: string) => fileURLToPath(new URL(`../src/sandbox/workers/${name}.ts`, import.meta.url));
const ENTRIES = { worker: sourceOf('worker'), frame: sourceOf('frame-pool') } as const;

/** One self-contained classic script from a TypeScript file: inside the sealed frame nothing can be loaded. */
export async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      // WebKit has no `using` yet.
      target: 'es2024',
      lib: {
        entry,
        formats: ['iife'],
        name: 'sandbox',
      },
    },
  });
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0];
  if (chunk?.type !== 'chunk')
    throw new Error(`sandbox: expected one script from ${entry}, got ${chunk?.type ?? 'nothing'}`);
  return chunk.code;
}

/** Builds what is missing or out of date; says on stderr what it did. */
export async function buildSnapshot(folder: string = SANDBOX_FOLDER): Promise<void> {
  const built = await ensureSandboxFiles(folder);
  mkdirSync(folder, { recursive: true });
  for (const name of ['worker', 'frame'] as const) {
    const path = join(folder, SANDBOX_SCRIPTS[name]);
    writeFileSync(`${path}.${process.pid}.tmp`, await bundle(ENTRIES[name]));
    renameSync(`${path}.${process.pid}.tmp`, path);
  }
  process.stderr.write(built ? 'sandbox: interpreter image built\n' : 'sandbox: interpreter image is up to date\n');
}
