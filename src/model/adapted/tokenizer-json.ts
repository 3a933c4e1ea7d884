/**
 * `tokenizer.json` of a byte-level BPE tokenizer, checked, and put as the library in JavaScript needs it to cut text
 * exactly as Python's `tokenizers` does. Whatever it would do differently is refused by name.
 */

import * as v from 'valibot';
import { isRecord, short, shown } from '../checkpoint/json.ts';
import { missingBytes } from './byte-characters.ts';

const AT = 'tokenizer.json';

export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
}

export interface BytePairs {
  /** The contents of the file. */
  readonly json: object;
  readonly vocab: ReadonlyMap<string, number>;
  /** Tokens that are found in the text before it is cut. */
  readonly added: readonly AddedToken[];
  /** Bytes of text that have no token: they vanish, as in Python. */
  readonly missing: number;
  /** For the library's constructor. */
  readonly library: object;
  /** Whether the file would put special tokens around a text, which is never done here. */
  readonly surrounds: boolean;
}

const AddedTokenSchema = v.looseObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  content: v.pipe(v.string(), v.nonEmpty()),
  special: v.optional(v.boolean(), false),
  // Tokens that take the spaces around them, or stand for whole words only, the library finds elsewhere than Python.
  lstrip: v.optional(v.literal(false), false),
  rstrip: v.optional(v.literal(false), false),
  single_word: v.optional(v.literal(false), false),
});

const NoText = v.optional(v.nullable(v.literal('')));

const FileSchema = v.looseObject({
  added_tokens: v.optional(v.array(AddedTokenSchema), []),
  normalizer: v.optional(v.nullable(v.unknown())),
  pre_tokenizer: v.nullable(v.looseObject({ type: v.string() })),
  post_processor: v.optional(v.nullable(v.looseObject({ type: v.string() }))),
  decoder: v.looseObject({ type: v.literal('ByteLevel') }),
  model: v.looseObject({
    // Older files, GPT-2's among them, do not say it.
    type: v.optional(v.literal('BPE')),
    dropout: v.optional(v.nullable(v.literal(0))),
    unk_token: v.optional(v.nullable(v.string())),
    continuing_subword_prefix: NoText,
    end_of_word_suffix: NoText,
    byte_fallback: v.optional(v.literal(false)),
    fuse_unk: v.optional(v.boolean()),
    ignore_merges: v.optional(v.boolean()),
    vocab: v.custom<Record<string, unknown>>(isRecord, 'an object of ids'),
    merges: v.array(v.unknown()),
  }),
});

/** @throws Error, in one sentence, when it is another kind of tokenizer or does not hold together */
export function parseTokenizerJson(json: unknown): BytePairs {
  if (!isRecord(json)) throw new Error(`${AT}: expected an object, got ${shown(json)}`);
  const result = v.safeParse(FileSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    const path = v.getDotPath(issue) ?? '(root)';
    const expected = issue.type === 'custom' ? issue.message : issue.expected;
    throw new Error(`${AT}: ${path}: expected ${expected}, got ${shown(issue.input)}`);
  }
  const { added_tokens: added, normalizer, pre_tokenizer, post_processor, model } = result.output;
  checkNormalizer(normalizer);
  const vocab = parseVocab(model.vocab, added);
  const merges = parseMerges(model.merges, vocab);
  const missing = missingBytes(vocab);
  const unknown = vocab.has(model.unk_token ?? '') ? model.unk_token : null;
  const steps = cuts(pre_tokenizer);
  // Python lets the bytes on either side of a lost one merge, the library would lose it after merging.
  if (missing.length > 0 && unknown === null) steps.push({ type: 'Replace', pattern: anyOf(missing), content: '' });
  return {
    json,
    vocab,
    added,
    missing: missing.length,
    surrounds: addsTokens(post_processor),
    library: {
      added_tokens: added,
      normalizer: null,
      pre_tokenizer: { type: 'Sequence', pretokenizers: steps },
      post_processor: null,
      decoder: null,
      model: {
        type: 'BPE',
        vocab: model.vocab,
        merges,
        unk_token: unknown,
        fuse_unk: model.fuse_unk ?? false,
        ignore_merges: model.ignore_merges ?? false,
      },
    },
  };
}

function checkNormalizer(normalizer: unknown): void {
  if (normalizer == null) return;
  const { type, normalizers } = normalizer as Record<string, unknown>;
  if (type === 'Sequence' && Array.isArray(normalizers) && normalizers.length === 0) return;
  throw new Error(`${AT}: normalizer: expected null, got ${shown(normalizer)}`);
}

