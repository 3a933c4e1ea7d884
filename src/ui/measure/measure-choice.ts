/** What the form of "Is the gain real?" asks for, and what that will cost. */

import type { RunConfig } from '../../core/config.ts';
import { AGREEMENT_DEFAULTS, SEARCH_DEFAULTS } from '../../core/measure-choices.ts';
import type { MeasuredModel, MeasureRequest } from '../../core/measuring.ts';
import { type BundledModel, importedName, isBundled } from '../../core/model-name.ts';
import { PROBLEM_SETS, type ProblemSetName } from '../../core/records.ts';
import { words } from '../words/index.ts';

const { measureChoice } = words;

export interface MeasureChoice {
  /** Measure the trained model beside the base. */
  readonly trained: boolean;
  /** Measure the other checkpoint that comes with the page, too. */
  readonly other: boolean;
  readonly sets: readonly ProblemSetName[];
  /** As typed: numbers with commas between them. */
  readonly temperatures: string;
  readonly samples: number;
  /** Samples of AlphaCode's search for each problem; null: no search. */
  readonly searched: number | null;
  readonly agreement: boolean;
}

export const SAMPLE_CHOICES = [64, 128, 256, 512, 1024] as const;
export const SEARCH_CHOICES = [100, 1000, 10_000, 100_000] as const;

export const DEFAULT_MEASURE_CHOICE: MeasureChoice = {
  trained: true,
  other: false,
  sets: PROBLEM_SETS,
  temperatures: '0.5, 0.8, 1',
  samples: 128,
  searched: null,
  agreement: false,
};

/** Problems in each set. */
export const SET_SIZES: Readonly<Record<ProblemSetName, number>> = { lecture: 10, phrasings: 60, compositions: 52 };

/** Tokens of a typical completion: what a time is estimated from before anything was sampled. */
const TYPICAL_TOKENS = 22;

const [COOLEST, HOTTEST, MOST_TEMPERATURES] = [0.05, 2, 6];

/** The temperatures of a list like "0.5, 0.8, 1", coolest first and each once; or what is wrong with it. */
export function readTemperatures(
  text: string,
): { readonly values: readonly number[] } | { readonly complaint: string } {
  const numbers = text.split(/[\s,;]+/).filter((word) => word !== '');
  const wrong = numbers.find((word) => !(Number(word) >= COOLEST && Number(word) <= HOTTEST));
  const complaint = (got: string) => measureChoice.temperatures(MOST_TEMPERATURES, COOLEST, HOTTEST, got);
  if (wrong !== undefined) return { complaint: complaint(`“${wrong}”`) };
  const values = [...new Set(numbers.map(Number))].sort((a, b) => a - b);
  if (values.length === 0) return { complaint: complaint(measureChoice.none) };
  if (values.length > MOST_TEMPERATURES) return { complaint: complaint(String(values.length)) };
  return { values };
}

const OTHER_MODELS: Readonly<Record<BundledModel, { readonly name: string; readonly label: string }>> = {
  base: { name: 'small', label: measureChoice.small },
  small: { name: 'base', label: measureChoice.large },
};

/** Beside the model that a run begins with, the other one that comes with the page; null for an imported one, which has none. */
export const otherModel = (model: RunConfig['model']) =>
  isBundled(model) ? { ...OTHER_MODELS[model], note: words.measureForm.other[model] } : null;

export interface RequestSettings {
  readonly model: RunConfig['model'];
  readonly backend: MeasureRequest['backend'];
  readonly maxNewTokens: number;
  /** A run's model is there to be measured. */
  readonly hasTrained: boolean;
}

/** A trained model is held against what its own run began with, whatever the settings of the next run say by now. */
export function requestSettings(plan: RunConfig, trained: RunConfig | null): RequestSettings {
  const { model, backend, sampling } = trained ?? plan;
  return { model, backend, maxNewTokens: sampling.maxNewTokens, hasTrained: trained !== null };
}

/** Which model it is, in words. */
const whichModel = (model: RunConfig['model']): string =>
  isBundled(model) ? measureChoice.sizes[model] : measureChoice.imported(importedName(model) ?? model);

/** What the form says of the base: which model it is, and why, where the settings name another. */
export function baseNote(plan: RunConfig, trained: RunConfig | null): string {
  if (trained === null || trained.model === plan.model) {
    return measureChoice.untrained(whichModel(plan.model));
  }
  return measureChoice.ofLastRun(whichModel(trained.model), whichModel(plan.model));
}

/** What to ask of the trainer; or what is wrong with the form. */
export function measureRequest(
  choice: MeasureChoice,
  settings: RequestSettings,
): { readonly request: MeasureRequest } | { readonly complaint: string } {
  const temperatures = readTemperatures(choice.temperatures);
  if ('complaint' in temperatures) return temperatures;
  if (choice.sets.length === 0) return { complaint: measureChoice.noSets };
  const models: MeasuredModel[] = [{ label: measureChoice.base, source: { type: 'bundled', name: settings.model } }];
  if (choice.trained && settings.hasTrained) models.push({ label: measureChoice.trained, source: { type: 'trained' } });
  const other = otherModel(settings.model);
  if (choice.other && other !== null) {
    models.push({ label: other.label, source: { type: 'bundled', name: other.name } });
  }
  return {
    request: {
      models,
      backend: settings.backend,
      sets: choice.sets,
      temperatures: temperatures.values,
      samples: choice.samples,
      maxNewTokens: settings.maxNewTokens,
      // One seed for every measurement, so that a larger one goes on from the samples of a smaller one.
      seed: 0,
      ...(choice.searched === null ? {} : { search: { ...SEARCH_DEFAULTS, samples: choice.searched } }),
      ...(choice.agreement ? { agreement: AGREEMENT_DEFAULTS } : {}),
    },
  };
}

/** Seconds of sampling so many completions at a device's speed; judging comes on top. */
export const samplingSeconds = (samples: number, tokensPerSecond: number): number =>
  (samples * TYPICAL_TOKENS) / tokensPerSecond;

/**
 * Completions to sample when none is kept from earlier. A pool serves curves, search and agreement at the same
 * temperature: only the largest of the three is sampled.
 */
export function countSamples(request: MeasureRequest): number {
  const { models, sets, samples, search, agreement } = request;
  const pools = new Map(request.temperatures.map((temperature) => [temperature, samples]));
  const grow = (temperature: number, to: number) => pools.set(temperature, Math.max(to, pools.get(temperature) ?? 0));
  if (search !== undefined) grow(search.temperature, search.samples);
  if (agreement !== undefined) grow(agreement.temperature, agreement.solutions);
  const perProblem = [...pools.values()].reduce((sum, pool) => sum + pool, 0) + 1 + (agreement?.testSamples ?? 0); // 1: the greedy one
  const problems = sets.reduce((sum, set) => sum + SET_SIZES[set], 0);
  return models.length * problems * perProblem;
}
