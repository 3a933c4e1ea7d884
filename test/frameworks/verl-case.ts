/** One comparison with veRL: a call of one of its core functions, and the same numbers from ours. */

import { END_OF_TEXT_ID } from '../../src/model/batch.ts';
import { gae, whiten } from '../../src/rl/advantage/gae.ts';
import type { GroupScale } from '../../src/rl/advantage/group.ts';
import { type CorrectionOptions, correctionWeights } from '../../src/rl/loss/correction.ts';
import { type KlEstimator, klEstimate } from '../../src/rl/loss/kl.ts';
import { completionMask } from '../../src/rl/loss/mask.ts';
import { type Objective, type ObjectiveOptions, objectiveOf } from '../../src/rl/loss/objective.ts';
import { packRows, tableWidth, unpackRows } from '../../src/rl/loss/table.ts';
import { CAP, GAMMA, groupwise, LAMBDA, type Rows, type VerlRows } from './verl-rows.ts';

/** Numbers of one side; rows in the place of tables. */
export interface Numbers {
  readonly value?: number;
  readonly table?: Rows;
  readonly returns?: Rows;
  readonly gradient?: Rows;
  /** Of tokens that a clipped branch decided. */
  readonly share?: number;
}

/** Ours, with what `value` is measured by: a sum of tokens that cancel says little about how exact it is. */
export interface OurNumbers extends Numbers {
  readonly size?: number;
}

/** Where the two are known to part. */
export interface VerlKnown {
  readonly why: string;
  /** Numbers that are not compared. */
  readonly free: readonly (keyof Numbers)[];
}

export interface VerlCase {
  readonly name: string;
  readonly function: 'advantages' | 'gae' | 'policy_loss' | 'kl' | 'value_loss' | 'kl_controller' | 'correction';
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly ours: (rows: VerlRows) => OurNumbers;
  readonly known?: VerlKnown;
}

export function advantagesCase(name: string, options: object, scale: GroupScale, known?: VerlKnown): VerlCase {
  return {
    name,
    function: 'advantages',
    arguments: options as VerlCase['arguments'],
    ours: ({ rewards }) => {
      const totals = rewards.map((row) => row.at(-1)!);
      const advantages = groupwise(totals, scale);
      return { table: rewards.map((row, i) => row.map(() => advantages[i]!)) };
    },
    ...(known === undefined ? {} : { known }),
  };
}

const PLAIN: ObjectiveOptions = {
  surrogate: { type: 'clip', clipLow: 0.2, clipHigh: 0.28, dualClip: 3 },
  ratio: 'token',
  kl: { coefficient: 0, estimator: 'k3' },
  aggregation: { type: 'token-mean' },
  entropyBonus: 0,
  value: { coefficient: 0, clip: 0 },
};

/** What differs from `PLAIN` here, and what veRL calls it. */
interface LossInput extends Partial<Omit<ObjectiveOptions, 'surrogate'>> {
  readonly loss?: 'vanilla' | 'gspo' | 'cispo';
  readonly mode?: string;
  readonly surrogate?: Partial<ObjectiveOptions['surrogate']>;
  readonly corrected?: boolean;
  /** `clip_ratio_low` there, where it is not ours. */
  readonly theirLow?: number;
  /** Theirs / ours, by convention. */
  readonly factor?: number;
  readonly known?: VerlKnown;
}

export function lossCase(name: string, input: LossInput): VerlCase {
  const { loss = 'vanilla', mode = 'token-mean', corrected = false, theirLow, factor = 1, known, ...more } = input;
  const options: ObjectiveOptions = { ...PLAIN, ...more, surrogate: { ...PLAIN.surrogate, ...more.surrogate } };
  const { clipLow, clipHigh, dualClip } = options.surrogate;
  return {
    name,
    function: 'policy_loss',
    arguments: {
      loss,
      aggregation: mode,
      config: { clip_ratio_low: theirLow ?? clipLow, clip_ratio_high: clipHigh, clip_ratio_c: dualClip },
      corrected,
    },
    ours: (rows) => {
      const { objective, unpack } = evaluate(rows, options, corrected);
      const { loss: value, dLogProb, terms, tokens } = objective;
      const clipped = terms.clipped.filter((one) => one === 'low' || one === 'high').length;
      return {
        value: factor * value,
        size: factor * terms.loss.reduce((sum, one) => sum + Math.abs(one), 0),
        gradient: unpack(dLogProb.map((one) => factor * one)),
        share: clipped / tokens,
      };
    },
    ...(known === undefined ? {} : { known }),
  };
}

