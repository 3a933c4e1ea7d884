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

async function* unzipped(chunks: AsyncGenerator<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const plain = streamOf(chunks).pipeThrough(new DecompressionStream('gzip'));
  try {
    yield* chunksOf(plain);
  } catch {
    throw new Error(`${file}: expected a whole gzip file, got one that is broken or cut off`);
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

function decodeLine(parts: readonly Uint8Array[], file: string, number: number, badBytes: BadBytes): Line {
  // A byte-order mark is left out by the decoder.
  const decoder = new TextDecoder('utf-8', { fatal: badBytes === 'refuse' });
  try {
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
    return { text, number };
  } catch {
    throw new Error(`${file}, line ${number}: expected UTF-8 text, got bytes that are not`);
  }
}

/**
 * Lines without their ends, as they arrive.
 *
 * @param file name for errors
 * @throws Error naming the line whose bytes are no UTF-8 where these are refused, and for broken gzip
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  file: string,
  badBytes: BadBytes = 'refuse',
): AsyncGenerator<Line> {
  let open: Uint8Array[] = [];
  let number = 1;
  for await (const chunk of bytesOf(stream, file)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield decodeLine([...open, chunk.subarray(from, at)], file, number++, badBytes);
      open = [];
      from = at + 1;
    }
    if (from < chunk.length) open.push(chunk.slice(from));
  }
  if (open.length > 0) yield decodeLine(open, file, number, badBytes);
}
