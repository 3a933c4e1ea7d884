/** The pre-training corpus: a seeded, endless stream of documents, each a function of (families, dials, seed, index). */

import { createRng, type Rng } from '../core/rng.ts';
import { assertLine, type Behaviour, type BehaviourTable } from './behaviour.ts';
import type { Body, Family } from './family.ts';
import { normalise, sentences } from './frames.ts';
import { INPUTS, type InputKind } from './inputs.ts';
import { mutate } from './mutate.ts';
import { renderProgram } from './render.ts';
import { problemTexts, reservedSentences } from './reserved.ts';

export type DocumentKind = 'solve' | 'tests' | 'repair';

/** One training example. The loss sees the completion only. */
export interface CorpusDocument {
  readonly familyId: string;
  readonly kind: DocumentKind;
  readonly prompt: string;
  readonly completion: string;
  /** Whether the completion does what the problem asks (a mutated program counts as wrong). */
  readonly right: boolean;
}

/** Dials of the mixture; every share is in [0, 1]. */
export interface CorpusOptions {
  /** Shares of documents that are assert tests or repairs; the rest are solutions. */
  readonly testsShare: number;
  readonly repairShare: number;
  /** Share of solutions that are right. */
  readonly rightShare: number;
  /** Share of solutions that solve another problem. */
  readonly mismatchedShare: number;
  /** Of the remaining, wrong solutions: share taken from the family's own mistakes; the others are injected bugs. */
  readonly ownMistakeShare: number;
  /** Of a family's own mistakes: share of the popular one. */
  readonly popularShare: number;
  /** Share of injected bugs that come in twos. */
  readonly secondBugShare: number;
  /** Share of test documents with one wrong expected value. */
  readonly wrongTestShare: number;
}

/** Popular-bug mode: the right program is rarely the most likely one, so that learning has to change the mode. */
export const CORPUS_DEFAULTS: CorpusOptions = {
  testsShare: 0.05,
  repairShare: 0.07,
  rightShare: 0.3,
  mismatchedShare: 0.12,
  ownMistakeShare: 0.8,
  popularShare: 0.75,
  secondBugShare: 0.15,
  wrongTestShare: 0.15,
};

/** Everything the stream is drawn from. */
export interface Corpus {
  readonly options: CorpusOptions;
  /** Families that may be drawn: those not held out. */
  readonly families: readonly Family[];
  /** Sentences of each family that are not reserved, in the order of `families`. */
  readonly texts: readonly (readonly string[])[];
  /** Running sum of the families' weights. */
  readonly cumulative: readonly number[];
  readonly sameInputs: ReadonlyMap<InputKind, readonly Family[]>;
  /** Without it every document is a solution. */
  readonly behaviour: BehaviourTable | null;
}

export const solvePrompt = (text: string): string => `# Problem: ${text}\n# Solution:\n`;
export const testsPrompt = (text: string): string => `# Problem: ${text}\n# Tests:\n`;
export const repairPrompt = (text: string, attempt: string, failed: string): string =>
  `# Problem: ${text}\n# Attempt:\n${attempt}# Failed: ${failed}\n# Solution:\n`;

/**
 * Prepares a corpus: leaves held-out families and reserved sentences out.
 *
 * @throws RangeError when a family keeps no sentence.
 */
export function createCorpus(
  all: readonly Family[],
  behaviour: BehaviourTable | null,
  options: Partial<CorpusOptions> = {},
): Corpus {
  const reserved = reservedSentences(problemTexts(all));
  const families = all.filter((family) => !family.heldOut);
  const texts = families.map((family) => {
    const free = sentences(family).filter((text) => !reserved.has(normalise(text)));
    if (free.length === 0) throw new RangeError(`corpus: expected a free sentence for family ${family.id}, got none`);
    return free;
  });
  let sum = 0;
  return {
    options: { ...CORPUS_DEFAULTS, ...options },
    families,
    texts,
    cumulative: families.map((family) => (sum += family.weight ?? 1)),
    sameInputs: new Map(
      families.map(({ inputs }) => [inputs, families.filter((other) => other.inputs === inputs)] as const),
    ),
    behaviour,
  };
}

