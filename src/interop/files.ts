/** Small helpers for folders of files. */

import type { ExportedFiles } from '../core/exports.ts';

export const textFile = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const inFolder = (folder: string, files: ExportedFiles): ExportedFiles =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
