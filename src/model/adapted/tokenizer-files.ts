/** Opens the tokenizer of a model: `tokenizer.json`, or `vocab.json` and `merges.txt`, and the id that ends a text. */

import { isRecord, shown } from '../checkpoint/json.ts';
import type { TextTokenizer } from '../text-tokenizer.ts';
import { createBytePairTokenizer } from './byte-pairs.ts';
import { readJson, readText } from './model-files.ts';
import type { ModelFiles } from './opened.ts';
import { parseTokenizerJson } from './tokenizer-json.ts';

const SPECIAL = ['bos_token', 'eos_token', 'unk_token', 'pad_token', 'additional_special_tokens'] as const;
/** What GPT-2 and CodeGen call it when no file does. */
const END_OF_TEXT = '<|endoftext|>';
const FILES = [
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'generation_config.json',
  'vocab.json',
  'merges.txt',
  'added_tokens.json',
] as const;

export interface OpenedTokenizer {
  readonly tokenizer: TextTokenizer;
  readonly used: readonly string[];
  readonly notes: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** @throws Error, in one sentence, when there is none, it is of another kind, or nothing says what ends a text */
export async function openTokenizer(files: ModelFiles, vocabSize: number): Promise<OpenedTokenizer> {
  const config = await readObject(files, 'tokenizer_config.json');
  const map = await readObject(files, 'special_tokens_map.json');
  const own = await readJson(files, 'tokenizer.json');
  const json = own === undefined ? await buildTokenizerJson(files, [config, map]) : own;
  const pairs = parseTokenizerJson(json);
  const endOfText = endOf(
    [
      ['generation_config.json', (await readObject(files, 'generation_config.json')).eos_token_id],
      ['config.json', (await readObject(files, 'config.json')).eos_token_id],
    ],
    tokenIds(
      [config, map].map(({ eos_token }) => eos_token),
      pairs,
    ),
    vocabSize,
  );
  const tokenizer = await createBytePairTokenizer(pairs, { size: vocabSize, endOfText: endOfText.id });
  const notes = [
    ...endOfText.notes,
    ...(pairs.surrounds ? ['Its tokenizer would put special tokens around a text; they are left out.'] : []),
    ...(pairs.missing > 0 ? [`Its tokenizer lacks ${pairs.missing} of the bytes of text; they are lost.`] : []),
  ];
  const unused = own === undefined ? ['tokenizer.json'] : ['vocab.json', 'merges.txt', 'added_tokens.json'];
  return { tokenizer, used: FILES.filter((name) => files.has(name) && !unused.includes(name)), notes };
}

async function readObject(files: ModelFiles, name: string): Promise<Json> {
  const json = (await readJson(files, name)) ?? {};
  if (isRecord(json)) return json;
  throw new Error(`model: ${name}: expected an object, got ${shown(json)}`);
}

/** What `tokenizers` would save for GPT-2's two files. */
async function buildTokenizerJson(files: ModelFiles, configs: readonly Json[]): Promise<object> {
  const merges = await readText(files, 'merges.txt');
  if (!files.has('vocab.json') || merges === undefined) {
    const [there, not] = files.has('vocab.json') ? ['vocab.json', 'merges.txt'] : ['merges.txt', 'vocab.json'];
    const got = files.has(there) ? `${there} without ${not}` : 'no tokenizer';
    throw new Error(`model: expected tokenizer.json, or vocab.json with merges.txt, among the files, got ${got}`);
  }
  const vocab = await readObject(files, 'vocab.json');
  const extra = await readObject(files, 'added_tokens.json');
  const prefix = configs.some(({ add_prefix_space }) => add_prefix_space === true);
  const bytes = { type: 'ByteLevel', add_prefix_space: prefix, trim_offsets: true, use_regex: true };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: addedTokens(vocab, extra, configs),
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: { ...bytes, trim_offsets: false },
    decoder: bytes,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab,
      merges: merges
        .split(/\r?\n/)
        .filter((line) => line !== '' && !line.startsWith('#version'))
        .map((line) => line.split(' ')),
    },
  };
}

/** Special tokens of the configurations, those of `added_tokens.json` and of `added_tokens_decoder`, by id. */
function addedTokens(vocab: Json, extra: Json, configs: readonly Json[]): object[] {
  const named = configs.flatMap((config) => SPECIAL.flatMap((name) => contentsOf(config[name])));
  const special = new Set(named.length > 0 ? named : [END_OF_TEXT]);
  const ids = new Map<string, unknown>(Object.entries(extra));
  for (const content of special) if (Object.hasOwn(vocab, content)) ids.set(content, vocab[content]);
  const plain = { single_word: false, lstrip: false, rstrip: false };
  const tokens = new Map<string, object>();
  for (const [content, id] of ids) {
    const isSpecial = special.has(content);
    tokens.set(content, { id, content, ...plain, normalized: !isSpecial, special: isSpecial });
  }
  for (const { added_tokens_decoder } of configs) {
    for (const [id, token] of Object.entries(added_tokens_decoder ?? {})) {
      for (const content of contentsOf(token)) tokens.set(content, { ...plain, ...token, id: Number(id) });
    }
  }
  return [...tokens.values()];
}

/** The text of a special token, which files write by itself, as an object, or in a list. */
function contentsOf(token: unknown): string[] {
  if (typeof token === 'string') return [token];
  if (Array.isArray(token)) return token.flatMap(contentsOf);
  return isRecord(token) && typeof token.content === 'string' ? [token.content] : [];
}

/** The ids of tokens that the tokenizer has. */
function tokenIds(tokens: readonly unknown[], { vocab, added }: ReturnType<typeof parseTokenizerJson>): number[] {
  const ids = new Map([...vocab, ...added.map(({ content, id }) => [content, id] as const)]);
  return tokens.flatMap(contentsOf).flatMap((token) => ids.get(token) ?? []);
}

/**
 * The configuration of generation goes before the model's, and both before the tokenizer's. Of a list of ids, it is the
 * one that the tokenizer calls the end, or else the first.
 */
function endOf(
  configs: readonly (readonly [file: string, ids: unknown])[],
  named: readonly number[],
  vocabSize: number,
): { readonly id: number; readonly notes: readonly string[] } {
  for (const [file, given] of configs) {
    if (given == null) continue;
    const ids: readonly unknown[] = Array.isArray(given) ? given : [given];
    const valid = ids.filter(
      (id): id is number => Number.isInteger(id) && (id as number) >= 0 && (id as number) < vocabSize,
    );
    const id = valid.find((one) => named.includes(one)) ?? valid[0];
    if (id === undefined || valid.length < ids.length) {
      throw new Error(`model: ${file}: eos_token_id: expected ids below ${vocabSize}, got ${shown(given)}`);
    }
    const others = valid.filter((one) => one !== id);
    return { id, notes: others.length > 0 ? [`Of the ids ${shown(given)}, only ${id} ends a completion here.`] : [] };
  }
  const [id] = named;
  if (id !== undefined) return { id, notes: [] };
  throw new Error('model: config.json: eos_token_id: expected the id that ends a text, got nothing in any file');
}