/** Our objective on the rows; no end of text is looked for, since the sampler ended them. */
function evaluate(rows: VerlRows, options: ObjectiveOptions, corrected: boolean) {
  const width = tableWidth(rows.logProb);
  const lengths = rows.logProb.map((row) => row.length);
  const mask = completionMask(
    lengths.map((length) => Array.from({ length }, () => END_OF_TEXT_ID + 1)),
    END_OF_TEXT_ID,
    width,
  );
  const pack = (table: Rows) => packRows(table, width);
  const { logProb, oldLogProb, refLogProb, advantage, correction, value, oldValue, target } = rows;
  const objective: Objective = objectiveOf(
    {
      width,
      mask,
      logProb: pack(logProb),
      oldLogProb: pack(oldLogProb),
      refLogProb: pack(refLogProb),
      advantage: pack(advantage),
      ...(corrected ? { correction: pack(correction) } : {}),
      critic: { value: pack(value), oldValue: pack(oldValue), target: pack(target) },
    },
    options,
  );
  return { objective, unpack: (table: ArrayLike<number>) => unpackRows(table, width, lengths) };
}

export function klCase(estimator: KlEstimator, theirs: string): VerlCase {
  return {
    name: `kl_penalty ${theirs}`,
    function: 'kl',
    arguments: { estimator: theirs },
    ours: ({ logProb, refLogProb }) => {
      const tokens = logProb.map((row, i) => row.map((one, t) => klEstimate(estimator, one, refLogProb[i]![t]!)));
      return {
        table: tokens.map((row) => row.map(({ value }) => value)),
        gradient: tokens.map((row) => row.map(({ dLogProb }) => dLogProb)),
      };
    },
  };
}

/** Whitened advantages and returns; both are 0 where the mask is. */
export function gaeCase(mask: 'mask' | 'written'): VerlCase {
  return {
    name: `GAE, γ ${GAMMA}, λ ${LAMBDA}, whitened${mask === 'written' ? ', holes in the mask' : ''}`,
    function: 'gae',
    arguments: { mask, gamma: GAMMA, lam: LAMBDA },
    ours: ({ rewards, oldValue, ...rows }) => {
      const made = rewards.map((row, i) =>
        gae({ rewards: row, values: oldValue[i]!, gamma: GAMMA, lambda: LAMBDA, mask: rows[mask][i]! }),
      );
      const kept = made.map(({ advantages }, i) => advantages.filter((_, t) => rows[mask][i]![t] === 1));
      const white = whiten(kept).map((row) => row.values());
      return {
        table: rows[mask].map((row, i) => row.map((real) => (real === 0 ? 0 : white[i]!.next().value!))),
        returns: made.map(({ returns }) => returns),
      };
    },
  };
}

export function correctionCase(level: 'token' | 'sequence'): VerlCase {
  const options: CorrectionOptions = { correction: `${level}-truncate`, correctionCap: CAP };
  return {
    name: `compute_rollout_correction_weights, ${level}, cap ${CAP}`,
    function: 'correction',
    arguments: { level, cap: CAP },
    ours: ({ oldLogProb, samplerLogProb }) => ({
      table: oldLogProb.map((row, i) => correctionWeights(row, samplerLogProb[i]!, options)),
    }),
  };
}

/** The value loss alone; the policy's part of the objective is not looked at. */
export function valueCase(clip: number): VerlCase {
  return {
    name: `value loss, clip ${clip}`,
    function: 'value_loss',
    arguments: { clip, aggregation: 'token-mean' },
    ours: (rows) => {
      const { objective, unpack } = evaluate(rows, { ...PLAIN, value: { coefficient: 1, clip } }, false);
      const { parts, dValue, valueClipped, tokens } = objective;
      return { value: parts.value, gradient: unpack(dValue!), share: valueClipped / tokens };
    },
  };
}
