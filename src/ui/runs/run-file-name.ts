/** What the files are called that a run leaves the page as. */

import type { ExportKind } from '../../core/exports.ts';
import type { RunInfo } from '../../core/history.ts';
import { nameOf } from './run-lines.ts';

/** Letters and digits of the run's name, words joined by hyphens; and what it is, where it is no run to be taken in again. */
export function runFileName(run: Pick<RunInfo, 'name' | 'config'>, kind?: ExportKind): string {
  const name = nameOf(run)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${['greenbar', name || 'run', ...(kind === undefined ? [] : [kind])].join('-')}.zip`;
}
