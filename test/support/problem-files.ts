/** Files of problems for tests: made up, committed ones and public sets that lie beside the checkout. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bytesFile, type SourceFile } from '../../src/problems/files/source.ts';

const MADE_UP = new URL('../cases/problems/', import.meta.url);

/** A file under `test/cases/problems`; `as` is another name for it. */
export const madeUpFile = (path: string, as = path): SourceFile => bytesFile(as, readFileSync(new URL(path, MADE_UP)));

/** All files of a folder there, by their path in it. */
export const madeUpFolder = (folder: string): SourceFile[] =>
  readdirSync(fileURLToPath(new URL(folder, MADE_UP)), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(fileURLToPath(MADE_UP).length)}/${entry.name}`)
    .map((path) => madeUpFile(path));