/** Document number `index` of the stream with this seed: the same for ever, whatever was drawn before it. */
export function documentAt(corpus: Corpus, seed: number, index: number): CorpusDocument {
  const rng = createRng('corpus', seed, index);
  const chosen = pickFamily(corpus, rng);
  const family = corpus.families[chosen]!;
  const text = rng.pick(corpus.texts[chosen]!);
  const kind = pickKind(corpus.options, rng);
  const behaviour = corpus.behaviour?.[family.id];
  const document = (prompt: string, completion: string, right: boolean): CorpusDocument => ({
    familyId: family.id,
    kind,
    prompt,
    completion,
    right,
  });
  if (kind === 'tests' && behaviour !== undefined) {
    const { completion, right } = tests(behaviour, corpus.options, rng);
    return document(testsPrompt(text), completion, right);
  }
  if (kind === 'repair' && behaviour !== undefined) {
    const repair = repairOf(family, behaviour, corpus.options, rng);
    return document(repairPrompt(text, repair.attempt, repair.failed), repair.completion, true);
  }
  const { program, right } = solution(corpus, family, rng);
  return { familyId: family.id, kind: 'solve', prompt: solvePrompt(text), completion: program, right };
}

/** Documents from number `start` on, without end. */
export function* documents(corpus: Corpus, seed: number, start = 0): Generator<CorpusDocument, never> {
  for (let index = start; ; index++) yield documentAt(corpus, seed, index);
}

function pickFamily({ cumulative }: Corpus, rng: Rng): number {
  const draw = rng.next() * cumulative.at(-1)!;
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > draw) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pickKind({ testsShare, repairShare }: CorpusOptions, rng: Rng): DocumentKind {
  const draw = rng.next();
  if (draw < testsShare) return 'tests';
  return draw < testsShare + repairShare ? 'repair' : 'solve';
}

const argumentNames = (family: Family, rng: Rng) => rng.pick(INPUTS[family.inputs].names);

function solution(corpus: Corpus, family: Family, rng: Rng): { program: string; right: boolean } {
  const { rightShare, mismatchedShare, ownMistakeShare, secondBugShare } = corpus.options;
  const draw = rng.next();
  if (draw < rightShare) return { program: program(family, rng.pick(family.right), rng), right: true };
  if (draw < rightShare + mismatchedShare) {
    const neighbours = corpus.sameInputs.get(family.inputs)!.filter((other) => other !== family);
    const other = rng.pick(neighbours.length > 0 && rng.next() < 0.8 ? neighbours : corpus.families);
    return { program: program(other, rng.pick(other.right), rng), right: other === family };
  }
  if (rng.next() < ownMistakeShare)
    return { program: program(family, ownMistake(family, corpus.options, rng), rng), right: false };
  const once = mutate(program(family, rng.pick(family.right), rng), rng);
  return { program: rng.next() < secondBugShare ? mutate(once, rng) : once, right: false };
}

function program(family: Family, body: Body, rng: Rng): string {
  return renderProgram(body, argumentNames(family, rng), rng);
}

function ownMistake(family: Family, { popularShare }: CorpusOptions, rng: Rng): Body {
  return family.wrong.length === 0 || rng.next() < popularShare ? family.popular : rng.pick(family.wrong);
}

function tests(
  behaviour: Behaviour,
  { wrongTestShare }: CorpusOptions,
  rng: Rng,
): { completion: string; right: boolean } {
  const indices = rng.shuffle(behaviour.calls.map((_, index) => index)).slice(0, rng.int(2, 3));
  const spoiled = rng.next() < wrongTestShare ? rng.pick(indices) : -1;
  const other = rng.pick(behaviour.expected);
  const right = spoiled < 0 || other === behaviour.expected[spoiled];
  const lines = indices.map((index) => assertLine(behaviour, index, index === spoiled ? other : undefined));
  return { completion: `${lines.join('\n')}\n`, right };
}

function repairOf(family: Family, behaviour: Behaviour, options: CorpusOptions, rng: Rng) {
  const body = ownMistake(family, options, rng);
  const fails = behaviour.fails[body === family.popular ? 0 : family.wrong.indexOf(body) + 1]!;
  const failing = behaviour.calls.map((_, index) => index).filter((index) => (fails >>> index) & 1);
  const names = argumentNames(family, rng);
  return {
    attempt: renderProgram(body, names, rng),
    failed: assertLine(behaviour, rng.pick(failing)),
    completion: renderProgram(rng.pick(family.right), names, rng),
  };
}