function parseVocab(vocab: Record<string, unknown>, added: readonly AddedToken[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const tokens = new Map<number, string>();
  for (const [token, id] of Object.entries(vocab)) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw new Error(`${AT}: model.vocab: ${shown(token)}: expected an id, got ${shown(id)}`);
    }
    const other = tokens.get(id);
    if (other !== undefined) {
      throw new Error(`${AT}: model.vocab: expected every id once, got ${id} for ${shown(other)} and ${shown(token)}`);
    }
    ids.set(token, id);
    tokens.set(id, token);
  }
  for (const { id, content } of added) {
    const other = tokens.get(id) ?? content;
    if (other !== content || (ids.get(content) ?? id) !== id) {
      throw new Error(`${AT}: added_tokens: expected ${shown(content)} under one id of its own, got ${id} twice`);
    }
    tokens.set(id, content);
  }
  return ids;
}

/** Pairs of tokens, which older files write as one text with a space. */
function parseMerges(merges: readonly unknown[], vocab: ReadonlyMap<string, number>): [string, string][] {
  return merges.map((merge, i) => {
    const pair: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
    if (!Array.isArray(pair) || pair.length !== 2 || pair.some((part) => typeof part !== 'string' || part === '')) {
      throw new Error(`${AT}: model.merges: merge ${i}: expected two tokens, got ${shown(merge)}`);
    }
    const [left, right] = pair as [string, string];
    const missing = [left, right, left + right].find((token) => !vocab.has(token));
    if (missing !== undefined) {
      throw new Error(`${AT}: model.merges: merge ${i}: expected tokens of the vocabulary, got ${shown(missing)}`);
    }
    return [left, right];
  });
}

/**
 * GPT-2's cut, as `tokenizers` has it built in. In the library's own `\s` the byte-order mark is a space and U+0085 is
 * not; as a pattern of a file it is understood as Python does.
 */
const GPT2_CUT = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** The steps that cut a text into pieces, the last of which turns them into bytes. */
function cuts(pre: { readonly type: string } | null): object[] {
  const at = `${AT}: pre_tokenizer`;
  const { type, pretokenizers } = (pre ?? {}) as Record<string, unknown>;
  const steps: readonly unknown[] = type === 'Sequence' && Array.isArray(pretokenizers) ? pretokenizers : [pre];
  return steps.flatMap((step, i): object[] => {
    const { type, ...options } = (isRecord(step) ? step : {}) as Record<string, unknown>;
    const last = i === steps.length - 1;
    if (last !== (type === 'ByteLevel'))
      throw new Error(`${at}: expected ByteLevel as the last step, got ${shown(step)}`);
    switch (type) {
      case 'ByteLevel': {
        if (options.add_prefix_space === true) {
          throw new Error(`${at}: ByteLevel: add_prefix_space: expected false, got true`);
        }
        const bytes = { type, add_prefix_space: false, use_regex: false };
        return options.use_regex === false ? [bytes] : [isolate(GPT2_CUT), bytes];
      }
      case 'Digits':
        // The library's `\d` is ASCII, in Python a digit is any number of Unicode.
        return [isolate(options.individual_digits === true ? '\\p{N}' : '\\p{N}+')];
      case 'Split':
        return [splitOf(options, `${at}: Split`)];
      default:
        throw new Error(`${at}: expected ByteLevel, Digits or Split, got ${shown(type)}`);
    }
  });
}

function anyOf(characters: readonly string[]): object {
  return { Regex: characters.map((character) => (/[^\w\s]/.test(character) ? `\\${character}` : character)).join('|') };
}

function isolate(regex: string): object {
  return { type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false };
}

/** Possessive and atomic parts of a pattern, in which the library would go back where Python does not. */
const NO_WAY_BACK = /[?*+]\+|\(\?>/;

function splitOf(options: Record<string, unknown>, at: string): object {
  const { pattern, behavior, invert } = options;
  const { Regex, String: literal } = (isRecord(pattern) ? pattern : {}) as Record<string, unknown>;
  if (typeof Regex !== 'string' && typeof literal !== 'string') {
    throw new Error(`${at}: pattern: expected Regex or String, got ${shown(pattern)}`);
  }
  if (typeof Regex === 'string' && NO_WAY_BACK.test(Regex)) {
    throw new Error(`${at}: pattern: expected no possessive or atomic parts, got ${short(Regex)}`);
  }
  // What matches is a piece, or with Removed and invert only what matches is left: the library knows no other.
  const known = (behavior === 'Isolated' && invert !== true) || (behavior === 'Removed' && invert === true);
  if (!known) throw new Error(`${at}: behavior: expected "Isolated", got ${shown({ behavior, invert })}`);
  return { type: 'Split', pattern, behavior, invert: invert === true };
}

function addsTokens(post: { readonly type: string } | null | undefined): boolean {
  if (post == null) return false;
  const { type, processors } = post as Record<string, unknown>;
  if (type === 'Sequence' && Array.isArray(processors))
    return processors.some((p) => isRecord(p) && addsTokens(p as never));
  return type !== 'ByteLevel';
}
