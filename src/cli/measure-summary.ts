/** The form in which `eval` prints a measurement; `--report` has all of it. */

import type {
  AgreementReport,
  AgreementRequest,
  Funnel,
  SearchPoint,
  SearchReport,
  SearchRequest,
  Selection,
  SelectionReport,
} from '../core/measure-choices.ts';
import { type MeasureCost, savedShare } from '../core/measure-cost.ts';
import type { MeasureReport, ModelReport } from '../core/measuring.ts';
import { sum } from '../core/stats.ts';
import { type SetSummary, summarizeEvaluation } from './evaluation-summary.ts';

interface SearchSummary extends SearchRequest {
  readonly funnel: Funnel;
  /** n@k, by k. */
  readonly curve: readonly SearchPoint[];
}

interface AgreementSummary extends AgreementRequest {
  readonly problems: number;
  /** Assert lines that the model wrote for all problems, those that can be run, and those of them that differ. */
  readonly written: number;
  readonly valid: number;
  readonly distinct: number;
  /** Of the valid ones: share that the reference solutions pass; null without any. */
  readonly right: number | null;
  /** Problems on which the paper's product and the released code's square root pick different sets. */
  readonly disagree: number;
  readonly cells: number;
}

interface SelectionSummary extends Pick<SelectionReport, 'temperature' | 'samples'> {
  /** pass@1 after a choice among the same samples, by way of choosing. */
  readonly 'pass@1': Readonly<Partial<Record<Selection['name'], Selection['passAt1']>>>;
}

type BySet<T> = Readonly<Record<string, T>>;

interface ModelSummary {
  readonly model: string;
  readonly digest: string;
  readonly sets: BySet<SetSummary>;
  readonly search?: BySet<SearchSummary>;
  readonly agreement?: BySet<AgreementSummary>;
  readonly selection?: BySet<SelectionSummary>;
}

export interface MeasureSummary extends ModelSummary {
  readonly seed: number;
  readonly against?: ModelSummary;
  /** The two have the same weights, so that what differs between them is chance. */
  readonly same_weights?: boolean;
  readonly comparisons?: readonly { readonly set: string; readonly gain: string; readonly sentence: string }[];
  /** With the share of the programs that needed no run, since one like it was judged before. */
  readonly cost: MeasureCost & { readonly saved: number };
}

const summarizeSearch = ({ request, total, curve }: SearchReport): SearchSummary => ({
  ...request,
  funnel: total,
  curve,
});

/** What the tests that a model wrote for a set were worth, over all problems. */
export function summarizeAgreement({ request, problems, cells }: AgreementReport): AgreementSummary {
  const total = (name: 'written' | 'valid' | 'distinct') => sum(problems.map((problem) => problem[name]));
  const told = problems.flatMap(({ right, valid }) => (right === null ? [] : [{ right: right * valid, valid }]));
  return {
    ...request,
    problems: problems.length,
    written: total('written'),
    valid: total('valid'),
    distinct: total('distinct'),
    right: told.length === 0 ? null : sum(told.map(({ right }) => right)) / sum(told.map(({ valid }) => valid)),
    disagree: problems.filter(({ disagree }) => disagree).length,
    cells,
  };
}

const summarizeSelection = ({ temperature, samples, selections }: SelectionReport): SelectionSummary => ({
  temperature,
  samples,
  'pass@1': Object.fromEntries(selections.map(({ name, passAt1 }) => [name, passAt1])),
});

function summarizeModel({ label, digest, sets, searches, agreements, selections }: ModelReport): ModelSummary {
  const bySet = <T extends { readonly set: string }, S>(reports: readonly T[], summary: (report: T) => S): BySet<S> =>
    Object.fromEntries(reports.map((report) => [report.set, summary(report)]));
  return {
    model: label,
    digest,
    sets: summarizeEvaluation({ epoch: 0, sets }),
    ...(searches.length > 0 && { search: bySet(searches, summarizeSearch) }),
    ...(agreements.length > 0 && { agreement: bySet(agreements, summarizeAgreement) }),
    ...(selections.length > 0 && { selection: bySet(selections, summarizeSelection) }),
  };
}

/** The measured model is the last; where there are two, the first is what it is compared with. */
export function summarizeMeasurement({ request, models, comparisons, cost }: MeasureReport): MeasureSummary {
  const [against] = models.length > 1 ? models : [];
  const measured = models.at(-1)!;
  return {
    ...summarizeModel(measured),
    seed: request.seed,
    ...(against && {
      against: summarizeModel(against),
      same_weights: against.digest === measured.digest,
      comparisons: comparisons.map(({ set, gain, sentence }) => ({ set, gain, sentence })),
    }),
    cost: { ...cost, saved: savedShare(cost) },
  };
}
