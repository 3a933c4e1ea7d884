/** Loads the problem sets that come with the page: the lecture's ten, the auxiliary ones, and two held-out sets. */

import { messageOf } from '../core/errors.ts';
import type { Problem } from '../core/types.ts';
import { parseProblems } from './format.ts';

export const PROBLEM_FILES = ['lecture', 'auxiliary', 'phrasings', 'compositions'] as const;
export type ProblemFile = (typeof PROBLEM_FILES)[number];

/** Reads a text file by its path relative to the page, such as `problems/lecture.json`. */
export type ReadText = (path: string) => Promise<string>;

/** Reads over HTTP, relative to `baseUrl` (the page's own address). */
export function fetchFrom(baseUrl: string | URL): ReadText {
  return async (path) => {
    const url = new URL(path, baseUrl);
    const response = await fetch(url).catch((error: unknown) => {
      throw new Error(`problems: expected ${url} to load, got ${messageOf(error)}`);
    });
    if (!response.ok) throw new Error(`problems: expected ${url} to load, got status ${response.status}`);
    return response.text();
  };
}

/**
 * Loads `problems/NAME.json`.
 *
 * @param from the page's address, or a reader where there is no HTTP (Node)
 * @throws FormatError when the file is not what the format says
 */
export async function loadProblemSet(name: ProblemFile, from: string | URL | ReadText): Promise<Problem[]> {
  const read = typeof from === 'function' ? from : fetchFrom(from);
  const path = `problems/${name}.json`;
  return parseProblems(await read(path), path);
}
