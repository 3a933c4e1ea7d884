/** What the page works out from a record is what training did, for every algorithm. */

import { describe, expect, test } from 'vitest';
import { EXPLAINED, type ExplainedStep, explainedSteps } from '../../../test/support/explained-steps.ts';
import type { Clipped } from '../../core/records.ts';
import { advantageCase } from './explain-advantage.ts';
import { agrees, leftOut, type StepCase, stepCase } from './explain-case.ts';
import { lossCase } from './explain-loss.ts';

const caseOf = ({ config, record, rollouts }: ExplainedStep): StepCase => stepCase(config, record, rollouts);

/** Everything that can be held against the record: [what, computed, recorded]. */
function* numbersOf(step: StepCase): Generator<readonly [what: string, computed: number, recorded: number]> {
  for (const rollout of step.rollouts) {
    const { members, tokens } = advantageCase(step, rollout);
    const group = step.rollouts.filter((one) => one.group === rollout.group);
    for (const [i, own] of (members ?? []).entries()) yield ['advantage of a program', own, group[i]!.advantage];
    for (const [i, turn] of (rollout.trained ?? []).entries()) {
      for (const [t, own] of (tokens?.[i] ?? []).entries()) yield ['advantage of a token', own, turn.advantages[t]!];
      for (const [pass, update] of turn.updates.entries()) {
        const told = lossCase(step, turn, pass)!;
        for (const [t, own] of told.tokens.entries()) {
          yield ['ratio', own.ratio, update.ratios[t]!];
          yield ['kl', own.kl, update.kl[t]!];
          if (own.loss !== null) yield ['loss', own.loss, update.loss[t]!];
          if (own.slope !== null) yield ['slope', own.slope, update.dLogProb[t]!];
        }
      }
    }
  }
}

/** Single precision, and sums of it. */
const close = (computed: number, recorded: number): boolean =>
  Math.abs(computed - recorded) <= 2e-5 * Math.max(Math.abs(computed), Math.abs(recorded)) + 2e-7;

describe.each(EXPLAINED)('%s', (name) => {
  test('comes out as recorded, in every number of every token', async () => {
    const counts: Record<string, number> = {};
    for (const step of (await explainedSteps(name)).map(caseOf)) {
      expect(step.whole).toBe(true);
      for (const [what, computed, recorded] of numbersOf(step)) {
        counts[what] = (counts[what] ?? 0) + 1;
        if (!close(computed, recorded)) expect([what, computed]).toEqual([what, recorded]);
      }
    }
    const expected = ['advantage of a program', 'advantage of a token', 'kl', 'loss', 'ratio', 'slope'];
    expect(Object.keys(counts).sort()).toEqual(expected);
  });
});

/** How often each clip decision was made, and that each was foreseen. */
async function decisions(name: string): Promise<Partial<Record<Clipped, number>>> {
  const counts: Partial<Record<Clipped, number>> = {};
  for (const step of (await explainedSteps(name)).map(caseOf)) {
    for (const turn of step.rollouts.flatMap(({ trained = [] }) => trained)) {
      for (const [pass, { clipped }] of turn.updates.entries()) {
        expect(lossCase(step, turn, pass)!.tokens.map((one) => one.clipped)).toEqual(clipped);
        for (const one of clipped) counts[one] = (counts[one] ?? 0) + 1;
      }
    }
  }
  return counts;
}

test('every kind of clip decision comes out as recorded', async () => {
  const plain = await decisions('three passes');
  expect(plain.low).toBeGreaterThan(0);
  expect(plain.high).toBeGreaterThan(0);
  const corrected = await decisions('correction and dual clip');
  expect(corrected.dual).toBeGreaterThan(0);
  expect(corrected.masked).toBeGreaterThan(0);
  expect((await decisions('sequence ratio with KL')).high).toBeGreaterThan(0);
});

describe('a record that keeps a part', () => {
  async function partOf(name: string): Promise<StepCase> {
    const [step] = await explainedSteps(name);
    const learned = step!.rollouts.find(({ trained }) => trained !== undefined)!;
    const rollouts = step!.rollouts.filter(({ group }) => group === learned.group);
    return stepCase(step!.config, step!.record, rollouts);
  }

  test('gives the weight of a token away, and all else agrees with it', async () => {
    const step = await partOf('grpo');
    expect(step.whole).toBe(false);
    const turns = step.rollouts.flatMap(({ trained = [] }) => trained);
    expect(turns.length).toBeGreaterThan(0);
    for (const turn of turns) expect(lossCase(step, turn, 0)!.weight).toMatchObject({ from: 'inferred' });
    for (const [what, computed, recorded] of numbersOf(step)) {
      if (!close(computed, recorded)) expect([what, computed]).toEqual([what, recorded]);
    }
  });

  test('does not say what the whole batch was compared with', async () => {
    const batch = await partOf('reinforce');
    expect(advantageCase(batch, batch.rollouts[0]!)).toMatchObject({ story: { comparison: null }, members: null });
    const ppo = await partOf('ppo');
    expect(advantageCase(ppo, ppo.rollouts[0]!)).toMatchObject({ story: { whitening: 'unknown' }, tokens: null });
  });

  test('is told from programs that the update left out', async () => {
    const [step] = await explainedSteps('grpo');
    const learned = step!.rollouts.find(({ trained }) => trained !== undefined)!;
    const { trained: _, ...bare } = learned;
    const rollouts = step!.rollouts.map((one) => (one === learned ? bare : one));
    const part = stepCase(step!.config, step!.record, rollouts);
    expect(leftOut(part, bare)).toBe('not-kept');
    expect(part.whole).toBe(false);
  });
});

test('why a program was left out', async () => {
  const reasons = async (name: string) => {
    const steps = (await explainedSteps(name, { groupSize: 4, epochs: 6 })).map(caseOf);
    return new Set(steps.flatMap((step) => step.rollouts.map((rollout) => leftOut(step, rollout))));
  };
  expect(await reasons('grpo')).toEqual(new Set([null, 'unscored', 'truncated', 'no-signal']));
  expect(await reasons('dr-grpo')).toEqual(new Set([null, 'unscored']));
  expect(await reasons('rft')).toEqual(new Set([null, 'unscored', 'not-accepted']));
});

test('numbers agree to the digits that are shown', () => {
  expect(agrees({ computed: 0.12341, recorded: 0.12342 })).toBe(true);
  expect(agrees({ computed: 0.1234, recorded: 0.1244 })).toBe(false);
  expect(agrees({ computed: 0, recorded: 1e-12 })).toBe(true);
  expect(agrees({ computed: -0.5, recorded: 0.5 })).toBe(false);
});
