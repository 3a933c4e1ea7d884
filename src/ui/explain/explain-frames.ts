/** *Explain this update*: what is looked at, and the eight frames that tell it, each with its formula, its numbers and its source. */

import type { RolloutRecord, TrainedTurn } from '../../core/records.ts';
import { type AdvantageCase, advantageCase } from './explain-advantage.ts';
import { type Check, type LeftOut, leftOut, membersOf, type StepCase } from './explain-case.ts';
import type { Formula } from './explain-formula.ts';
import { type LossCase, lossCase } from './explain-loss.ts';

export const FRAMES = ['sample', 'tests', 'reward', 'spread', 'advantage', 'ratio', 'kl', 'push'] as const;
export type FrameName = (typeof FRAMES)[number];

/** A formula with symbols, the same with numbers, and whether what comes out is what the record has. */
export interface Line {
  readonly symbols: Formula;
  readonly numbers: Formula;
  readonly check: Check | null;
}

export interface Source {
  /** Within the repository. */
  readonly file: string;
  readonly name: string;
}

export interface Frame {
  /** One or two plain sentences. */
  readonly says: readonly string[];
  readonly lines: readonly Line[];
  /** What is special about this program, this step or this record. */
  readonly notes: readonly string[];
  readonly source: Source;
}

/** One program of one step, down to one token in one optimiser step. */
export interface ExplainCase {
  readonly step: StepCase;
  readonly members: readonly RolloutRecord[];
  readonly rollout: RolloutRecord;
  /** Why the update did not see it; null where it did. */
  readonly left: LeftOut | null;
  /** The attempt; null where none was trained on. */
  readonly turn: TrainedTurn | null;
  /** Index into the attempts that were trained on. */
  readonly turnAt: number;
  readonly pass: number;
  readonly token: number;
  readonly advantage: AdvantageCase;
  readonly loss: LossCase | null;
}

export interface Spot {
  /** Attempts before the last one. */
  readonly back: number;
  readonly pass: number;
  /** null: the token that is pushed hardest. */
  readonly token: number | null;
}

/** @param spot is brought within what the program has */
export function explainCase(step: StepCase, rollout: RolloutRecord, spot: Spot): ExplainCase {
  const { trained = [] } = rollout;
  const turnAt = Math.max(0, trained.length - 1 - spot.back);
  const turn = trained[turnAt] ?? null;
  const pass = Math.min(spot.pass, Math.max(0, (turn?.updates.length ?? 0) - 1));
  const length = turn?.ids.length ?? rollout.ids.length;
  return {
    ...{ step, rollout, turn, turnAt, pass },
    members: membersOf(step.rollouts, rollout.group),
    left: leftOut(step, rollout),
    token: Math.min(spot.token ?? hardest(turn, pass), Math.max(0, length - 1)),
    advantage: advantageCase(step, rollout),
    loss: turn === null ? null : lossCase(step, turn, pass),
  };
}

/** The token that this optimiser step pushes hardest. */
function hardest(turn: TrainedTurn | null, pass: number): number {
  const slopes = turn?.updates[pass]?.dLogProb ?? [];
  return slopes.reduce((top, slope, t) => (Math.abs(slope) > Math.abs(slopes[top]!) ? t : top), 0);
}
