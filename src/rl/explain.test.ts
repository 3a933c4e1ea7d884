/** What a step keeps of its tokens is enough to replay its update by hand. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import type { TrainedTurn } from '../core/records.ts';
import { sum } from '../core/stats.ts';
import { train } from './loop.ts';

async function oneStep(changes: RunConfigInput = {}) {
  const policy = new TabularPolicy({ prompts: 2, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });
  const judge = new RuleJudge((_, code) => (code.startsWith('a') ? 1 : 0));
  const config = parseConfig({
    seed: 2,
    epochs: 1,
    lectureProblems: 2,
    auxiliaryProblems: 0,
    groupSize: 24,
    optimizer: { learningRate: 0.1 },
    sampling: { maxNewTokens: 5 },
    ...changes,
  });
  const problems = { lecture: [letterProblem(0), letterProblem(1)], auxiliary: [] };
  for await (const event of train({ policy, judge, problems, codec: letterCodec, config })) {
    if (event.type === 'step') return { event, policy, config };
  }
  throw new Error('expected a step, got none');
}

/** The rows of each optimiser step, as the records have them. */
function byUpdate(turns: readonly TrainedTurn[]) {
  const rows = turns.flatMap((turn) => turn.updates.map((update) => ({ turn, update })));
  const numbers = [...new Set(rows.map(({ update }) => update.update))].sort((a, b) => a - b);
  return numbers.map((number) => rows.filter(({ update }) => update.update === number));
}

describe('the records of a step', () => {
  test('give ratio, clip decision, KL, loss and derivative of every token by the formulas of GRPO', async () => {
    const { event, config } = await oneStep({ algorithm: { innerEpochs: 3 } });
    const turns = event.rollouts.flatMap(({ trained = [] }) => trained);
    const { clipLow, clipHigh, beta } = config.algorithm;
    const losses = byUpdate(turns).map((rows) => {
      const tokens = sum(rows.map(({ turn }) => turn.ids.length));
      for (const { turn, update } of rows) {
        turn.ids.forEach((_, t) => {
          const ratio = Math.exp(update.logProbs[t]! - turn.oldLogProbs[t]!);
          const advantage = turn.advantages[t]!;
          const [low, high] = [ratio < 1 - clipLow && advantage < 0, ratio > 1 + clipHigh && advantage > 0];
          const x = turn.referenceLogProbs[t]! - update.logProbs[t]!;
          const k3 = Math.exp(x) - 1 - x;
          const held = Math.min(1 + clipHigh, Math.max(1 - clipLow, ratio));
          const surrogate = -Math.min(ratio * advantage, held * advantage);
          expect(update.ratios[t]).toBeCloseTo(ratio, 6);
          expect(update.clipped[t]).toBe(low ? 'low' : high ? 'high' : 'no');
          expect(update.kl[t]).toBeCloseTo(k3, 6);
          expect(update.loss[t]).toBeCloseTo((surrogate + beta * k3) / tokens, 6);
          const slope = (low || high ? 0 : -ratio * advantage) + beta * (1 - Math.exp(x));
          expect(update.dLogProb[t]).toBeCloseTo(slope / tokens, 6);
        });
      }
      return sum(rows.map(({ update }) => sum(update.loss)));
    });
    expect(losses).toHaveLength(6);
    expect(sum(losses) / losses.length).toBeCloseTo(event.record.metrics.loss!, 6);
    const clips = turns.flatMap(({ updates }) => updates.flatMap(({ clipped }) => clipped));
    const share = clips.filter((kind) => kind === 'low' || kind === 'high').length / clips.length;
    expect(share).toBeGreaterThan(0);
    expect(event.record.metrics['clip_ratio/region_mean']).toBeCloseTo(share, 9);
  });

  test('say how likely every token is after the step, and that what was rewarded became likelier', async () => {
    const { event, policy } = await oneStep({ algorithm: { beta: 0 } });
    const trained = event.rollouts.flatMap(({ trained = [] }) => trained);
    const sequences = trained.map(({ prompt, ids }) => ({ prompt, completion: ids }));
    const { logProb, width } = await policy.score({ sequences, temperature: 1 });
    trained.forEach(({ after = [] }, b) => {
      expect(after).toEqual(Array.from({ length: after.length }, (_, t) => logProb[b * width + t]!));
    });
    const moves = (good: boolean) =>
      trained
        .filter(({ advantages }) => advantages[0]! > 0 === good)
        .map(({ after = [], oldLogProbs }) => after[0]! - oldLogProbs[0]!);
    expect(sum(moves(true))).toBeGreaterThan(0);
    expect(sum(moves(false))).toBeLessThan(0);
    const all = trained.flatMap(({ after = [], oldLogProbs }) => after.map((value, t) => oldLogProbs[t]! - value));
    expect(event.record.metrics['actor/ppo_kl']).toBeCloseTo(sum(all) / all.length, 9);
  });

  test('leave out what was left out, and the tokens after the step where nobody asks for them', async () => {
    const { event, policy } = await oneStep({ explain: false });
    const left = event.rollouts.filter(({ trained }) => trained === undefined);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ outcome }) => outcome === 'truncated')).toBe(true);
    const trained = event.rollouts.flatMap((rollout) => rollout.trained ?? []);
    expect(trained.every(({ after }) => after === undefined)).toBe(true);
    expect(event.record.metrics).not.toHaveProperty('actor/ppo_kl');
    expect(policy.calls.score).toBe(1);
  });
});
