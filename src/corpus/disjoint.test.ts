import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBehaviour } from './behaviour.ts';
import { CATALOGUE } from './catalogue.ts';
import { COMPOSITIONS, partsOf } from './compositions.ts';
import { normalise, sentences } from './frames.ts';
import { createCorpus, documentAt } from './generator.ts';
import { LECTURE_SENTENCES, problemTexts, reservedSentences } from './reserved.ts';

const read = (path: string) => readFileSync(new URL(`../../public/${path}`, import.meta.url), 'utf8');
const texts = problemTexts(CATALOGUE);
const reserved = reservedSentences(texts);
const corpus = createCorpus(CATALOGUE, parseBehaviour(JSON.parse(read('corpus/behaviour.json'))));
const familiesOf = (set: readonly { familyId: string }[]) => new Set(set.map(({ familyId }) => familyId));
const sentencesOf = (set: readonly { text: string }[]) => new Set(set.map(({ text }) => normalise(text)));

/** Ids and sentences of a committed problem set. */
const fileTexts = (name: string) =>
  (JSON.parse(read(`problems/${name}.json`)) as { id: string; text: string }[]).map(({ id, text }) => ({ id, text }));

describe('the problem sets', () => {
  it('have the sizes that were promised', () => {
    expect(texts.lecture.map(({ text }) => text)).toEqual(Object.values(LECTURE_SENTENCES));
    expect(texts.auxiliary.length).toBeGreaterThanOrEqual(200);
    expect(texts.phrasings.length).toBeGreaterThanOrEqual(40);
    expect(texts.compositions.length).toBeGreaterThanOrEqual(45);
  });

  it('are the committed files', () => {
    for (const [name, set] of Object.entries(texts))
      expect(fileTexts(name)).toEqual(set.map(({ id, text }: { id: string; text: string }) => ({ id, text })));
  });

  it('share no sentence', () => {
    const all = Object.values(texts).flatMap((set) => [...sentencesOf(set)]);
    expect(new Set(all).size).toBe(all.length);
    expect(reserved.size).toBe(all.length);
  });

  it('train on no family of the unseen compositions, and on each auxiliary family once', () => {
    const trained = new Set([...familiesOf(texts.lecture), ...familiesOf(texts.auxiliary)]);
    expect(trained.size).toBe(texts.lecture.length + texts.auxiliary.length);
    for (const id of familiesOf(texts.compositions)) expect(trained.has(id)).toBe(false);
  });
});

describe('the corpus stream', () => {
  const documents = Array.from({ length: 30_000 }, (_, index) => documentAt(corpus, 1, index));
  const asked = new Set(documents.map(({ prompt }) => normalise(/^# Problem: (.*)\n/.exec(prompt)![1]!)));

  it('never asks in a reserved sentence', () => {
    expect([...asked].filter((text) => reserved.has(text))).toEqual([]);
    expect(asked.size).toBeGreaterThan(5000);
  });

  it('could not, whatever the seed: no text it draws from is reserved', () => {
    expect(corpus.texts.flat().filter((text) => reserved.has(normalise(text)))).toEqual([]);
  });

  it('never draws a held-out family', () => {
    const heldOut = new Set(COMPOSITIONS.filter((family) => family.heldOut).map(({ id }) => id));
    expect(heldOut.size).toBeGreaterThanOrEqual(45);
    expect(documents.filter(({ familyId }) => heldOut.has(familyId))).toEqual([]);
    const foreign = CATALOGUE.filter((family) => family.heldOut)
      .flatMap(sentences)
      .map(normalise);
    expect(foreign.filter((text) => asked.has(text))).toEqual([]);
  });

  it('never uses the words of an unseen phrasing', () => {
    const unseen = CATALOGUE.flatMap((family) =>
      family.unseen === undefined ? [] : sentences({ ...family, descriptions: family.unseen }),
    );
    const drawn = new Set(corpus.texts.flat().map(normalise));
    expect(unseen.map(normalise).filter((text) => drawn.has(text))).toEqual([]);
  });
});

describe('held-out compositions', () => {
  it('are made of parts that occur in several compositions of the corpus', () => {
    const occurrences = new Map<string, number>();
    for (const { id, heldOut } of COMPOSITIONS)
      if (!heldOut) for (const part of partsOf(id)) occurrences.set(part, (occurrences.get(part) ?? 0) + 1);
    for (const { id, heldOut } of COMPOSITIONS)
      if (heldOut)
        for (const part of partsOf(id))
          expect(occurrences.get(part) ?? 0, `${part} of ${id}`).toBeGreaterThanOrEqual(3);
  });
});

describe('the catalogue', () => {
  it('gives every family its own id and every sentence to one family', () => {
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
    const owner = new Map<string, string>();
    for (const family of CATALOGUE)
      for (const text of sentences(family).map(normalise)) {
        expect(owner.get(text) ?? family.id, text).toBe(family.id);
        owner.set(text, family.id);
      }
  });
});
