/**
 * What held out means, checked: no text of a held-out problem and no solution of a held-out composition in the corpus or
 * among the problems that are trained on, no hidden test among the visible ones; and, by number, what does occur.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { repr } from '../../src/core/repr.ts';
import type { TestCase } from '../../src/core/types.ts';
import { parseBehaviour } from '../../src/corpus/behaviour.ts';
import { CATALOGUE } from '../../src/corpus/catalogue.ts';
import type { Body, Family } from '../../src/corpus/family.ts';
import { createCorpus, documentAt } from '../../src/corpus/generator.ts';
import { INPUTS } from '../../src/corpus/inputs.ts';
import { renderProgram } from '../../src/corpus/render.ts';
import { type ProblemTexts, problemTexts } from '../../src/corpus/reserved.ts';
import { parseProblems } from '../../src/problems/format.ts';
import type { ProblemFile } from '../../src/problems/load.ts';
import { normalProgram } from '../support/normal-program.ts';

const read = (path: string) => readFileSync(new URL(`../../public/${path}`, import.meta.url), 'utf8');
const behaviour = parseBehaviour(JSON.parse(read('corpus/behaviour.json')));
const corpus = createCorpus(CATALOGUE, behaviour);
const texts = problemTexts(CATALOGUE);
const heldOut = CATALOGUE.filter((family) => family.heldOut);
const problemsOf = (name: ProblemFile) => parseProblems(read(`problems/${name}.json`), name);

const programOf = (family: Family, body: Body) => normalProgram(renderProgram(body, INPUTS[family.inputs].names[0]!));

/** Families by the normal form of the programs that `bodies` picks of each. */
function written(families: readonly Family[], bodies: (family: Family) => readonly Body[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const family of families)
    for (const program of new Set(bodies(family).map((body) => programOf(family, body))))
      owners.set(program, [...(owners.get(program) ?? []), family.id]);
  return owners;
}

const solutions = written(heldOut, (family) => family.right);

describe('normalProgram', () => {
  const program =
    'def solution(nums, k):\n    total = 0\n    for x in nums:\n        if x > k:\n            total += x\n    return total\n';

  test('forgets names, layout, quotes and comments', () => {
    const same =
      '# sums\ndef solution(a,b) :\n  list = 0  # result\n\n  for max in a:\n    if max>b:\n      list+=max\n  return list';
    expect(normalProgram(same)).toBe(normalProgram(program));
    expect(normalProgram('return "a"')).toBe(normalProgram("return 'a'"));
  });

  test('keeps everything else apart', () => {
    const changes = [
      program.replace('> k', '>= k'),
      program.replace('> k', '> x'),
      program.replace('    return', '        return'),
      program.replace('nums, k', 'k, nums'),
      program.replace('= 0', '= 1'),
    ];
    expect(new Set([program, ...changes].map(normalProgram)).size).toBe(6);
    expect(normalProgram('return sum(x)')).not.toBe(normalProgram('return max(x)'));
    expect(normalProgram('return x.upper()')).not.toBe(normalProgram('return x.lower()'));
    expect(normalProgram('return sorted(x, key=len)')).not.toBe(normalProgram('return sorted(x, reverse=len)'));
  });
});

describe('solutions of held-out compositions', () => {
  test('include the reference of each problem', () => {
    expect(solutions.size).toBe(118);
    for (const { id, reference } of problemsOf('compositions')) {
      expect(solutions.get(normalProgram(reference!)), id).toEqual([id.replace('composition/', '')]);
    }
  });

  test('solve no family that the corpus or the training problems have', () => {
    const right = written(corpus.families, (family) => family.right);
    expect([...solutions.keys()].filter((program) => right.has(program))).toEqual([]);
    for (const { id, reference } of [...problemsOf('lecture'), ...problemsOf('auxiliary')]) {
      expect(solutions.has(normalProgram(reference!)), id).toBe(false);
    }
  });

  // Two compositions that differ in one part are each other's mistakes: whoever asks for the even numbers is given
  // the odd ones. So a model has read such programs, always as the answer to another question, and wrong.
  test('are in part mistakes of other families: 40 of 118, of 36 of the 52', () => {
    const wrong = written(corpus.families, (family) => [family.popular, ...family.wrong]);
    const shared = [...solutions].filter(([program]) => wrong.has(program));
    expect(shared).toHaveLength(40);
    expect(new Set(shared.flatMap(([, ids]) => ids)).size).toBe(36);
  });

  test('answer no document of 30,000 rightly; as a wrong answer to another question 115 do', () => {
    const found = { right: 0, wrong: 0 };
    for (let index = 0; index < 30_000; index++) {
      const { kind, completion, right } = documentAt(corpus, 1, index);
      if (kind !== 'tests' && solutions.has(normalProgram(completion))) found[right ? 'right' : 'wrong']++;
    }
    expect(found).toEqual({ right: 0, wrong: 115 });
  });
});

