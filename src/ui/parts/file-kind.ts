/** What a file is by its first bytes, whatever it is called: one that was taken to the wrong panel can be told where it belongs. */

export type FileKind = 'zip' | 'json' | 'other';

/** Enough for the signature of a zip, and for white space before a bracket. */
const HEAD = 64;

/** Never throws: a file that cannot be read is told by whoever reads the whole of it. */
export async function fileKind(file: Blob): Promise<FileKind> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    // PK, then the number of a local file or of the directory of an empty zip.
    if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)) return 'zip';
    return /^\uFEFF?\s*[[{]/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(head)) ? 'json' : 'other';
  } catch {
    return 'other';
  }
}

/** Tells zips from the rest, both in their order. */
export async function withoutZips(
  files: readonly File[],
): Promise<{ readonly zips: readonly File[]; readonly rest: readonly File[] }> {
  const kinds = await Promise.all(files.map(fileKind));
  return { zips: files.filter((_, i) => kinds[i] === 'zip'), rest: files.filter((_, i) => kinds[i] !== 'zip') };
}
