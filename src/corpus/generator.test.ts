import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BehaviourTable, parseBehaviour } from './behaviour.ts';
import { CATALOGUE } from './catalogue.ts';
import { CORPUS_DEFAULTS, createCorpus, documentAt, documents } from './generator.ts';
import { INPUTS } from './inputs.ts';
import { renderProgram } from './render.ts';

const behaviour: BehaviourTable = parseBehaviour(
  JSON.parse(readFileSync(new URL('../../public/corpus/behaviour.json', import.meta.url), 'utf8')),
);
const corpus = createCorpus(CATALOGUE, behaviour);
const sample = Array.from({ length: 20_000 }, (_, index) => documentAt(corpus, 5, index));
const solve = sample.filter(({ kind }) => kind === 'solve');

describe('documentAt', () => {
  it('depends on seed and index only', () => {
    const stream = documents(corpus, 5, 100);
    expect([stream.next().value, stream.next().value]).toEqual([sample[100], sample[101]]);
    expect(documentAt(corpus, 6, 100)).not.toEqual(sample[100]);
  });

  it('mixes the kinds of document by their dials', () => {
    const share = (kind: string) => sample.filter((document) => document.kind === kind).length / sample.length;
    expect(Math.abs(share('tests') - CORPUS_DEFAULTS.testsShare)).toBeLessThan(0.01);
    expect(Math.abs(share('repair') - CORPUS_DEFAULTS.repairShare)).toBeLessThan(0.01);
  });

  it('is right about as often as its dial says', () => {
    const right = solve.filter((document) => document.right).length / solve.length;
    expect(Math.abs(right - CORPUS_DEFAULTS.rightShare)).toBeLessThan(0.015);
  });

  it('makes the popular mistake of a family more frequent than all its right programs together', () => {
    const family = CATALOGUE.find(({ id }) => id === 'is-even')!;
    const only = { ...createCorpus(CATALOGUE, null), families: [family], texts: [['x']], cumulative: [1] };
    const programs = Array.from({ length: 4000 }, (_, index) => documentAt(only, 1, index).completion);
    const share = (bodies: readonly string[]) => {
      const rendered = bodies.flatMap((body) => INPUTS[family.inputs].names.map((names) => renderProgram(body, names)));
      return programs.filter((program) => rendered.includes(program)).length / programs.length;
    };
    expect(share([family.popular])).toBeGreaterThan(CORPUS_DEFAULTS.rightShare);
    expect(share([family.popular])).toBeGreaterThan(share(family.right));
  });

  it('writes prompts of the three forms and completions that end with a newline', () => {
    for (const { kind, prompt, completion } of sample) {
      expect(prompt).toMatch(/^# Problem: .+\n/);
      expect(completion.endsWith('\n')).toBe(true);
      if (kind === 'solve') expect(prompt).toMatch(/^# Problem: .+\n# Solution:\n$/);
      if (kind === 'tests') {
        expect(prompt).toMatch(/^# Problem: .+\n# Tests:\n$/);
        expect(completion).toMatch(/^(assert solution\(.*\) == .+\n){2,3}$/);
      }
      if (kind === 'repair')
        expect(prompt).toMatch(
          /\n# Attempt:\ndef solution\([\s\S]+\n# Failed: assert solution\(.*\) == .+\n# Solution:\n$/,
        );
    }
  });

  it('writes only solutions without a behaviour table', () => {
    const bare = createCorpus(CATALOGUE, null);
    expect(Array.from({ length: 500 }, (_, i) => documentAt(bare, 5, i).kind)).toEqual(Array(500).fill('solve'));
  });
});

describe('the behaviour table', () => {
  it('covers every family that is drawn, and catches every mistake', () => {
    for (const family of corpus.families) {
      const entry = behaviour[family.id]!;
      expect(entry.calls.length).toBe(entry.expected.length);
      expect(entry.fails.length, family.id).toBe(1 + family.wrong.length);
      expect(entry.fails, family.id).not.toContain(0);
    }
  });

  it('is refused when it is not one', () => {
    expect(() => parseBehaviour({ a: { calls: ['1'], expected: [1], fails: [] } })).toThrow(/behaviour: a\.expected/);
  });
});
