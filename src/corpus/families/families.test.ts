/** What can be said about the families without running Python: ids, texts, unseen phrasings, templates, inputs. */

import { describe, expect, test } from 'vitest';
import { createRng } from '../../core/rng.ts';
import { CATALOGUE } from '../catalogue.ts';
import type { Description, Family } from '../family.ts';
import { INPUTS } from '../inputs.ts';
import { renderProgram } from '../render.ts';
import { FAMILIES } from './index.ts';

const bodies = (family: Family) => [...family.right, family.popular, ...family.wrong];
const wordsOf = (description: Description) =>
  description
    .slice(description.indexOf(':') + 1)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
const repeated = (items: readonly string[]) => items.filter((item, i) => items.indexOf(item) !== i);

describe('families', () => {
  test('have ids of their own, the ten of the lecture among them', () => {
    const ids = FAMILIES.map((family) => family.id);
    expect(repeated(ids)).toEqual([]);
    const lecture = ['sum-two', 'reverse-string', 'sort-list', 'fibonacci', 'factorial', 'max-list', 'palindrome'];
    expect(ids).toEqual(expect.arrayContaining([...lecture, 'count-vowels', 'is-even', 'sum-list']));
  });

  test('never share a description, nor keep an unseen one that another family asks with', () => {
    const seen = CATALOGUE.flatMap((family) => family.descriptions);
    const unseen = FAMILIES.flatMap((family) => family.unseen ?? []);
    expect(repeated([...seen, ...unseen])).toEqual([]);
  });

  test('use words in unseen phrasings that the corpus has', () => {
    const known = new Set(FAMILIES.flatMap((family) => family.descriptions).flatMap(wordsOf));
    const unknown = FAMILIES.flatMap((family) => (family.unseen ?? []).flatMap(wordsOf)).filter((w) => !known.has(w));
    expect(unknown).toEqual([]);
    expect(FAMILIES.filter((family) => family.unseen !== undefined).length).toBeGreaterThanOrEqual(40);
  });

  test('are described in at least two ways, solved in at least two and got wrong in at least two', () => {
    const thin = FAMILIES.filter((f) => f.descriptions.length < 2 || f.right.length < 2 || f.wrong.length < 1);
    expect(thin.map((family) => family.id)).toEqual([]);
    for (const family of FAMILIES) expect(repeated(bodies(family)), family.id).toEqual([]);
  });

  test('are templates of known placeholders, indented by tabs', () => {
    for (const family of FAMILIES)
      for (const body of bodies(family))
        for (const names of INPUTS[family.inputs].names) {
          const program = renderProgram(body, names);
          expect(program, family.id).not.toContain('$');
          expect(body, family.id).not.toMatch(/^\t* |[ \t]$/m);
        }
  });

  test('write no local that a name from the pools could clash with', () => {
    const pools = /(?<![\w$.'])(?:result|total|res|out|ans|count|cnt|found|best|top|cur|item|part|word)(?![\w('])/;
    for (const family of FAMILIES) for (const body of family.right) expect(body, family.id).not.toMatch(pools);
  });
});

describe('inputs', () => {
  test.each(Object.entries(INPUTS))('%s: names, edges and random tuples have one length', (_, spec) => {
    const arity = spec.names[0]!.length;
    const rng = createRng('tests', 1);
    const drawn = Array.from({ length: 50 }, () => spec.generate(rng));
    for (const tuple of [...spec.names, ...spec.edges, ...drawn]) expect(tuple).toHaveLength(arity);
    expect(spec.edges.length).toBeGreaterThanOrEqual(3);
  });

  test('the same seed draws the same tuples', () => {
    for (const spec of Object.values(INPUTS))
      expect(spec.generate(createRng('tests', 7))).toEqual(spec.generate(createRng('tests', 7)));
  });

  test('every kind is used', () => {
    const used = new Set(CATALOGUE.map((family) => family.inputs));
    expect(Object.keys(INPUTS).filter((kind) => !used.has(kind as keyof typeof INPUTS))).toEqual([]);
  });
});
