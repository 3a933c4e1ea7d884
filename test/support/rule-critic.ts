/** An outcome critic that is a rule: how likely each class is after a prompt and the beginning of a program. */

import type { Coefficients, Policy, TokenBatch, TokenScores } from '../../src/core/policy.ts';
import { VOCABULARY } from './letters.ts';
import { TabularPolicy } from './tabular-policy.ts';

/** Classes are the letters with ids 2 to 5, as the critic names them. */
const FIRST_CLASS = 2;

/** Remembers what it was asked and told. */
export class RuleCritic extends TabularPolicy implements Policy {
  readonly asked: TokenBatch[] = [];
  readonly told: Coefficients[] = [];
  readonly #rule: (known: readonly number[]) => readonly number[];

  /** @param rule the probability of each of the four classes, in their order, after these tokens */
  constructor(rule: (known: readonly number[]) => readonly number[]) {
    super({ prompts: 1, vocabulary: VOCABULARY, positions: 1, endOfText: 1 });
    this.#rule = rule;
  }

  override async score(batch: TokenBatch): Promise<TokenScores> {
    this.asked.push(batch);
    const logProb = batch.sequences.map(({ prompt, completion }) =>
      Math.log(this.#rule(prompt)[completion[0]! - FIRST_CLASS]!),
    );
    return { width: 1, logProb: Float32Array.from(logProb), entropy: new Float32Array(logProb.length) };
  }

  override async update(batch: TokenBatch, coefficients: Coefficients) {
    this.told.push(coefficients);
    return { gradNorm: 0, applied: true, scores: await this.score(batch) };
  }
}
