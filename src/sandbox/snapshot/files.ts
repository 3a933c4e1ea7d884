/** The two files of the sandbox (compiled CPython, memory image) on disk: made when missing or out of date. Node only. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packImage, type SandboxImage, unpackImage } from '../cpython/image.ts';
import { IMAGE_STAMP, SANDBOX_FILES } from '../names.ts';
import { buildImage, pyodideFolder } from './image-build.ts';
import { evenOutPolls } from './polls.ts';
import { addStackGuard } from './stack-guard.ts';
import { addStoreBarrier } from './store-barrier.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** Where the page's build expects them. */
export const SANDBOX_FOLDER = join(here, '..', '..', '..', 'public', 'sandbox');
/** Sources that shape the image and the module. */
const SOURCES = [
  ...[
    'snapshot/image-build.ts',
    'snapshot/scrub.ts',
    'cpython/image.ts',
    'cpython/capabilities.ts',
    'cpython/hooks.ts',
  ],
  ...['snapshot/store-barrier.ts', 'snapshot/barrier-code.ts', 'snapshot/opcodes.ts', 'cpython/wasm-binary.ts'],
  ...['snapshot/stack-guard.ts', 'snapshot/module-parts.ts', 'snapshot/polls.ts'],
  'cpython/dirty-map.ts',
];

/** Changes whenever Pyodide or one of these sources does. */
function currentStamp(): string {
  const hash = createHash('sha256').update(readFileSync(join(pyodideFolder(), 'package.json')));
  for (const source of SOURCES) hash.update(readFileSync(join(here, '..', source)));
  return hash.digest('hex');
}

/** Written beside and renamed, so that a reader never sees half a file. */
function writeWhole(path: string, bytes: Uint8Array | string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, path);
}

/** Makes the files in `folder` unless they are current; true when it had to (about 6 s). */
export async function ensureSandboxFiles(folder: string = SANDBOX_FOLDER): Promise<boolean> {
  const stamp = JSON.stringify({ stamp: currentStamp() });
  const stampPath = join(folder, IMAGE_STAMP);
  const paths = [join(folder, SANDBOX_FILES.wasm), join(folder, SANDBOX_FILES.image)] as const;
  if (paths.every(existsSync) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return false;
  mkdirSync(folder, { recursive: true });
  const image = await buildImage();
  const even = evenOutPolls(readFileSync(join(pyodideFolder(), 'pyodide.asm.wasm')));
  const guarded = addStackGuard(even, image.header.stackFloor);
  const module = addStoreBarrier(guarded, image.header.dirtyMap);
  writeWhole(paths[0], gzipSync(module, { level: 9 }));
  writeWhole(paths[1], gzipSync(packImage(image), { level: 9 }));
  writeWhole(stampPath, stamp);
  return true;
}

/** The compiled module and the image, for use in this process. */
export async function loadSandboxFiles(
  folder: string = SANDBOX_FOLDER,
): Promise<{ readonly module: WebAssembly.Module; readonly image: SandboxImage }> {
  await ensureSandboxFiles(folder);
  const [wasm, image] = [SANDBOX_FILES.wasm, SANDBOX_FILES.image].map((name) =>
    gunzipSync(readFileSync(join(folder, name))),
  );
  return { module: await WebAssembly.compile(wasm!), image: unpackImage(new Uint8Array(image!)) };
}
