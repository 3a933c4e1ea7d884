/**
 * LiveCodeBench's private tests: JSON in a string, or base64 of zlib of a pickle that holds that string. The pickle is read
 * as far as one text needs; a pickle can run code where it is loaded, so whatever else stands in it is refused by name.
 */

import { FormatError, fail, inside, type Place } from '../fields.ts';
import type { JsonNode } from '../lossless.ts';

const FIELD = 'private_test_cases';
/** Bytes that may come out of one row. */
const MOST_UNPACKED = 256 * 2 ** 20;

/** Opcodes of Python's `pickletools` that a text needs. */
const OP = {
  PROTO: 0x80,
  FRAME: 0x95,
  BINUNICODE: 0x58,
  SHORT_BINUNICODE: 0x8c,
  BINUNICODE8: 0x8d,
  MEMOIZE: 0x94,
  BINPUT: 0x71,
  LONG_BINPUT: 0x72,
  STOP: 0x2e,
} as const;

/** Names of what else people and attackers pickle. */
const OTHERS: Readonly<Record<number, string>> = {
  99: 'GLOBAL',
  105: 'INST',
  111: 'OBJ',
  82: 'REDUCE',
  98: 'BUILD',
  129: 'NEWOBJ',
  146: 'NEWOBJ_EX',
  147: 'STACK_GLOBAL',
  80: 'PERSID',
  81: 'BINPERSID',
  130: 'EXT1',
  131: 'EXT2',
  132: 'EXT4',
  40: 'MARK',
  93: 'EMPTY_LIST',
  125: 'EMPTY_DICT',
  41: 'EMPTY_TUPLE',
  78: 'NONE',
  75: 'BININT1',
  66: 'BINBYTES',
  67: 'SHORT_BINBYTES',
  86: 'UNICODE',
};

export class PickleError extends Error {}

/** Sequential reading of bytes. */
class Bytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(count: number): Uint8Array {
    if (count > this.#bytes.length - this.at) throw new PickleError(`expected ${count} more bytes, got the end`);
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  size(bytes: 4 | 8): number {
    this.take(bytes);
    const at = this.at - bytes;
    return bytes === 4 ? this.#view.getUint32(at, true) : Number(this.#view.getBigUint64(at, true));
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PickleError('expected UTF-8 text, got bytes that are not');
  }
}

/**
 * The one text in a pickle.
 *
 * @throws PickleError for anything else, by the name of its opcode
 */
export function unpickleText(pickle: Uint8Array): string {
  const bytes = new Bytes(pickle);
  let text: string | undefined;
  const put = (length: number) => {
    if (text !== undefined) throw new PickleError('expected one text, got another');
    text = decode(bytes.take(length));
  };
  for (;;) {
    const opcode = bytes.byte();
    switch (opcode) {
      case OP.PROTO:
      case OP.BINPUT:
        bytes.take(1);
        break;
      case OP.LONG_BINPUT:
        bytes.take(4);
        break;
      case OP.FRAME:
        bytes.take(8);
        break;
      case OP.MEMOIZE:
        break;
      case OP.SHORT_BINUNICODE:
        put(bytes.byte());
        break;
      case OP.BINUNICODE:
        put(bytes.size(4));
        break;
      case OP.BINUNICODE8:
        put(bytes.size(8));
        break;
      case OP.STOP:
        if (text === undefined) throw new PickleError('expected a text, got none');
        return text;
      default: {
        const name = OTHERS[opcode] ?? `0x${opcode.toString(16).padStart(2, '0')}`;
        throw new PickleError(`expected one text, got the opcode ${name}`);
      }
    }
  }
}

async function inflate(packed: Uint8Array<ArrayBuffer>, place: Place): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await reader.read().catch(() => fail(place, 'zlib data', 'bytes that are none, or are cut off'));
    if (next.done) break;
    size += next.value.length;
    if (size > MOST_UNPACKED) {
      await reader.cancel().catch(() => undefined);
      fail(place, `at most ${MOST_UNPACKED} bytes of tests`, `${packed.length} bytes that unpack to more`);
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function unpack(text: string, place: Place): Promise<string> {
  let packed: Uint8Array<ArrayBuffer>;
  try {
    packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return fail(place, 'tests as JSON, or base64 of them', `${JSON.stringify(text.slice(0, 40))}`);
  }
  const plain = await inflate(packed, place);
  try {
    return unpickleText(plain);
  } catch (error) {
    if (!(error instanceof PickleError)) throw error;
    throw new FormatError(place, `a pickle that is no text: ${error.message}`);
  }
}

/**
 * A row with its private tests as JSON in a string; any other row as it is.
 *
 * @throws FormatError
 */
export async function unpackRow(node: JsonNode, place: Place): Promise<JsonNode> {
  if (node.type !== 'object') return node;
  const tests = node.entries.find(([name]) => name === FIELD)?.[1];
  if (tests?.type !== 'string' || tests.value.trim() === '' || /^\s*[[{]/.test(tests.value)) return node;
  const value = await unpack(tests.value.trim(), inside(place, FIELD));
  return {
    type: 'object',
    entries: node.entries.map(([name, item]) => (name === FIELD ? [name, { type: 'string', value }] : [name, item])),
  };
}
