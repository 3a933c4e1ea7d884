/** Files as they come: a name with its path, and bytes that are read once, unpacked where they are gzip, never beyond a limit. */

/** A file that somebody chose, dropped or named. */
export interface SourceFile {
  /** With its folders, where it came with any: `train/0001/question.txt`. */
  readonly name: string;
  readonly open: () => ReadableStream<Uint8Array>;
}

export interface ReadLimits {
  /** Bytes of one line, and of a text that is read as a whole. */
  readonly text: number;
  /** Bytes of one zip, and of all that is unpacked from it. */
  readonly zip: number;
  readonly unzipped: number;
  /** Bytes of all files of one reading, unpacked. */
  readonly all: number;
  /** Values that are kept of all rows: each takes a hundred bytes and more. */
  readonly values: number;
}

const MEGABYTE = 2 ** 20;

/** Room for every published set but the largest files of code_contests and LiveCodeBench, whose rows pass one by one. */
export const READ_LIMITS: ReadLimits = {
  text: 64 * MEGABYTE,
  zip: 256 * MEGABYTE,
  unzipped: 512 * MEGABYTE,
  all: 4096 * MEGABYTE,
  values: 5_000_000,
};

/** Bytes as people read them. */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${Math.round(bytes / MEGABYTE)} MB` : `${bytes} bytes`;

/** All bytes of a stream; null where there are more than may be. What is left is not read. */
export async function bytesUpTo(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > most) return null;
      chunks.push(next.value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The first bytes of a file, which tell a zip. */
export async function headOf(file: SourceFile, count: number): Promise<Uint8Array> {
  const reader = file.open().getReader();
  const head: number[] = [];
  try {
    for (let next = await reader.read(); !next.done && head.length < count; next = await reader.read()) {
      head.push(...next.value.subarray(0, count - head.length));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return Uint8Array.from(head);
}

/** PK, then the number of a local file or of the directory of an empty zip. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);

/** Bytes of the beginning that tell a binary file. */
export const BINARY_HEAD = 512;

/** Control characters that no text has; NUL and the like may stand in a damaged one, but not all over it. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32) || byte === 127;

/** Whether a file that begins so is no text at all: a picture, weights, an archive of another kind. Gzip is unpacked first. */
export function isBinary(head: Uint8Array): boolean {
  if (head[0] === 0x1f && head[1] === 0x8b) return false;
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  const odd = head.filter(isControl).length + (text.match(/\ufffd/g)?.length ?? 0);
  return odd * 8 > head.length;
}

/** A file in memory. */
export const bytesFile = (name: string, bytes: Uint8Array): SourceFile => ({
  name,
  open: () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    }),
});

export const textFile = (name: string, text: string): SourceFile => bytesFile(name, new TextEncoder().encode(text));
