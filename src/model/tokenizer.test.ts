import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END_OF_TEXT_ID, PADDING_ID } from './batch.ts';
import { buildTokenizer, loadTokenizer, Tokenizer } from './tokenizer.ts';

const PROMPT = '# Problem: Write a function that returns the sum of two numbers\n# Solution:\n';
const PROGRAM = 'def solution(a, b):\n    total = a + b\n    return total\n';
const LOOP =
  'def solution(nums):\n    for x in nums:\n        if x % 2 == 0:\n            return x\n    return sum(nums)\n';
const TEXTS = Array.from({ length: 10 }, () => PROMPT + PROGRAM + LOOP);
const OPTIONS = { size: 300, minimumCount: 5 };
const tokenizer = buildTokenizer(TEXTS, OPTIONS);
const pieces = (text: string) => tokenizer.encode(text).map((id) => tokenizer.piece(id));

describe('Tokenizer', () => {
  it('cuts programs into lexemes', () => {
    expect(pieces(PROGRAM)).toEqual([
      'def solution(',
      'a',
      ', ',
      'b',
      '):\n    ',
      'total',
      ' = ',
      'a',
      ' + ',
      'b',
      '\n    ',
      'return ',
      'total',
      '\n',
    ]);
    expect(pieces(PROMPT).slice(0, 4)).toEqual(['# Problem: ', 'Write', ' a', ' function']);
  });

  it('cuts words out where they end only', () => {
    expect(pieces('total')).toEqual(['total']);
    expect(pieces('totals')).toEqual([...'totals']);
    expect(pieces('sum(nums)')).toEqual(['sum(', 'nums', ')']);
  });

  it('cuts at the end of a prompt, so that prompt and completion can be encoded apart', () => {
    expect([...tokenizer.encode(PROMPT), ...tokenizer.encode(PROGRAM)]).toEqual(tokenizer.encode(PROMPT + PROGRAM));
  });

  it('gives back any printable ASCII, tabs and newlines', () => {
    const character = fc.constantFrom(...'\n\t', ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)));
    const lexeme = fc.constantFrom(
      'return ',
      'def solution(',
      ' total',
      '<|endoftext|>',
      '<pad>',
      '\n    ',
      '))',
      'nums',
    );
    const text = fc.array(fc.oneof(character, lexeme), { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (x) => tokenizer.decode(tokenizer.encode(x)) === x),
      { numRuns: 500 },
    );
  });

  it('never encodes text to padding or end of text', () => {
    const ids = tokenizer.encode('<pad><|endoftext|>');
    expect(ids).not.toContain(PADDING_ID);
    expect(ids).not.toContain(END_OF_TEXT_ID);
    expect(tokenizer.decode([...ids, END_OF_TEXT_ID, PADDING_ID])).toBe('<pad><|endoftext|>');
  });

  it('turns every other character into one replacement character', () => {
    expect(tokenizer.decode(tokenizer.encode('é😀\r'))).toBe('\uFFFD\uFFFD\uFFFD');
  });

  it('is the same after writing and reading its file, whatever the order of keys', () => {
    const json = JSON.parse(JSON.stringify(tokenizer));
    const text = PROMPT + LOOP;
    expect(loadTokenizer(json).encode(text)).toEqual(tokenizer.encode(text));
    json.model.vocab = Object.fromEntries(Object.entries(json.model.vocab).reverse());
    expect(loadTokenizer(json).encode(text)).toEqual(tokenizer.encode(text));
  });

  it('depends on the texts only and keeps within its size', () => {
    expect(JSON.stringify(buildTokenizer([...TEXTS].reverse(), OPTIONS))).toBe(JSON.stringify(tokenizer));
    expect(buildTokenizer(TEXTS, { size: 175, minimumCount: 1 }).size).toBe(175);
    expect(buildTokenizer(TEXTS, { size: 300, minimumCount: 11 }).size).toBeLessThan(tokenizer.size);
  });

  it('refuses other files, gaps and wrong special pieces', () => {
    const json = JSON.parse(JSON.stringify(tokenizer));
    expect(() => loadTokenizer({ ...json, model: { ...json.model, type: 'BPE' } })).toThrow(/tokenizer: model.type/);
    expect(() => loadTokenizer({ ...json, model: { ...json.model, vocab: { ...json.model.vocab, zz: 999 } } })).toThrow(
      /without gaps/,
    );
    expect(() => new Tokenizer(['a', 'b', 'c'])).toThrow(/begin with <pad>/);
    expect(() => tokenizer.piece(tokenizer.size)).toThrow(/expected an id below/);
  });
});
