/**
 * Text to token ids and back by the byte pairs of an imported model. Cutting and merging is the library's, reading bytes
 * back is done here: exactly, one id at a time, and without the library's tidying of spaces.
 */

import type { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import { messageOf } from '../../core/errors.ts';
import type { TextTokenizer } from '../text-tokenizer.ts';
import { bytesOf } from './byte-characters.ts';
import type { BytePairs } from './tokenizer-json.ts';

/**
 * @param size V of the model, which may have more ids than the tokenizer has tokens; those have no text
 * @throws Error, in one sentence, when the tokenizer has ids that the model lacks
 */
export async function createBytePairTokenizer(
  pairs: BytePairs,
  { size, endOfText }: { readonly size: number; readonly endOfText: number },
): Promise<TextTokenizer> {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  let library: LibraryTokenizer;
  try {
    library = new Tokenizer(pairs.library, {});
  } catch (error) {
    // A pattern that Python's engine knows and JavaScript's does not.
    throw new Error(`tokenizer.json: pre_tokenizer: expected patterns that can be had here, got ${messageOf(error)}`);
  }
  return new BytePairTokenizer(pairs, library, size, endOfText);
}

class BytePairTokenizer implements TextTokenizer {
  /** The bytes of every id; empty for special tokens and ids without a token. */
  readonly #bytes: readonly Uint8Array[];
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(
    readonly pairs: BytePairs,
    readonly library: LibraryTokenizer,
    readonly size: number,
    readonly endOfText: number,
  ) {
    const { vocab, added } = pairs;
    const bytes = new Array<Uint8Array>(size).fill(new Uint8Array());
    const silent = new Set([endOfText, ...added.filter(({ special }) => special).map(({ id }) => id)]);
    for (const [token, id] of [...vocab, ...added.map(({ content, id }) => [content, id] as const)]) {
      if (id >= size) {
        throw new Error(`tokenizer: expected ids below the model's ${size}, got ${id} for ${JSON.stringify(token)}`);
      }
      if (!silent.has(id)) bytes[id] = bytesOf(token);
    }
    this.#bytes = bytes;
  }

  encode(text: string): number[] {
    return this.library.encode(text, { add_special_tokens: false }).ids;
  }

  decode(ids: readonly number[]): string {
    const parts = ids.map((id) => this.#bytesOf(id));
    const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return this.#decoder.decode(bytes);
  }

  /** Part of a character is U+FFFD, the replacement character. */
  piece(id: number): string {
    return this.#decoder.decode(this.#bytesOf(id));
  }

  toJSON(): object {
    return this.pairs.json;
  }

  #bytesOf(id: number): Uint8Array {
    const bytes = this.#bytes[id];
    if (bytes === undefined) throw new RangeError(`tokenizer: expected an id below ${this.size}, got ${id}`);
    return bytes;
  }
}
