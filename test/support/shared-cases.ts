/** Cases of public sets, which are not part of the repository: read where the folder is beside the checkout. */

import { existsSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../shared/cases/', import.meta.url);

/** For `test.skipIf`: whether a shared case file is absent, said in one visible line. */
export function isMissing(path: string): boolean {
  return sharedCase(path) === null;
}

/** Text of a shared case file; null, with one visible line, where the folder is not there. */
export function sharedCase(path: string): string | null {
  const url = new URL(path, FOLDER);
  if (existsSync(url)) return readFileSync(url, 'utf8');
  console.warn(`skipped: ../shared/cases/${path} is not there`);
  return null;
}
