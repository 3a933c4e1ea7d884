/** Compiles the WebAssembly engine from `src/model/wasm/assembly/` to `build/gpt.wasm`, unless it is up to date. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = new URL('../', import.meta.url);
const SOURCES = new URL('src/model/wasm/assembly/', ROOT);
const OUTPUT = new URL('build/gpt.wasm', ROOT);
const STAMP = new URL('build/gpt.wasm.stamp', ROOT);

/** No relaxed SIMD and no threads: plain SIMD gives the same bits on every machine. */
const FLAGS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** Returns true when it compiled, false when the output was current. Throws with the compiler's messages. */
export async function buildWasm(): Promise<boolean> {
  const stamp = await digest();
  const [current, output] = await Promise.all([readOrNull(STAMP), readOrNull(OUTPUT)]);
  if (output && current?.toString() === stamp) return false;
  await mkdir(new URL('build/', ROOT), { recursive: true });
  const partial = `build/gpt.${process.pid}.wasm`;
  const arguments_ = [
    'src/model/wasm/assembly/index.ts',
    '--outFile',
    partial,
    '--baseDir',
    fileURLToPath(ROOT),
    ...FLAGS,
  ];
  const { error, stderr } = await asc.main(arguments_);
  if (error) throw new Error(`build-wasm: expected the sources to compile: ${error.message}\n${stderr.toString()}`);
  await rename(new URL(partial, ROOT), OUTPUT);
  await writeFile(STAMP, stamp);
  return true;
}

/** Hash of compiler version, flags and sources. */
async function digest(): Promise<string> {
  const hash = createHash('sha256').update(`${asc.version} ${FLAGS.join(' ')}`);
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.ts')).sort();
  for (const name of names) hash.update(name).update(await readFile(new URL(name, SOURCES)));
  return hash.digest('hex');
}

async function readOrNull(file: URL): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}
