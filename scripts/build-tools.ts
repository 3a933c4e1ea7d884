/** Copies the linter's and the type checker's files into `public/tools`: they are loaded beside the page, never bundled. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const TOOLS_FOLDER = fileURLToPath(new URL('../public/tools', import.meta.url));

/** Each package's files, its licence among them, under the names that they are served by. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@astral-sh/ruff-wasm-web': {
    'ruff_wasm.js': 'ruff_wasm.js',
    'ruff_wasm_bg.wasm': 'ruff_wasm_bg.wasm',
    LICENSE: 'ruff.LICENSE.txt',
  },
  'browser-basedpyright': {
    'dist/pyright.worker.js': 'pyright.worker.js',
    'dist/pyright.worker.js.LICENSE.txt': 'pyright.worker.js.LICENSE.txt',
    'LICENSE.txt': 'pyright.LICENSE.txt',
  },
};

/** Copies what is missing or of another version; says on stderr what it did. */
export function buildTools(folder: string = TOOLS_FOLDER): void {
  const homes = Object.keys(TOOLS).map((name) => ({ name, home: dirname(require.resolve(`${name}/package.json`)) }));
  const stamp = JSON.stringify(Object.fromEntries(homes.map(({ name, home }) => [name, versionOf(home)])), null, 2);
  if (isCurrent(folder, stamp)) {
    process.stderr.write('tools: up to date\n');
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const { name, home } of homes) {
    for (const [from, to] of Object.entries(TOOLS[name]!)) copyWhole(join(home, from), join(folder, to));
  }
  writeFileSync(join(folder, 'stamp.json'), stamp);
  process.stderr.write('tools: copied\n');
}

function versionOf(home: string): string {
  return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version;
}

function isCurrent(folder: string, stamp: string): boolean {
  const path = join(folder, 'stamp.json');
  const names = Object.values(TOOLS).flatMap((files) => Object.values(files));
  return (
    existsSync(path) && readFileSync(path, 'utf8') === stamp && names.every((name) => existsSync(join(folder, name)))
  );
}

/** A copy that was broken off must not look like a file of the right name. */
function copyWhole(from: string, to: string): void {
  const partial = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`);
  copyFileSync(from, partial);
  renameSync(partial, to);
}
