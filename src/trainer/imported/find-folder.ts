/** Where an imported model is: kept in this browser, or served beside the page by the command line. */

import type { ModelLibrary } from '../../store/model-library.ts';
import { fetchFolder } from './fetch-folder.ts';
import type { ImportedFolder } from './load.ts';

/** @throws Error, in one sentence that says what to do, where it is in neither place */
export async function findFolder(
  name: string,
  library: ModelLibrary,
  baseUrl: string,
  onProgress: (done: number, total: number) => void,
): Promise<ImportedFolder> {
  const served = new URL(`models/imported/${name}/`, baseUrl);
  const folder = (await library.open(name)) ?? (await fetchFolder(served, name, onProgress));
  if (folder !== null) return folder;
  throw new Error(
    `models: expected the imported model ${name} in this browser, found none: import its files under that name`,
  );
}
