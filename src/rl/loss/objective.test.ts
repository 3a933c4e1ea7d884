/** The derivatives of the loss against finite differences, over random minibatches and every combination of its parts. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved, PLAIN, row, SEQUENCE_MEAN, TOKEN_MEAN } from '../../../test/support/loss-rows.ts';
import { klEstimate } from './kl.ts';
import { type CriticTables, type ObjectiveInput, type ObjectiveOptions, objectiveOf } from './objective.ts';
import { tokenSurrogate } from './surrogate.ts';

/** Thousandths: doubles would mostly be drawn where nothing has a slope that can be seen. */
const number = (min: number, max: number) => fc.integer({ min: min * 1000, max: max * 1000 }).map((n) => n / 1000);
const logProb = number(-4, 0);
const token = fc
  .record({
    logProb,
    moved: number(-0.6, 0.6),
    strayed: number(-2, 2),
    advantage: number(-2, 2),
    correction: fc.constantFrom(0, 0.4, 1, 3),
    entropy: number(0, 3),
    value: number(-1, 1),
    oldValue: number(-1, 1),
    target: number(-1, 1),
    learned: fc.constantFrom(0, 1),
  })
  .map(({ moved: by, strayed, ...one }) => {
    return { ...one, oldLogProb: one.logProb - by, refLogProb: one.logProb - strayed };
  });
type Token = typeof token extends fc.Arbitrary<infer T> ? T : never;
const rows = fc.array(fc.array(token, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });

const parts = fc.record({
  clipLow: fc.constantFrom(0.2, 0.0003),
  clipHigh: fc.constantFrom(0.2, 0.28, 4),
  dualClip: fc.constantFrom(0, 3),
  coefficient: fc.constantFrom(0, 0.04, 1),
  aggregation: fc.constantFrom(
    TOKEN_MEAN,
    SEQUENCE_MEAN,
    { type: 'sequence-sum' } as const,
    { type: 'constant-length', length: 7 } as const,
  ),
  entropyBonus: fc.constantFrom(0, 0.01),
  value: fc.record({ coefficient: fc.constantFrom(0.1, 1), clip: fc.constantFrom(0, 0.2) }),
});

const variants = (['clip', 'cispo', 'log-likelihood'] as const).flatMap((type) =>
  (['token', 'sequence'] as const).flatMap((ratio) =>
    (['k1', 'k2', 'k3'] as const).map((estimator) => ({ type, ratio, estimator })),
  ),
);

/** Tables of ragged rows; the slots after them hold junk that must not count. */
function tablesOf(given: readonly (readonly Token[])[]): ObjectiveInput & Required<Pick<ObjectiveInput, 'critic'>> {
  const width = Math.max(...given.map(({ length }) => length)) + 1;
  const table = (pick: (token: Token) => number, junk = -7) =>
    Float64Array.from(
      given.flatMap((tokens) => Array.from({ length: width }, (_, t) => (t < tokens.length ? pick(tokens[t]!) : junk))),
    );
  return {
    width,
    mask: Uint8Array.from(table(() => 1, 0)),
    logProb: table((one) => one.logProb),
    oldLogProb: table((one) => one.oldLogProb),
    refLogProb: table((one) => one.refLogProb),
    advantage: table((one) => one.advantage),
    correction: table((one) => one.correction),
    entropy: table((one) => one.entropy),
    critic: {
      value: table((one) => one.value),
      oldValue: table((one) => one.oldValue),
      target: table((one) => one.target),
      mask: Uint8Array.from(table((one) => one.learned, 1)),
    },
  };
}

const STEP = 1e-6;

/** The slope of the loss along one number of a table, or null at a corner, where the slopes to both sides differ. */
function slope(loss: (value: number) => number, at: number): number | null {
  const [down, here, up] = [loss(at - STEP), loss(at), loss(at + STEP)];
  const [left, right] = [(here - down) / STEP, (up - here) / STEP];
  return Math.abs(left - right) > 1e-3 * Math.max(1, Math.abs(left)) ? null : (up - down) / (2 * STEP);
}

