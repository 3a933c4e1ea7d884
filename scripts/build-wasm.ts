/** Compiles the WebAssembly engine from `src/model/wasm/assembly/` into `build/`, unless it is up to date. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = new URL('../', import.meta.url);
const SOURCES = 'src/model/wasm/assembly/';

/** No relaxed SIMD and no threads: plain SIMD gives the same bits on every machine. */
const FLAGS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** What is shipped, and the same with every load and store checked against the regions of the arena, for tests. */
export const WASM_MODULES = { shipped: 'build/gpt.wasm', checked: 'build/gpt.checked.wasm' } as const;

export type WasmVariant = keyof typeof WASM_MODULES;

/** What the checked module calls instead, all of `checked.ts`. */
const CHECKED: readonly (readonly [plain: string, checked: string])[] = [
  ['load<', 'checkedLoad<'],
  ['store<', 'checkedStore<'],
  ['v128.load(', 'checkedLoadVector('],
  ['v128.store(', 'checkedStoreVector('],
  ['v128.load32_splat(', 'checkedLoadSplat('],
  ['v128.store32_lane(', 'checkedStoreLane('],
  ['memory.copy(', 'checkedCopy('],
  ['memory.fill(', 'checkedFill('],
];

/** Returns true when it compiled, false when the output was current. Throws with the compiler's messages. */
export async function buildWasm(variant: WasmVariant = 'shipped'): Promise<boolean> {
  const output = WASM_MODULES[variant];
  const stampFile = new URL(`${output}.stamp`, ROOT);
  const stamp = await digest(variant);
  const [current, existing] = await Promise.all([readOrNull(stampFile), readOrNull(new URL(output, ROOT))]);
  if (existing && current?.toString() === stamp) return false;
  await mkdir(new URL('build/', ROOT), { recursive: true });
  const partial = output.replace('.wasm', `.${process.pid}.wasm`);
  const arguments_ = [`${SOURCES}index.ts`, '--outFile', partial, '--baseDir', fileURLToPath(ROOT), ...FLAGS];
  const readSource = async (name: string) => {
    const text = (await readOrNull(new URL(name, ROOT)))?.toString() ?? null;
    return text !== null && variant === 'checked' && isKernel(name) ? withChecks(text) : text;
  };
  const { error, stderr } = await asc.main(arguments_, { readFile: readSource });
  if (error) throw new Error(`build-wasm: expected the sources to compile: ${error.message}\n${stderr.toString()}`);
  await rename(new URL(partial, ROOT), new URL(output, ROOT));
  await writeFile(stampFile, stamp);
  return true;
}

function isKernel(name: string): boolean {
  return name.startsWith(SOURCES) && !name.endsWith('checked.ts');
}

/** The text of a kernel file with its loads and stores checked. */
function withChecks(source: string): string {
  const names = CHECKED.map(([, checked]) => checked.slice(0, -1)).join(', ');
  const text = CHECKED.reduce((text, [plain, checked]) => {
    const pattern = new RegExp(`(?<![\\w.])${plain.replace(/[.(]/g, '\\$&')}`, 'g');
    return text.replace(pattern, checked);
  }, source);
  return `import { ${names} } from './checked';\n${text}`;
}

/** Hash of compiler version, flags, sources and this script. */
async function digest(variant: WasmVariant): Promise<string> {
  const hash = createHash('sha256')
    .update(`${asc.version} ${variant}`)
    .update(await readFile(fileURLToPath(import.meta.url)));
  const directory = new URL(SOURCES, ROOT);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ts')).sort();
  for (const name of names) hash.update(name).update(await readFile(new URL(name, directory)));
  return hash.digest('hex');
}

async function readOrNull(file: URL): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}
