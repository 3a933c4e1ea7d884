/** The form in which `eval` prints a measurement; `--report` has all of it. */

import type { Funnel, MeasureReport, ModelReport, SearchPoint, Selection } from '../core/measuring.ts';
import { type SetSummary, summarizeEvaluation } from './evaluation-summary.ts';

interface SearchSummary {
  readonly funnel: Funnel;
  /** n@k, by k. */
  readonly curve: readonly SearchPoint[];
}

interface ModelSummary {
  readonly model: string;
  readonly digest: string;
  readonly sets: Readonly<Record<string, SetSummary>>;
  readonly search?: Readonly<Record<string, SearchSummary>>;
  /** pass@1 after a choice among the same samples, by set and way of choosing. */
  readonly selection?: Readonly<Record<string, Readonly<Partial<Record<Selection['name'], Selection['passAt1']>>>>>;
}

export interface MeasureSummary extends ModelSummary, Pick<MeasureReport, 'cost'> {
  readonly seed: number;
  readonly against?: ModelSummary;
  readonly comparisons?: readonly { readonly set: string; readonly gain: string; readonly sentence: string }[];
}

function summarizeModel({ label, digest, sets, searches, selections }: ModelReport): ModelSummary {
  const bySet = <T extends { readonly set: string }, S>(reports: readonly T[], summary: (report: T) => S) =>
    Object.fromEntries(reports.map((report) => [report.set, summary(report)]));
  return {
    model: label,
    digest,
    sets: summarizeEvaluation({ epoch: 0, sets }),
    ...(searches.length > 0 && { search: bySet(searches, ({ total, curve }) => ({ funnel: total, curve })) }),
    ...(selections.length > 0 && {
      selection: bySet(selections, (report) =>
        Object.fromEntries(report.selections.map(({ name, passAt1 }) => [name, passAt1])),
      ),
    }),
  };
}

/** The measured model is the last; where there are two, the first is what it is compared with. */
export function summarizeMeasurement({ request, models, comparisons, cost }: MeasureReport): MeasureSummary {
  const [against] = models.length > 1 ? models : [];
  return {
    ...summarizeModel(models.at(-1)!),
    seed: request.seed,
    ...(against && {
      against: summarizeModel(against),
      comparisons: comparisons.map(({ set, gain, sentence }) => ({ set, gain, sentence })),
    }),
    cost,
  };
}