function expectSlopes(
  derivative: Float64Array,
  table: ArrayLike<number>,
  lossWith: (changed: Float64Array) => number,
): void {
  derivative.forEach((actual, i) => {
    const expected = slope((value) => lossWith(Float64Array.from(table).fill(value, i, i + 1)), table[i]!);
    if (expected === null) return;
    expect(Math.abs(actual - expected), `[${i}]: ${actual} is not ${expected}`).toBeLessThan(
      1e-5 * Math.max(1, Math.abs(expected)),
    );
  });
}

test.each(variants)('derivatives of $type with the ratio of a $ratio and $estimator', ({ type, ratio, estimator }) => {
  fc.assert(
    fc.property(rows, parts, (given, { clipLow, clipHigh, dualClip, coefficient, ...rest }) => {
      const options: ObjectiveOptions = {
        ...rest,
        ratio,
        surrogate: { type, clipLow, clipHigh, dualClip },
        kl: { coefficient, estimator },
      };
      const input = tablesOf(given);
      const { dLogProb, dEntropy, dValue } = objectiveOf(input, options);
      const weighed = (changed: Partial<ObjectiveInput>) => objectiveOf({ ...input, ...changed }, options);
      // CISPO holds its ratio fixed: its slope is that of the loss in which only the log-prob beside the ratio moves.
      expectSlopes(dLogProb, input.logProb, (changed) =>
        type === 'cispo' ? weighed(withSameRatios(input, changed)).loss : weighed({ logProb: changed }).loss,
      );
      if (dEntropy === undefined) expect(options.entropyBonus).toBe(0);
      else expectSlopes(dEntropy, input.entropy!, (entropy) => weighed({ entropy }).loss);
      const critic = (changed: Partial<CriticTables>) => weighed({ critic: { ...input.critic, ...changed } }).loss;
      expectSlopes(dValue!, input.critic.value, (value) => critic({ value }));
    }),
    { numRuns: 15 },
  );
});

/** Changed log-probs, and old ones that changed along with them. */
function withSameRatios({ logProb, oldLogProb }: ObjectiveInput, changed: Float64Array): Partial<ObjectiveInput> {
  return { logProb: changed, oldLogProb: changed.map((value, i) => value - (logProb[i]! - oldLogProb[i]!)) };
}

test('CISPO weighs the log-prob with the ratio up to its bound, from below without one', () => {
  const options = { type: 'cispo', clipLow: 0.2, clipHigh: 0.28, dualClip: 0 } as const;
  const of = (ratio: number, advantage: number) => tokenSurrogate(-2, Math.log(ratio), advantage, options);
  expect(of(1.1, 1).loss).toBeCloseTo(1.1 * 2, 12);
  expect(of(5, 1)).toMatchObject({ loss: 1.28 * 2, dLogProb: -1.28, dLogRatio: 0, clipped: 'high' });
  expect(of(5, -1)).toMatchObject({ dLogProb: 1.28, clipped: 'no' });
  expect(of(0.1, -1).dLogProb).toBeCloseTo(0.1, 12);
});

test('the parts add up to the loss, token by token too, and what follows a row counts nowhere', () => {
  fc.assert(
    fc.property(rows, parts, (given, { clipLow, clipHigh, dualClip, coefficient, ...rest }) => {
      const options: ObjectiveOptions = {
        ...PLAIN,
        ...rest,
        surrogate: { type: 'clip', clipLow, clipHigh, dualClip },
        kl: { coefficient, estimator: 'k3' },
      };
      const input = tablesOf(given);
      const { loss, parts: found, terms, tokens, dLogProb } = objectiveOf(input, options);
      expect(found.policy + found.kl + found.entropy + found.value).toBeCloseTo(loss, 12);
      expect(terms.loss.reduce((sum, one) => sum + one, 0)).toBeCloseTo(loss, 9);
      expect(tokens).toBe(given.reduce((sum, { length }) => sum + length, 0));
      input.mask.forEach((real, i) => {
        if (real === 0) expect([dLogProb[i], terms.loss[i], terms.ratio[i]]).toEqual([0, 0, 0]);
      });
    }),
    { numRuns: 40 },
  );
});

