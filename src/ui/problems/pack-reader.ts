/** Has files of problems read in a worker of their own; here where there are no workers, as in tests. */

import * as Comlink from 'comlink';
import type { Reading } from '../../problems/pack.ts';
import { type ChosenFile, sourcesOf } from './pack-files.ts';

export interface PackReader {
  read(files: readonly ChosenFile[]): Promise<Reading>;
}

/** @throws Error where the worker died: there is no more memory */
export async function readPackFiles(files: readonly ChosenFile[]): Promise<Reading> {
  if (typeof Worker === 'undefined') {
    const { readProblemFiles } = await import('../../problems/pack.ts');
    return readProblemFiles(sourcesOf(files));
  }
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
  const died = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(`problems: expected the files to be read, got ${event.message}`));
  });
  try {
    return await Promise.race([Comlink.wrap<PackReader>(worker).read(files), died]);
  } finally {
    worker.terminate();
  }
}
