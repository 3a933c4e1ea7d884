import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { changed, checkpointFiles, jsonBlob } from '../../../test/support/model-files.ts';
import type { TextTokenizer } from '../text-tokenizer.ts';
import type { ModelFiles } from './opened.ts';
import { openTokenizer } from './tokenizer-files.ts';

interface Golden {
  readonly texts: readonly { readonly text: string; readonly ids: readonly number[]; readonly decoded: string }[];
  /** The text of every id by itself. */
  readonly pieces: readonly string[];
  readonly long: {
    readonly lines: string;
    readonly times: number;
    readonly bytes: number;
    readonly count: number;
    readonly sha256: string;
  };
}

const cases = (path: string) => new URL(`../../../test/cases/${path}`, import.meta.url);
const golden = (name: string): Golden => JSON.parse(readFileSync(cases(`tokenizers/${name}/golden.json`), 'utf8'));

describe.each([
  ['gpt2', 'gpt2-bytes', 401],
  // From vocab.json, merges.txt and added tokens; the model has more ids than the tokenizer tokens.
  ['codegen', 'codegen-bytes', 640],
  // Cuts digits apart first, with tokens for chats.
  ['smollm', 'llama-bytes', 448],
])('byte pairs of %s', (name, folder, size) => {
  const { texts, pieces, long } = golden(name);
  let tokenizer: TextTokenizer;

  beforeAll(async () => {
    tokenizer = (await openTokenizer(await checkpointFiles(folder), size)).tokenizer;
  });

  it('gives the ids of Python’s tokenizers', () => {
    for (const { text, ids } of texts) expect([text, tokenizer.encode(text)]).toEqual([text, ids]);
  });

  it('gives them back as the same text', () => {
    for (const { ids, decoded } of texts) expect(tokenizer.decode(ids)).toBe(decoded);
    expect(Array.from(pieces, (_, id) => tokenizer.piece(id))).toEqual(pieces);
  });

  it('gives the ids of a text of a hundred kilobytes', () => {
    const text = (
      texts
        .map(({ text }) => text)
        .filter((t) => !t.includes('<|endoftext|>'))
        .join('') + long.lines
    ).repeat(long.times);
    expect(new TextEncoder().encode(text)).toHaveLength(long.bytes);
    const ids = tokenizer.encode(text);
    expect(ids).toHaveLength(long.count);
    expect(createHash('sha256').update(ids.join(' ')).digest('hex')).toBe(long.sha256);
  });

  it('has the ids of the model, and no others', () => {
    expect(tokenizer.size).toBe(size);
    expect(tokenizer.piece(size - 1)).toBe(pieces[size - 1] ?? '');
    expect(() => tokenizer.piece(size)).toThrow(`tokenizer: expected an id below ${size}, got ${size}`);
    expect(() => tokenizer.decode([-1])).toThrow(RangeError);
    expect(tokenizer.piece(tokenizer.endOfText)).toBe('');
  });

  it('is saved as it can be read again', async () => {
    const saved = new Map([
      ['tokenizer.json', jsonBlob(tokenizer.toJSON())],
      ['config.json', jsonBlob({ eos_token_id: tokenizer.endOfText })],
    ]);
    const again = (await openTokenizer(saved, size)).tokenizer;
    for (const { text, ids } of texts) expect(again.encode(text)).toEqual(ids);
  });
});

describe('characters of several bytes', () => {
  it('come apart by id and together by text', async () => {
    const { tokenizer } = await openTokenizer(await checkpointFiles('gpt2-bytes'), 401);
    const ids = tokenizer.encode('é👍');
    expect(ids.length).toBeGreaterThan(2);
    expect(ids.map((id) => tokenizer.piece(id)).join('')).toMatch(/^\uFFFD+$/);
    expect(tokenizer.decode(ids)).toBe('é👍');
    expect(tokenizer.decode(ids.slice(0, -1))).toMatch(/^é\uFFFD+$/);
  });
});

