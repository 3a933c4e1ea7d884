/**
 * The outcome critic of CodeRL (Le et al. 2022, arXiv:2207.01780, §3.2): a model of its own that reads a program and says
 * which of four things will become of it.
 *
 * CodeRL puts an error head on every token, takes the maximum of each class over time, learns one cross-entropy per
 * program from that, and then reads the logits of single tokens as if they had been taught. Here the critic is a plain
 * language model with a token for each class: after every token of a program it learns to go on with the true one, by the
 * cross-entropy over its whole vocabulary. Its numbers are therefore what they are used as, the probability of the outcome
 * given the program so far; no engine needs a head for them, and one question a token is all that they cost. Before it has
 * learned that only the four tokens ever come, its probabilities are small (docs/notes/critic.md), and so are the returns
 * that it deals out.
 */

import type { RunConfig } from '../../core/config.ts';
import type { Policy } from '../../core/policy.ts';
import { createRng } from '../../core/rng.ts';
import { mean } from '../../core/stats.ts';
import { type Lesson, lessonOf, type OutcomeTurn, prefixSequences, rivalSequences } from './prefixes.ts';

/** What the critic thought of programs before it learned from them, over its first pass. */
export interface CriticLearning {
  /** Cross-entropy over the vocabulary, nats: mean over the prefixes of a program, then over programs. */
  readonly loss: number;
  /** Share of programs whose class is more likely than the other three after the last token. */
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
/** Programs that are asked about in one call: bounds the lists of prefixes, which grow with the square of their length. */
const MAX_PROGRAMS = 64;
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
  const lessons = turns.map((turn) => {
    const lesson = lessonOf(turn);
    if (lesson === null) {
      const got = turn.flaky ? 'two runs that disagree' : turn.outcome;
      throw new Error(`critic: expected what became of the program, got ${got}`);
    }
    return lesson;
  });
  const probs: number[][] = [];
  for (let from = 0; from < lessons.length; from += MAX_PROGRAMS) {
    const part = lessons.slice(from, from + MAX_PROGRAMS);
    const sequences = part.flatMap((lesson) => prefixSequences(lesson, contextLength));
    const { logProb } = await critic.score({ sequences, temperature: 1 });
    let at = 0;
    for (const { completion } of part) {
      probs.push(Array.from(logProb.subarray(at, at + completion.length), Math.exp));
      at += completion.length;
    }
  }
  return probs;
}

/**
 * Passes of the critic over judged programs in seeded minibatches. Programs of which nothing is known are left out. An
 * update's own forward pass tells what the critic thought before it: nothing is scored besides.
 *
 * @returns null where nothing is left to learn from
 */
export async function trainOutcomeCritic(
  critic: Policy,
  turns: readonly OutcomeTurn[],
  { config, step, contextLength }: CriticOptions,
): Promise<CriticLearning | null> {
  const lessons = turns.flatMap((turn) => (turn.completion.length === 0 ? [] : (lessonOf(turn) ?? [])));
  if (lessons.length === 0) return null;
  const optimizer = { ...config.optimizer, learningRate: config.critic.learningRate };
  let loss = 0;
  let right = 0;
  for (let pass = 0; pass < config.critic.passes; pass++) {
    const rng = createRng('shuffle', config.seed, CRITIC_STREAMS + step * config.critic.passes + pass);
    const shuffled = rng.shuffle(lessons);
    for (let from = 0; from < shuffled.length; from += MINIBATCH) {
      const part = shuffled.slice(from, from + MINIBATCH);
      // For the accuracy of the first pass the other classes ride along: they are read, and pull at nothing.
      const rivals = pass === 0 ? part.flatMap((lesson) => rivalSequences(lesson, contextLength)) : [];
      const sequences = [...part.flatMap((lesson) => prefixSequences(lesson, contextLength)), ...rivals];
      const derivatives = new Float32Array(sequences.length);
      derivatives.set(crossEntropySlopes(part));
      const batch = { sequences, temperature: 1 };
      const { scores } = await critic.update(batch, { width: 1, logProb: derivatives }, optimizer);
      if (pass > 0) continue;
      const thought = thoughtOf(part, scores.logProb);
      loss += thought.loss;
      right += thought.right;
    }
  }
  return { loss: loss / lessons.length, accuracy: right / lessons.length };
}

/**
 * Derivatives of the minibatch's cross-entropy, −mean_b mean_t logProb, by the log-prob of the true class after every
 * token: `−1 / (T · B)`, program after program.
 */
function crossEntropySlopes(lessons: readonly Lesson[]): number[] {
  return lessons.flatMap(({ completion: { length } }) =>
    new Array<number>(length).fill(-1 / (length * lessons.length)),
  );
}

/** From the log-probs of all prefixes, and of the rivals after them: summed cross-entropy, and how many were known. */
function thoughtOf(lessons: readonly Lesson[], logProb: Float32Array): { loss: number; right: number } {
  const rivalsFrom = lessons.reduce((sum, { completion }) => sum + completion.length, 0);
  const rivals = (logProb.length - rivalsFrom) / lessons.length;
  let at = 0;
  let loss = 0;
  let right = 0;
  lessons.forEach(({ completion: { length } }, b) => {
    const own = logProb.subarray(at, at + length);
    at += length;
    loss -= mean(own);
    const others = logProb.subarray(rivalsFrom + b * rivals, rivalsFrom + (b + 1) * rivals);
    if (others.every((other) => other < own.at(-1)!)) right++;
  });
  return { loss, right };
}
