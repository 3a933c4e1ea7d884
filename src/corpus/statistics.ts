/** Numbers about the corpus for the model card. */

import { type Corpus, type DocumentKind, documentAt } from './generator.ts';

export interface CorpusStatistics {
  /** Families that are drawn, and held-out compositions that are not. */
  readonly families: number;
  readonly heldOut: number;
  readonly descriptions: number;
  /** Sentences that may occur. */
  readonly texts: number;
  readonly rightBodies: number;
  readonly mistakes: number;
  /** Documents that the shares and lengths below were measured on. */
  readonly sampled: number;
  readonly kinds: Readonly<Record<DocumentKind, number>>;
  /** Share of solve documents that are right. */
  readonly rightShare: number;
  readonly promptTokens: LengthStatistics;
  readonly completionTokens: LengthStatistics;
  readonly documentTokens: LengthStatistics;
}

export interface LengthStatistics {
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
}

/** @param encode Text to token ids; the end-of-text token is counted on top. */
export function corpusStatistics(
  corpus: Corpus,
  heldOut: number,
  encode: (text: string) => readonly number[],
  seed: number,
  sampled = 20000,
): CorpusStatistics {
  const documents = Array.from({ length: sampled }, (_, index) => documentAt(corpus, seed, index));
  const prompts = documents.map(({ prompt }) => encode(prompt).length);
  const completions = documents.map(({ completion }) => encode(completion).length + 1);
  const solve = documents.filter(({ kind }) => kind === 'solve');
  const share = (kind: DocumentKind) => documents.filter((document) => document.kind === kind).length / sampled;
  const count = (lists: readonly { readonly length: number }[]) => lists.reduce((sum, { length }) => sum + length, 0);
  return {
    families: corpus.families.length,
    heldOut,
    descriptions: count(corpus.families.map(({ descriptions }) => descriptions)),
    texts: count(corpus.texts),
    rightBodies: count(corpus.families.map(({ right }) => right)),
    mistakes: count(corpus.families.map(({ wrong }) => wrong)) + corpus.families.length,
    sampled,
    kinds: { solve: share('solve'), tests: share('tests'), repair: share('repair') },
    rightShare: solve.filter(({ right }) => right).length / solve.length,
    promptTokens: lengths(prompts),
    completionTokens: lengths(completions),
    documentTokens: lengths(prompts.map((prompt, i) => prompt + completions[i]!)),
  };
}

function lengths(values: readonly number[]): LengthStatistics {
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean: Math.round(mean * 100) / 100, p95: sorted[Math.floor(0.95 * sorted.length)]!, max: sorted.at(-1)! };
}