describe('vocab.json and merges.txt', () => {
  it('make the tokenizer that tokenizer.json has', async () => {
    const files = await checkpointFiles('gpt2-bytes');
    const pairs = changed(files, {
      'tokenizer.json': undefined,
      'vocab.json': new Blob([readFileSync(cases('tokenizers/gpt2/vocab.json'))]),
      // As Windows keeps it.
      'merges.txt': new Blob([readFileSync(cases('tokenizers/gpt2/merges.txt'), 'utf8').replaceAll('\n', '\r\n')]),
      // As transformers writes it beside them.
      'tokenizer_config.json': jsonBlob({
        eos_token: '<|endoftext|>',
        added_tokens_decoder: { 400: { content: '<|endoftext|>', special: true, normalized: false } },
      }),
    });
    const { tokenizer, used } = await openTokenizer(pairs, 401);
    expect(used).toContain('merges.txt');
    for (const { text, ids } of golden('gpt2').texts) expect(tokenizer.encode(text)).toEqual(ids);
  });

  it('are wanted both', async () => {
    const files = changed(await checkpointFiles('codegen-bytes'), { 'merges.txt': undefined });
    await expect(openTokenizer(files, 640)).rejects.toThrow(
      'model: expected tokenizer.json, or vocab.json with merges.txt, among the files, got vocab.json without merges.txt',
    );
    await expect(openTokenizer(changed(files, { 'vocab.json': undefined }), 640)).rejects.toThrow('got no tokenizer');
  });
});

describe('a tokenizer.json of older versions', () => {
  it('has no type of its model, merges as text, and says less of its cut', async () => {
    const files = await checkpointFiles('gpt2-bytes');
    const { model, ...json } = JSON.parse(await files.get('tokenizer.json')!.text());
    const { vocab, merges } = model as { readonly vocab: object; readonly merges: readonly string[][] };
    const older = {
      ...json,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      model: {
        ...{ dropout: null, unk_token: null, continuing_subword_prefix: '', end_of_word_suffix: '', fuse_unk: false },
        vocab,
        merges: merges.map((pair) => pair.join(' ')),
      },
    };
    const { tokenizer } = await openTokenizer(changed(files, { 'tokenizer.json': jsonBlob(older) }), 401);
    for (const { text, ids } of golden('gpt2').texts) expect(tokenizer.encode(text)).toEqual(ids);
  });
});

describe('what ends a text', () => {
  const eos = (eos_token_id: unknown) => jsonBlob({ eos_token_id });
  const open = async (changes: Readonly<Record<string, Blob | undefined>>) => {
    const files = changed(await checkpointFiles('llama-bytes'), changes);
    const { tokenizer, notes } = await openTokenizer(files, 448);
    return [tokenizer.endOfText, ...notes];
  };

  it('is said by the configuration of generation, the model’s, the tokenizer’s, in that order', async () => {
    const gone = { 'generation_config.json': undefined };
    expect(await open({ 'generation_config.json': eos(5), 'config.json': eos(6) })).toEqual([5]);
    expect(await open({ ...gone, 'config.json': eos(6) })).toEqual([6]);
    expect(await open({ ...gone, 'config.json': eos(null) })).toEqual([0]);
    expect(
      await open({
        ...gone,
        'config.json': eos(null),
        'tokenizer_config.json': jsonBlob({ eos_token: { content: '<|im_end|>' } }),
      }),
    ).toEqual([2]);
    await expect(open({ ...gone, 'config.json': eos(null), 'tokenizer_config.json': undefined })).rejects.toThrow(
      'eos_token_id: expected the id that ends a text, got nothing in any file',
    );
  });

  it('is one of several', async () => {
    expect(await open({ 'generation_config.json': eos([9, 0]) })).toEqual([
      0,
      'Of the ids [9,0], only 0 ends a completion here.',
    ]);
    expect(await open({ 'generation_config.json': eos([9, 8]) })).toEqual([
      9,
      'Of the ids [9,8], only 9 ends a completion here.',
    ]);
  });

  it.each([448, -1, 1.5, '0', [], [0, 448]])('is not %o', async (id) => {
    await expect(open({ 'generation_config.json': eos(id) })).rejects.toThrow(
      'model: generation_config.json: eos_token_id: expected ids below 448, got',
    );
  });
});

