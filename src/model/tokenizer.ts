/**
 * Text to token ids and back: a vocabulary of Python lexemes with single characters to fall back on.
 *
 * A regular expression cuts text into pieces, each of which is one token; nothing is merged afterwards. The file is
 * Hugging Face `tokenizers`' format (a WordLevel model behind a Split pre-tokenizer, a Fuse decoder), and because both
 * engines try the alternatives from left to right, that library produces the same ids.
 *
 * Any text of printable ASCII, tabs and newlines comes back unchanged. Every other character becomes `�`.
 */

import * as v from 'valibot';
import { END_OF_TEXT_ID, PADDING_ID } from './batch.ts';
import type { TextTokenizer } from './text-tokenizer.ts';

const UNKNOWN_ID = 2;

const PAD = '<pad>';
const EOS = '<|endoftext|>';
/** The replacement character: what an unknown character decodes to, here and in `tokenizers`. */
const UNKNOWN = '\uFFFD';

/** Pieces that are always in the vocabulary: the scaffold of documents and the skeleton of Python. */
const SCAFFOLD: readonly string[] = [
  '# Problem: ',
  '\n# Solution:\n',
  '\n# Tests:\n',
  '\n# Attempt:\n',
  '\n# Failed: ',
  'def solution(',
  'assert solution(',
  ') == ',
  ...['):', ':', ''].flatMap((end) => [1, 2, 3, 4].map((depth) => `${end}\n${'    '.repeat(depth)}`)),
  ...['return ', 'for ', ' for ', ' in range(', ' in ', 'if ', ' if ', ' else ', 'elif ', 'while ', 'lambda '],
  ...[' not in ', 'not ', ' and ', ' or ', ' is '],
  ...[' = ', ' == ', ' != ', ' < ', ' > ', ' <= ', ' >= ', ' + ', ' - ', ' * ', ' / ', ' // ', ' % ', ' ** '],
  ...[' += ', ' -= ', ' *= ', ' //= ', ' %= ', ', ', ': ', '[]', '{}', '()', '))', ')]', '])', "''", "' '", '[::-1]'],
];

/** Single characters: newline, tab, and printable ASCII. */
const CHARACTERS = ['\n', '\t', ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))];