// Unseen phrasings ask in new words for what families of the corpus do: their solutions are trained, and should be.
test('solutions of unseen phrasings are those of trained families', () => {
  const right = written(corpus.families, (family) => family.right);
  for (const { id, reference } of problemsOf('phrasings')) expect(right.has(normalProgram(reference!)), id).toBe(true);
});

describe('texts of held-out problems', () => {
  /** Stricter than what the corpus calls the same sentence: words alone, without articles. */
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => !['', 'a', 'an', 'the', 'given'].includes(word))
      .join(' ');
  const drawn = new Set(corpus.texts.flat().map(words));
  const trained = new Set([...texts.lecture, ...texts.auxiliary].map(({ text }) => words(text)));
  const idsIn = (set: keyof ProblemTexts, known: ReadonlySet<string>) =>
    texts[set].filter(({ text }) => known.has(words(text))).map(({ id }) => id);

  test('no composition is asked for in the words of the corpus or of a training problem', () => {
    expect(idsIn('compositions', drawn)).toEqual([]);
    expect(idsIn('compositions', trained)).toEqual([]);
  });

  test('no phrasing in the words of a training problem; three in those of the corpus but for an article', () => {
    expect(idsIn('phrasings', trained)).toEqual([]);
    expect(idsIn('phrasings', drawn)).toEqual(['phrasing/lowercase', 'phrasing/factorial', 'phrasing/is-negative']);
  });

  // Their families are in the corpus, and its sentences differ as little as "a string" and "the string" do.
  test('of the lecture’s ten, five in the words of the corpus but for an article', () => {
    expect(idsIn('lecture', drawn)).toHaveLength(5);
  });
});

describe('hidden tests', () => {
  const call = ({ args }: TestCase) => args.map(repr).join(', ');

  test.each<[ProblemFile, readonly string[]]>([
    ['lecture', []],
    // A letter has 26 values: 8 visible tests leave 18, so that 2 of 20 hidden ones come twice.
    ['auxiliary', ['auxiliary/is-vowel', 'auxiliary/is-vowel']],
    ['phrasings', ['phrasing/is-vowel', 'phrasing/is-vowel']],
    ['compositions', []],
  ])('%s: no input is visible too', (name, repeated) => {
    const found = problemsOf(name).flatMap(({ id, tests }) => {
      const visible = new Set([...tests.public, ...tests.reward].map(call));
      return tests.hidden.filter((hidden) => visible.has(call(hidden))).map(() => id);
    });
    expect(found).toEqual(repeated);
  });

  // Assert documents of the corpus show calls of the problems' families; edge cases meet. Held-out families have none.
  test.each<[Exclude<ProblemFile, 'auxiliary'>, number, number]>([
    ['lecture', 30, 200],
    ['phrasings', 148, 1200],
    ['compositions', 0, 1040],
  ])('%s: %d of %d inputs stand in assert documents of the corpus', (name, shared, of) => {
    const hidden = problemsOf(name).flatMap(({ tests }, i) => {
      const calls = new Set(behaviour[texts[name][i]!.familyId]?.calls ?? []);
      return tests.hidden.map((each) => calls.has(call(each)));
    });
    expect([hidden.filter(Boolean).length, hidden.length]).toEqual([shared, of]);
  });
});
