/**
 * The outcome critic of CodeRL (Le et al. 2022, arXiv:2207.01780, §3.2): a model of its own that reads a program and says
 * which of four things will become of it.
 *
 * CodeRL puts an error head on every token, takes the maximum of each class over time, learns one cross-entropy per
 * program from that, and then reads the logits of single tokens as if they had been taught. Here the critic is a plain
 * language model that is asked after every token, and learns the answer after every token. Its numbers are therefore what
 * they are used as, the probability of the outcome given the program so far, and no engine needs a head for them.
 */

import type { RunConfig } from '../../core/config.ts';
import type { Policy, Sequence } from '../../core/policy.ts';
import { createRng } from '../../core/rng.ts';
import type { Outcome } from '../../core/types.ts';
import { OUTCOME_CLASSES, outcomeClass } from '../advantage/outcome-critic.ts';
import { classLogProbs, prefixSequences } from './prefixes.ts';

/** A program that was judged. */
export interface OutcomeTurn extends Sequence {
  readonly outcome: Outcome;
}

/** What the critic thought of programs before it learned from them, over its first pass. */
export interface CriticLearning {
  /** Cross-entropy over the four classes, nats: mean over the prefixes of a program, then over programs. */
  readonly loss: number;
  /** Share of programs whose class is the most likely one after the last token. */
  readonly accuracy: number;
}

export interface CriticOptions {
  readonly config: Pick<RunConfig, 'seed' | 'critic' | 'optimizer'>;
  /** 0-based; with the pass it chooses the minibatches. */
  readonly step: number;
  /** Most tokens of a prompt and its completion together. */
  readonly contextLength: number;
}

/** Programs per optimiser step of the critic. */
const MINIBATCH = 32;
/** The policy shuffles with the streams below. */
const CRITIC_STREAMS = 2 ** 31;

/**
 * The probability, after each token, of what became of each program, `[B][T]`.
 *
 * @throws Error for a program of whose outcome nothing is known
 */
export async function outcomeProbs(
  critic: Policy,
  turns: readonly OutcomeTurn[],
  contextLength: number,
): Promise<number[][]> {
  const classes = turns.map(({ outcome }) => {
    const index = classIndex(outcome);
    if (index === null) throw new Error(`critic: expected what became of the program, got ${outcome}`);
    return index;
  });
  const logProbs = await classLogProbs(critic, turns, contextLength);
  return logProbs.map((rows, b) => rows.map((row) => Math.exp(row[classes[b]!]!)));
}

/**
 * Passes of the critic over judged programs in seeded minibatches. Programs of which nothing is known are left out.
 *
 * @returns null where nothing is left to learn from
 */
export async function trainOutcomeCritic(
  critic: Policy,
  turns: readonly OutcomeTurn[],
  { config, step, contextLength }: CriticOptions,
): Promise<CriticLearning | null> {
  const lessons = turns.flatMap(({ prompt, completion, outcome }): Lesson[] => {
    const truth = classIndex(outcome);
    return truth === null || completion.length === 0 ? [] : [{ prompt, completion, truth }];
  });
  if (lessons.length === 0) return null;
  const optimizer = { ...config.optimizer, learningRate: config.critic.learningRate };
  let loss = 0;
  let right = 0;
  for (let pass = 0; pass < config.critic.passes; pass++) {
    const rng = createRng('shuffle', config.seed, CRITIC_STREAMS + step * config.critic.passes + pass);
    const shuffled = rng.shuffle(lessons);
    for (let from = 0; from < shuffled.length; from += MINIBATCH) {
      const part = shuffled.slice(from, from + MINIBATCH);
      const logProbs = await classLogProbs(critic, part, contextLength);
      const entropies = crossEntropy(part, logProbs);
      const sequences = part.flatMap((lesson) => prefixSequences(lesson, contextLength));
      await critic.update({ sequences, temperature: 1 }, { width: 1, logProb: entropies.derivatives }, optimizer);
      if (pass > 0) continue;
      loss += entropies.sum;
      right += entropies.right;
    }
  }
  return { loss: loss / lessons.length, accuracy: right / lessons.length };
}

interface Lesson extends Sequence {
  /** Index into `OUTCOME_CLASSES`. */
  readonly truth: number;
}

/**
 * Cross-entropy of each program, mean over its prefixes, and the derivatives of the minibatch's mean by the log-prob of
 * every class: `(q_c − [c is true]) / (T · B)`. The derivatives of one prefix add up to 0, so that those of the logits
 * are the same and nothing pulls at the rest of the vocabulary.
 */
function crossEntropy(lessons: readonly Lesson[], logProbs: readonly (readonly Float64Array[])[]) {
  const derivatives: number[] = [];
  let sum = 0;
  let right = 0;
  lessons.forEach(({ truth }, b) => {
    const rows = logProbs[b]!;
    for (const row of rows) {
      sum -= row[truth]! / rows.length;
      row.forEach((logProb, c) => {
        derivatives.push((Math.exp(logProb) - (c === truth ? 1 : 0)) / (rows.length * lessons.length));
      });
    }
    const last = rows.at(-1)!;
    if (last.indexOf(Math.max(...last)) === truth) right++;
  });
  return { sum, right, derivatives: Float32Array.from(derivatives) };
}

function classIndex(outcome: Outcome): number | null {
  const name = outcomeClass(outcome);
  return name === null ? null : OUTCOME_CLASSES.indexOf(name);
}