/** What may become a learned piece: a call of a method or function, a word with or without its space, a number. */
const LEXEME = /\.[a-z]+\(|(?<![A-Za-z0-9_])[a-z]+\(| ?[A-Za-z_]+[0-9]?(?![A-Za-z0-9_])|[0-9]+(?![A-Za-z0-9_])/;

export interface TokenizerOptions {
  /** Upper bound of the vocabulary. */
  readonly size: number;
  /** How often a piece must occur in the sample texts. */
  readonly minimumCount: number;
}

const FileSchema = v.looseObject({
  model: v.looseObject({
    type: v.literal('WordLevel'),
    vocab: v.record(v.string(), v.number()),
    unk_token: v.literal(UNKNOWN),
  }),
});

export class Tokenizer implements TextTokenizer {
  readonly endOfText = END_OF_TEXT_ID;
  readonly #pieces: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #pattern: RegExp;

  /** @param pieces Text of every id; ids 0, 1 and 2 are padding, end of text and unknown. */
  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
    this.#ids = new Map(pieces.map((piece, id) => [piece, id]));
    if (
      this.#ids.size !== pieces.length ||
      pieces[PADDING_ID] !== PAD ||
      pieces[END_OF_TEXT_ID] !== EOS ||
      pieces[UNKNOWN_ID] !== UNKNOWN
    )
      throw new Error(`tokenizer: expected distinct pieces that begin with ${PAD}, ${EOS}, ${UNKNOWN}`);
    this.#pattern = new RegExp(splitPattern(pieces), 'gu');
  }

  /** V, the number of ids. */
  get size(): number {
    return this.#pieces.length;
  }

  encode(text: string): number[] {
    const matches = text.match(this.#pattern) ?? [];
    return matches.map((piece) => this.#ids.get(piece) ?? UNKNOWN_ID);
  }

  /** The text of ids; padding and end of text are left out. */
  decode(ids: readonly number[]): string {
    return ids.map((id) => this.piece(id)).join('');
  }

  /** The text of one id; empty for padding and end of text. */
  piece(id: number): string {
    const piece = this.#pieces[id];
    if (piece === undefined) throw new RangeError(`tokenizer: expected an id below ${this.size}, got ${id}`);
    return id === PADDING_ID || id === END_OF_TEXT_ID ? '' : piece;
  }

  /** The contents of `tokenizer.json`. */
  toJSON(): object {
    return {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: {
        type: 'Split',
        pattern: { Regex: splitPattern(this.#pieces) },
        behavior: 'Isolated',
        invert: false,
      },
      post_processor: null,
      decoder: { type: 'Fuse' },
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(this.#pieces.map((piece, id) => [piece, id])),
        unk_token: UNKNOWN,
      },
    };
  }
}

/** The contents of `tokenizer_config.json`, with which transformers' `AutoTokenizer` finds the special tokens. */
export function tokenizerConfig(contextLength: number): object {
  return {
    tokenizer_class: 'PreTrainedTokenizerFast',
    model_max_length: contextLength,
    pad_token: PAD,
    eos_token: EOS,
    bos_token: EOS,
    unk_token: UNKNOWN,
    clean_up_tokenization_spaces: false,
  };
}

/**
 * Reads the contents of a `tokenizer.json` that this module wrote.
 *
 * @throws Error when it is another kind of tokenizer, or its ids have gaps.
 */
export function loadTokenizer(json: unknown): Tokenizer {
  const result = v.safeParse(FileSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`tokenizer: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
  }
  const { vocab } = result.output.model;
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(vocab)) pieces[id] = piece;
  const count = Object.keys(vocab).length;
  if (pieces.length !== count || pieces.includes(undefined as never))
    throw new Error(`tokenizer: expected ids 0 to ${count - 1} without gaps, got ids up to ${pieces.length - 1}`);
  return new Tokenizer(pieces);
}

/**
 * Builds the vocabulary from sample texts: scaffold, characters, and the most frequent lexemes, ties in code-unit order.
 * The result depends on the texts only.
 */
export function buildTokenizer(texts: Iterable<string>, { size, minimumCount }: TokenizerOptions): Tokenizer {
  const fixed = [...new Set([...SCAFFOLD, ...CHARACTERS])];
  const known = new Set(fixed);
  const cut = new RegExp(`${alternatives(SCAFFOLD)}|${LEXEME.source}|[\\s\\S]`, 'gu');
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const piece of text.match(cut) ?? []) if (!known.has(piece)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const learned = [...counts]
    .filter(([piece, count]) => count >= minimumCount && /^[\n\t -~]*$/.test(piece))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, Math.max(0, size - 3 - fixed.length))
    .map(([piece]) => piece);
  return new Tokenizer([PAD, EOS, UNKNOWN, ...fixed, ...learned]);
}

/** The pattern that cuts text into pieces: multi-character pieces, longest first, then any one character. */
function splitPattern(pieces: readonly string[]): string {
  return `${alternatives(pieces.slice(UNKNOWN_ID + 1).filter((piece) => piece.length > 1))}|[\\s\\S]`;
}

/** A word or number matches only where it ends: `sum` is not cut out of `summary`. */
function alternatives(pieces: readonly string[]): string {
  return [...pieces]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((piece) => asRegex(piece) + (/[A-Za-z0-9_]$/.test(piece) ? '(?![A-Za-z0-9_])' : ''))
    .join('|');
}

/** Escapes for JavaScript's unicode mode and for Oniguruma alike. */
function asRegex(piece: string): string {
  return piece
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
}