test('the clipped loss is never below the plain one, a dual clip never above its bound, and k3 never below 0', () => {
  fc.assert(
    fc.property(token, ({ logProb: now, oldLogProb, refLogProb, advantage }) => {
      const bounds = { type: 'clip', clipLow: 0.2, clipHigh: 0.28 } as const;
      const { loss, ratio } = tokenSurrogate(now, now - oldLogProb, advantage, { ...bounds, dualClip: 0 });
      expect(loss).toBeGreaterThanOrEqual(-ratio * advantage - 1e-12);
      const dual = tokenSurrogate(now, now - oldLogProb, advantage, { ...bounds, dualClip: 3 });
      expect(dual.loss).toBeCloseTo(advantage < 0 ? Math.min(loss, -3 * advantage) : loss, 12);
      expect(klEstimate('k3', now, refLogProb).value).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each(['k1', 'k2', 'k3'] as const)('derivative of %s', (name) => {
  fc.assert(
    fc.property(logProb, logProb, (now, ref) => {
      const h = 1e-6;
      const expected = (klEstimate(name, now + h, ref).value - klEstimate(name, now - h, ref).value) / (2 * h);
      const { dLogProb } = klEstimate(name, now, ref);
      expect(Math.abs(dLogProb - expected)).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)));
    }),
  );
});

test('with one value per turn the value loss is a mean over turns, whatever their length', () => {
  const turn = (length: number, value: number) =>
    row(Array(length).fill(1), {
      values: Array(length).fill(value),
      returns: Array(length).fill(1),
      valueMask: Array.from({ length }, (_, t) => Number(t === 0)),
    });
  const turns = [turn(2, 0), turn(9, 0.5)];
  const { parts: found, dValue } = moved(
    turns,
    turns.map(({ oldLogProbs }) => oldLogProbs),
    { value: { coefficient: 1, clip: 0 } },
  );
  expect(found.value).toBeCloseTo((0.5 * 1 + 0.5 * 0.25) / 2, 12);
  expect([...dValue!].filter((one) => one !== 0)).toEqual([-0.5, -0.25]);
});

test('without a KL term a reference that is not finite reaches neither loss nor derivative', () => {
  const lost = row([1, -1], { refLogProbs: [Number.NaN, -Infinity] });
  for (const estimator of ['k1', 'k2', 'k3'] as const) {
    const off = moved([lost], [[-0.9, -1.1]], { kl: { coefficient: 0, estimator } });
    const whole = moved([row([1, -1])], [[-0.9, -1.1]], { kl: { coefficient: 0, estimator } });
    expect([off.loss, off.parts, off.dLogProb, off.terms.loss]).toEqual([
      whole.loss,
      whole.parts,
      whole.dLogProb,
      whole.terms.loss,
    ]);
    expect(moved([lost], [[-0.9, -1.1]], { kl: { coefficient: 0.1, estimator } }).loss).toBeNaN();
  }
});

test('tables that do not fit together are refused', () => {
  const four = [0, 0, 0, 0];
  const input = {
    width: 2,
    mask: new Uint8Array(4),
    logProb: four,
    oldLogProb: four,
    refLogProb: four,
    advantage: four,
  };
  const message = 'objective: expected tables of 2 × 2 slots, got one of 3';
  expect(() => objectiveOf({ ...input, refLogProb: [0, 0, 0] }, PLAIN)).toThrow(message);
  const critic = { value: four, oldValue: four, target: four, mask: new Uint8Array(3) };
  expect(() => objectiveOf({ ...input, critic }, PLAIN)).toThrow(message);
});
