/** Everything that is measured of one model: pass@k at each temperature, the greedy program, and what choosing among many samples gains. */

import type { AgreementReport, SearchReport, SelectionReport } from '../../core/measure-choices.ts';
import type { MeasureRequest, ModelReport } from '../../core/measuring.ts';
import type { Policy } from '../../core/policy.ts';
import type { RunSetName, SetEvaluation } from '../../core/records.ts';
import { searchPick } from '../../eval/search/candidates.ts';
import { type ChoiceInput, selectionReport } from '../../eval/selection.ts';
import { type AgreedSet, agreeOnSet } from './agreement.ts';
import { criticScores } from './critic-rank.ts';
import { type ProbeMemory, searchSet, survivorsOf } from './search.ts';
import { type CountedCost, SetPools, type SetPoolsOptions } from './set-pools.ts';
import type { Written } from './written-tests.ts';

export interface ModelMeasureOptions extends SetPoolsOptions {
  /** Of its weights: equal digests are equal models. */
  readonly digest: string;
  /** Where the model has one, it is asked which programs will pass. */
  readonly critic?: Policy;
  /** What programs do on probe inputs; where it is missing, nothing can be searched. */
  readonly memory?: ProbeMemory;
}

export interface MeasuredModelReport {
  readonly report: ModelReport;
  readonly cost: CountedCost;
}

/** What was measured of one set. */
interface MeasuredSet {
  readonly evaluations: readonly SetEvaluation[];
  readonly search: SearchReport | undefined;
  readonly agreement: AgreementReport | undefined;
  readonly selection: SelectionReport | undefined;
  /** Completions of the tests prompt. */
  readonly tests: Pick<Written, 'sampled' | 'kept'>;
}

const NOTHING: CountedCost = { sampled: 0, kept: 0, cutOff: 0, judged: 0, tests: 0, keptTests: 0, cells: 0, probed: 0 };

/** Measures one model on all sets of the request, or gives null when `onProgress` ended it; what was drawn is kept either way. */
export async function measureModel(options: ModelMeasureOptions): Promise<MeasuredModelReport | null> {
  const { request, label, digest } = options;
  const cost: CountedCost = { ...NOTHING };
  const probedBefore = options.memory?.probed ?? 0;
  const measured: MeasuredSet[] = [];
  const sets: readonly RunSetName[] = request.own === undefined ? request.sets : [...request.sets, 'own'];
  for (const set of sets) {
    const one = await measureSet(options, set, new SetPools(options, set, cost));
    if (one === null) return null;
    measured.push(one);
    cost.cells += one.agreement?.cells ?? 0;
    cost.tests += one.tests.sampled;
    cost.keptTests += one.tests.kept;
  }
  cost.probed = (options.memory?.probed ?? 0) - probedBefore;
  const report: ModelReport = {
    label,
    digest,
    sets: measured.flatMap(({ evaluations }) => evaluations),
    searches: measured.flatMap(({ search }) => search ?? []),
    agreements: measured.flatMap(({ agreement }) => agreement ?? []),
    selections: measured.flatMap(({ selection }) => selection ?? []),
  };
  return { report, cost };
}

async function measureSet(options: ModelMeasureOptions, set: RunSetName, pools: SetPools): Promise<MeasuredSet | null> {
  const { request } = options;
  const evaluations: SetEvaluation[] = [];
  for (const temperature of request.temperatures) {
    const evaluation = await pools.evaluate(temperature);
    if (evaluation === null) return null;
    evaluations.push(evaluation);
  }
  const search = request.search && (await searchIn(options, set, pools));
  const agreed = request.agreement && (await agreeIn(options, set, pools));
  if (search === null || agreed === null) return null;
  const selection = await selectIn(options, set, pools, agreed);
  if (selection === null) return null;
  const tests = agreed?.written ?? { sampled: 0, kept: 0 };
  return { evaluations, search, agreement: agreed?.report, selection, tests };
}

/** AlphaCode's search of the request. */
async function searchIn(
  { request, label, memory, onProgress }: ModelMeasureOptions,
  set: RunSetName,
  pools: SetPools,
): Promise<SearchReport | null> {
  const { seed } = request;
  const search = request.search!;
  const { temperature } = search;
  if (memory === undefined) throw new Error('measure: expected a sandbox that can probe programs, got none');
  const samples = await pools.first(search.samples, temperature);
  if (samples === null) return null;
  return searchSet({
    set,
    request: search,
    problems: pools.problems,
    pools: samples,
    memory,
    seed,
    onProgress: (done, total) => onProgress({ model: label, set, part: 'search', temperature, done, total }),
  });
}

/** CodeT's agreement on the first solutions of the request. */
async function agreeIn(
  { request, label, onProgress, ...options }: ModelMeasureOptions,
  set: RunSetName,
  pools: SetPools,
): Promise<AgreedSet | null> {
  const { agreement, maxNewTokens, seed } = request;
  const solutions = await pools.first(agreement!.solutions, agreement!.temperature);
  if (solutions === null) return null;
  return agreeOnSet({
    ...options,
    set,
    problems: pools.problems,
    pools: solutions,
    request: agreement!,
    maxNewTokens,
    seed,
    onProgress: (part, done, total) =>
      onProgress({ model: label, set, part, temperature: agreement!.temperature, done, total }),
  });
}

/** The samples that one is chosen of: those of the agreement, where there is one, else those of the search. */
function choiceOf({ agreement, search }: MeasureRequest): { samples: number; temperature: number } | undefined {
  if (agreement !== undefined) return { samples: agreement.solutions, temperature: agreement.temperature };
  return search && { samples: search.samples, temperature: search.temperature };
}

/**
 * One choice among the same samples in every way that there is something to choose by; undefined where nothing but pass@k
 * was asked for.
 */
async function selectIn(
  options: ModelMeasureOptions,
  set: RunSetName,
  pools: SetPools,
  agreed: AgreedSet | undefined,
): Promise<SelectionReport | undefined | null> {
  const { request, critic, codec, memory, label, onProgress } = options;
  const choice = choiceOf(request);
  if (choice === undefined) return undefined;
  const { samples, temperature } = choice;
  const { problems } = pools;
  const chosen = await pools.first(samples, temperature);
  if (chosen === null) return null;
  const tell = (part: 'search' | 'critic') => (done: number, total: number) =>
    onProgress({ model: label, set, part, temperature, done, total });
  if (memory !== undefined && !(await memory.learn(survivorsOf(problems, chosen), tell('search')))) return null;
  const scores = critic && (await criticScores({ critic, codec, problems, pools: chosen, onProgress: tell('critic') }));
  if (scores === null) return null;
  const inputs = chosen.map((pool, p): ChoiceInput => {
    return {
      pool,
      ...(memory && { searched: searchPick(pool, memory.of(problems[p]!)) }),
      ...(agreed && { agreed: agreed.picks[p]! }),
      ...(scores && { critic: scores[p]! }),
    };
  });
  return selectionReport({ set, temperature, samples, problems: inputs, seed: request.seed });
}
