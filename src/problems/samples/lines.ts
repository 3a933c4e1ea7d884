/** A file as a stream of lines: UTF-8 or gzip of it, never held as a whole. */

const NEWLINE = 0x0a;

export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.length > 0) yield next.value;
    }
  } finally {
    // Whoever stops early wants no more of it; what that says is nobody's concern.
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream of what a generator yields. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Text shrinks to a fiftieth at most; beyond this, and above a size that any line may have, somebody built a bomb. */
const MOST_DENSE = 500;
const ALWAYS_FINE = 2 ** 26;

async function* unzipped(chunks: AsyncGenerator<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let [packed, unpacked] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const plain = chunksOf(streamOf(counted()).pipeThrough(new DecompressionStream('gzip')));
  for (;;) {
    const next = await plain.next().catch(() => {
      throw new Error(`${file}: expected a whole gzip file, got one that is broken or cut off`);
    });
    if (next.done) return;
    unpacked += next.value.length;
    if (unpacked > ALWAYS_FINE && unpacked > MOST_DENSE * packed) {
      await plain.return(undefined);
      throw new Error(
        `${file}: expected a gzip file of text, got ${packed} bytes that unpack to more than ${unpacked}`,
      );
    }
    yield next.value;
  }
}

/** The bytes of a file; those of gzip, told by its first two, unpacked. */
async function* bytesOf(stream: ReadableStream<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const chunks = chunksOf(stream);
  const head: Uint8Array[] = [];
  while (head.reduce((sum, { length }) => sum + length, 0) < 2) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* head;
    yield* chunks;
  }
  const [first, second] = head.flatMap((chunk) => [...chunk.subarray(0, 2)]);
  yield* first === 0x1f && second === 0x8b ? unzipped(all(), file) : all();
}

/** What becomes of bytes that are no UTF-8: an error, or U+FFFD in their place. */
export type BadBytes = 'refuse' | 'replace';

/** A line as bytes; null where it is longer than may be, and was let go. */
export interface RawLine {
  readonly parts: readonly Uint8Array[] | null;
  readonly number: number;
}

/**
 * Lines without their ends, as they arrive.
 *
 * @param most bytes of a line
 * @throws Error for broken gzip
 */
export async function* rawLinesOf(
  stream: ReadableStream<Uint8Array>,
  file: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<RawLine> {
  let open: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const add = (part: Uint8Array) => {
    size += part.length;
    if (size > most) open = [];
    else if (part.length > 0) open.push(part);
  };
  const take = (): RawLine => {
    const line = { parts: size > most ? null : open, number: number++ };
    [open, size] = [[], 0];
    return line;
  };
  for await (const chunk of bytesOf(stream, file)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    // The chunk's memory may be used again by whoever gave it.
    if (from < chunk.length) add(chunk.slice(from));
  }
  if (size > 0) yield take();
}

/** @throws Error naming the line whose bytes are no UTF-8, where these are refused */
export function decodeLine(
  { parts, number }: RawLine & { readonly parts: readonly Uint8Array[] },
  file: string,
  badBytes: BadBytes = 'refuse',
): Line {
  // A byte-order mark is left out by the decoder.
  const decoder = new TextDecoder('utf-8', { fatal: badBytes === 'refuse' });
  try {
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
    return { text, number };
  } catch {
    throw new Error(`${file}, line ${number}: expected UTF-8 text, got bytes that are not`);
  }
}

/** Beyond this no text of JavaScript's goes. */
const LONGEST_LINE = 2 ** 28;

/**
 * Lines as text, as they arrive.
 *
 * @param file name for errors
 * @throws Error naming the line whose bytes are no UTF-8 where these are refused, or that is too long, and for broken gzip
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  file: string,
  badBytes: BadBytes = 'refuse',
): AsyncGenerator<Line> {
  for await (const { parts, number } of rawLinesOf(stream, file, LONGEST_LINE)) {
    if (parts === null)
      throw new Error(`${file}, line ${number}: expected at most ${LONGEST_LINE} bytes in a line, got more`);
    yield decodeLine({ parts, number }, file, badBytes);
  }
}
