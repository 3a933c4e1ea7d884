/** Peers that are installed, or not: Python with some modules, a package of npm that is no dependency. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Importing PyTorch for the first time reads a gigabyte. */
const IMPORT_MS = 120_000;

/** What a peer says when it cannot take part: one sentence for people. */
export interface Missing {
  readonly missing: string;
}

/** The interpreter that `GREENBAR_PYTHON` names, else `python3`, if it can import all of `modules`. */
export async function findPython(modules: readonly string[]): Promise<{ readonly python: string } | Missing> {
  const python = process.env.GREENBAR_PYTHON || 'python3';
  const program = `import ${modules.join(', ')}`;
  try {
    await promisify(execFile)(python, ['-c', program], { timeout: IMPORT_MS });
    return { python };
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT') return { missing: `${python} is not there` };
    return { missing: stderr.trim().split('\n').at(-1) || `${python} could not run ${program}` };
  }
}

/**
 * Folder of a package that somebody installed beside the dependencies (`npm i --no-save`, `NODE_PATH`), or that an
 * environment variable names.
 */
export function findPackage(name: string, variable: string): { readonly folder: string } | Missing {
  const named = process.env[variable];
  if (named) {
    if (existsSync(join(named, 'package.json'))) return { folder: named };
    return { missing: `${variable} names ${named}, but no package is there` };
  }
  const { resolve } = createRequire(import.meta.url);
  try {
    const entry = resolve(name);
    const at = entry.lastIndexOf(join('node_modules', name));
    return { folder: join(entry.slice(0, at), 'node_modules', name) };
  } catch {
    return { missing: `the npm package ${name} is not installed, and ${variable} does not name its folder` };
  }
}