describe('other tokenizers', () => {
  const read = async (files: ModelFiles) => JSON.parse(await files.get('tokenizer.json')!.text());
  const open = async (change: (json: Record<string, unknown>) => object) => {
    const files = await checkpointFiles('llama-bytes');
    return openTokenizer(changed(files, { 'tokenizer.json': jsonBlob(change(await read(files))) }), 448);
  };
  const withModel = (change: object) => (json: Record<string, unknown>) => ({
    ...json,
    model: { ...(json.model as object), ...change },
  });
  const split = (options: object) => (json: object) => ({
    ...json,
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Split', ...options },
        { type: 'ByteLevel', use_regex: false },
      ],
    },
  });
  const added = (token: object) => (json: Record<string, unknown>) => ({ ...json, added_tokens: [token] });

  it.each([
    ['another model', withModel({ type: 'Unigram' }), 'model.type: expected "BPE", got "Unigram"'],
    ['pieces of bytes as tokens', withModel({ byte_fallback: true }), 'model.byte_fallback: expected false, got true'],
    ['dropout', withModel({ dropout: 0.1 }), 'model.dropout: expected 0, got 0.1'],
    ['ends of words', withModel({ end_of_word_suffix: '</w>' }), 'model.end_of_word_suffix: expected "", got "</w>"'],
    ['an id twice', withModel({ vocab: { a: 1, b: 1 } }), 'model.vocab: expected every id once, got 1 for "a" and "b"'],
    ['an id that is none', withModel({ vocab: { a: 0.5 } }), 'model.vocab: "a": expected an id, got 0.5'],
    ['a list of tokens', withModel({ vocab: ['a'] }), 'model.vocab: expected an object of ids, got ["a"]'],
    ['a merge of three', withModel({ merges: ['a b c'] }), 'model.merges: merge 0: expected two tokens, got "a b c"'],
    ['a merge to nowhere', withModel({ merges: [['Ġ', 'Ċ']] }), 'merge 0: expected tokens of the vocabulary, got "ĠĊ"'],
    [
      'a normalizer',
      (json: object) => ({ ...json, normalizer: { type: 'NFKC' } }),
      'normalizer: expected null, got {"type":"NFKC"}',
    ],
    [
      'no cut',
      (json: object) => ({ ...json, pre_tokenizer: null }),
      'pre_tokenizer: expected ByteLevel as the last step, got null',
    ],
    [
      'another cut',
      split({ type: 'Metaspace' }),
      'pre_tokenizer: expected ByteLevel, Digits or Split, got "Metaspace"',
    ],
    [
      'a cut that merges',
      split({ pattern: { String: ' ' }, behavior: 'MergedWithNext' }),
      'Split: behavior: expected "Isolated"',
    ],
    [
      'a cut that never goes back',
      split({ pattern: { Regex: '\\p{L}++' }, behavior: 'Isolated' }),
      'Split: pattern: expected no possessive or atomic parts',
    ],
    [
      'a broken pattern',
      split({ pattern: { Regex: '(' }, behavior: 'Isolated' }),
      'pre_tokenizer: expected patterns that can be had here, got Invalid regular expression',
    ],
    ['no pattern', split({ behavior: 'Isolated' }), 'Split: pattern: expected Regex or String, got nothing'],
    [
      'another decoder',
      (json: object) => ({ ...json, decoder: { type: 'Fuse' } }),
      'decoder.type: expected "ByteLevel", got "Fuse"',
    ],
    [
      'a token with its spaces',
      added({ id: 9, content: 'x', lstrip: true }),
      'added_tokens.0.lstrip: expected false, got true',
    ],
    [
      'an added token under another’s id',
      added({ id: 9, content: 'x' }),
      'added_tokens: expected "x" under one id of its own, got 9 twice',
    ],
    [
      'more ids than the model',
      added({ id: 448, content: 'xyzzy' }),
      'tokenizer: expected ids below the model\'s 448, got 448 for "xyzzy"',
    ],
    ['no object', () => [], 'tokenizer.json: expected an object, got []'],
  ])('%s: refused by name', async (_, change, message) => {
    await expect(open(change)).rejects.toThrow(message);
  });

  it('that would put tokens around a text: left out and said', async () => {
    const { tokenizer, notes } = await open((json) => ({ ...json, post_processor: { type: 'TemplateProcessing' } }));
    expect(tokenizer.encode('a')).toHaveLength(1);
    expect(notes).toEqual(['Its tokenizer would put special tokens around a text; they are left out.']);
  });

  it('that lack bytes: these vanish before the others are merged', async () => {
    const { tokenizer, notes } = await open((json) => {
      const model = json.model as { readonly vocab: Record<string, number>; readonly merges: readonly string[][] };
      const { '#': _, ...vocab } = model.vocab;
      return withModel({ vocab, merges: model.merges.filter((pair) => !pair.join('').includes('#')) })(json);
    });
    expect(tokenizer.encode('(#)')).toEqual(tokenizer.encode('()'));
    expect(notes).toEqual(['Its tokenizer lacks 1 of the bytes of text; they are lost.']);
  });
});
