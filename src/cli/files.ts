/** Reading and writing of files for commands, with errors in one sentence. */

import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { messageOf } from '../core/errors.ts';
import type { Problem } from '../core/types.ts';
import { parseProblems } from '../problems/format.ts';
import { PROBLEM_FILES } from '../problems/load.ts';
import { ROOT } from './build.ts';

const NEWLINE = 0x0a;

/** Text of bytes that must be UTF-8, a byte-order mark left out; names the line of the first that are not. */
function decodeText(bytes: Uint8Array, path: string): string {
  const decode = (part: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(part);
  try {
    return decode(bytes);
  } catch {
    let line = 1;
    for (let start = 0; start < bytes.length; line++) {
      const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.length;
      try {
        decode(bytes.subarray(start, end));
      } catch {
        break;
      }
      start = end;
    }
    throw new Error(`${path}, line ${line}: expected UTF-8 text, got bytes that are not`);
  }
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new Error(`${path}: expected a file, but there is none`);
  if (statSync(path).isDirectory()) throw new Error(`${path}: expected a file, got a folder`);
}

/** A text file that a person named. */
export function readInput(path: string): string {
  requireFile(path);
  return decodeText(readFileSync(path), path);
}

/** A file that a person named and that may be too large to be held. */
export function openInput(path: string): ReadableStream<Uint8Array> {
  requireFile(path);
  return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
}

/** The one JSON value in a file that a person named. */
export function readJson(path: string): unknown {
  const text = readInput(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: expected JSON: ${messageOf(error).replaceAll('\n', ' ')}`);
  }
}

/** Writes all of a file or nothing of it, so that a crash leaves the last good one. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

/**
 * Tries whether `writeWhole` will be able to write a file, before work is done for it.
 *
 * @throws Error that says what is in the way
 */
export function requireWritable(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) throw new Error(`${path}: expected a file, got a folder`);
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`${path}: expected its folder to be there, but there is none`);
  writeFileSync(`${path}.part`, '');
  rmSync(`${path}.part`);
}

/** Writes the files of a checkpoint, by name, into a folder that is made when need be. */
export function writeFolder(folder: string, files: Readonly<Record<string, Uint8Array>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeWhole(join(folder, name), bytes);
}

/**
 * Makes a folder for results; one that holds a run already is refused rather than overwritten. A run that ended before
 * it recorded anything leaves an empty `marker`, and its folder may be used again.
 */
export function freshFolder(path: string, marker: string): string {
  mkdirSync(path, { recursive: true });
  if ((statSync(join(path, marker), { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new Error(`${path}: expected a folder without results, but ${marker} is there`);
  }
  return path;
}

let known: Map<string, Problem> | undefined;

/** The problems that come with the page, by id; the files are read when the first is asked for. */
function knownProblems(): ReadonlyMap<string, Problem> {
  known ??= new Map(
    PROBLEM_FILES.flatMap((name) => {
      const path = `problems/${name}.json`;
      return parseProblems(readInput(join(ROOT, 'public', path)), path).map((problem) => [problem.id, problem]);
    }),
  );
  return known;
}

export const knownProblem = (id: string): Problem | undefined => knownProblems().get(id);
export const knownProblemIds = (): ReadonlySet<string> => new Set(knownProblems().keys());
