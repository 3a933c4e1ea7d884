/** Reading and writing of files for commands, with errors in one sentence. */

import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../core/types.ts';
import { parseProblems } from '../problems/format.ts';
import { PROBLEM_FILES } from '../problems/load.ts';
import { ROOT } from './build.ts';

/** A text file that a person named. */
export function readInput(path: string): string {
  if (!existsSync(path)) throw new Error(`${path}: expected a file, but there is none`);
  if (statSync(path).isDirectory()) throw new Error(`${path}: expected a file, got a folder`);
  return readFileSync(path, 'utf8');
}

/** A folder that a person named as a checkpoint. */
export function requireCheckpoint(folder: string): void {
  for (const file of ['config.json', 'model.safetensors', 'tokenizer.json']) {
    if (!existsSync(join(folder, file))) throw new Error(`${folder}: expected a checkpoint, but ${file} is missing`);
  }
}

/** Writes all of a file or nothing of it, so that a crash leaves the last good one. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

/** Makes a folder for results; one that holds a run already is refused rather than overwritten. */
export function freshFolder(path: string, marker: string): string {
  if (existsSync(join(path, marker))) {
    throw new Error(`${path}: expected a folder without results, but ${marker} is there`);
  }
  mkdirSync(path, { recursive: true });
  return path;
}

let known: Map<string, Problem> | undefined;

/** A problem that comes with the page, by id; the files are read when the first is asked for. */
export function knownProblem(id: string): Problem | undefined {
  known ??= new Map(
    PROBLEM_FILES.flatMap((name) => {
      const path = `problems/${name}.json`;
      return parseProblems(readInput(join(ROOT, 'public', path)), path).map((problem) => [problem.id, problem]);
    }),
  );
  return known.get(id);
}
