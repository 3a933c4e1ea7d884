/** The adapters that a run has left, with its card: `checkpoint/` as it stands. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportedFiles } from '../core/exports.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { RUN } from './run-folder.ts';

/**
 * @param run its folder
 * @throws Error, one sentence, where a run has none
 */
export function adapterFolder(run: string): ExportedFiles {
  const folder = join(run, RUN.checkpoint);
  if (!existsSync(join(folder, ADAPTER_CONFIG)))
    throw new Error(`${folder}: expected the adapters of an imported model (${ADAPTER_CONFIG}), got none`);
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}
