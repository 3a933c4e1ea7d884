/** The cost layer (seed 003 §2, layer 4): ticks, memory and growth beside the reference solution, never wall time. */

import type { CostReport } from '../../core/analysis.ts';
import type { Judged, LayerResult } from '../judged.ts';

/** A right program may well cost this many times what the reference costs. */
const ALLOWANCE = 2;
/** Below this a ratio says nothing: ticks come in steps of about 51 loop iterations, memory in steps of 64 KiB. */
const SLACK = { ticks: 16, heapBytes: 2 ** 20 };
/** How far a fitted exponent may be above the reference's: half the way to the next power. */
const GROWTH_ALLOWANCE = 0.5;

/**
 * In (0, 1]: the worst of its measures, each 1 up to twice the reference's cost and then falling as one over it; for
 * growth as 1 / (1 + excess of the exponent). null when there is no reference solution to compare with.
 */
export function costLayer({ cost }: Judged): LayerResult {
  if (cost === undefined) return { value: null, reason: 'cost was not measured' };
  const measures = measuresOf(cost);
  if (measures.length === 0) return { value: null, reason: 'the problem has no reference solution to compare with' };
  const worst = measures.reduce((a, b) => (b.value < a.value ? b : a));
  return { value: worst.value, reason: measures.map(({ reason }) => reason).join('; ') };
}

function measuresOf(cost: CostReport): { readonly value: number; readonly reason: string }[] {
  const { ticks, referenceTicks, heapBytes, referenceHeapBytes, growth, referenceGrowth } = cost;
  const measures = [];
  if (referenceTicks !== undefined) {
    const value = share(ticks, referenceTicks, SLACK.ticks);
    measures.push({ value, reason: `${ticks} ticks, the reference takes ${referenceTicks}` });
  }
  if (referenceHeapBytes !== undefined) {
    const value = share(heapBytes, referenceHeapBytes, SLACK.heapBytes);
    measures.push({
      value,
      reason: `${kibibytes(heapBytes)} of memory, the reference ${kibibytes(referenceHeapBytes)}`,
    });
  }
  if (growth !== undefined && referenceGrowth !== undefined) {
    const excess = Math.max(0, growth.exponent - referenceGrowth.exponent - GROWTH_ALLOWANCE);
    measures.push({
      value: 1 / (1 + excess),
      reason: `grows as ${growth.label}, the reference as ${referenceGrowth.label}`,
    });
  }
  return measures;
}

const share = (own: number, reference: number, slack: number) =>
  Math.min(1, (ALLOWANCE * (reference + slack)) / (own + slack));

const kibibytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;
