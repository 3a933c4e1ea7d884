/** The problem sets that come with the page, read from the repository. */

import { readFile } from 'node:fs/promises';
import type { Problem } from '../../src/core/types.ts';
import { loadProblemSet, type ProblemFile } from '../../src/problems/load.ts';

const PUBLIC = new URL('../../public/', import.meta.url);

export function publicProblems(name: ProblemFile): Promise<Problem[]> {
  return loadProblemSet(name, (path) => readFile(new URL(path, PUBLIC), 'utf8'));
}
