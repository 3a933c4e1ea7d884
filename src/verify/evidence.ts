/** Adds to tested programs what a reward looks at beyond verdicts: analyses, and what they cost beside the reference solution. */

import type { AnalysisLayer, Analyst, CostReport, Growth } from '../core/analysis.ts';
import type { Judge } from '../core/judge.ts';
import { onceEach } from '../core/once.ts';
import { REWARDS, type RewardName, type RewardNeed } from '../core/rewards.ts';
import type { Problem, Verdict } from '../core/types.ts';
import { analyser, growthMeter, referenceRunner } from './gather.ts';
import { type Judged, passesAll } from './judged.ts';

/** A program with its verdict on the visible tests. */
export interface Tested {
  readonly problem: Problem;
  readonly code: string;
  readonly verdict: Verdict;
}

export interface EvidenceOptions {
  readonly judge: Judge;
  /** Without one, the layers that need it are left out. */
  readonly analyst?: Analyst | undefined;
  readonly reward: RewardName;
  /** Hears once of each thing that had to be left out, in a sentence for a person. */
  readonly onNotice: (message: string) => void;
}

/** Evidence in the order of the programs. Tools that are missing or fail are left out; they never stop anything. */
export type GatherEvidence = (tested: readonly Tested[]) => Promise<Judged[]>;

/** References are run, and growth is measured, once for as long as the returned function lives. */
export function evidenceFor({ judge, analyst, reward, onNotice }: EvidenceOptions): GatherEvidence {
  const { gated } = REWARDS[reward];
  const needs: readonly RewardNeed[] = REWARDS[reward].needs;
  const notice = onceEach(onNotice);
  const layers = needs.filter((need): need is AnalysisLayer => need !== 'cost');
  const analyse = analyser(layers, analyst, notice);
  const runReferences = referenceRunner(judge, notice);
  const measureGrowth = growthMeter(analyst, notice);

  return async (tested) => {
    if (needs.length === 0) return [...tested];
    const looked = new Set(tested.filter(({ verdict }) => (gated ? passesAll(verdict) : ran(verdict))));
    const measureCost = async () => {
      const references = await runReferences(needs.includes('cost') ? [...looked].map(({ problem }) => problem) : []);
      const comparable = [...looked].filter((one) => references.has(one.problem) && passesAll(one.verdict));
      return { references, growths: await measureGrowth(comparable) };
    };
    // Checkers and sandbox are different workers: they need not wait for each other.
    const [analyses, { references, growths }] = await Promise.all([
      analyse([...looked].map(({ code }) => code)),
      measureCost(),
    ]);
    return tested.map((one): Judged => {
      if (!looked.has(one)) return one;
      const analysis = analyses.get(one.code);
      const reference = references.get(one.problem);
      return {
        ...one,
        ...(analysis === undefined ? {} : { analysis }),
        ...(needs.includes('cost') ? { cost: costOf(one.verdict, reference, growths.get(one)) } : {}),
      };
    });
  };
}

/** Programs of which more can be said than that they are none. */
function ran({ outcome, flaky }: Verdict): boolean {
  return outcome !== 'infra_error' && outcome !== 'truncated' && outcome !== 'syntax_error' && !flaky;
}

interface GrowthPair {
  readonly own: Growth | null;
  readonly reference: Growth | null;
}

function costOf({ ticks, heapBytes = 0 }: Verdict, reference: Verdict | undefined, growth?: GrowthPair): CostReport {
  return {
    ticks,
    heapBytes,
    ...(reference === undefined ? {} : { referenceTicks: reference.ticks }),
    ...(reference?.heapBytes === undefined ? {} : { referenceHeapBytes: reference.heapBytes }),
    ...(growth?.own ? { growth: growth.own } : {}),
    ...(growth?.reference ? { referenceGrowth: growth.reference } : {}),
  };
}
