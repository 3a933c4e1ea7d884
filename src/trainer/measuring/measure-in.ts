/** A measurement as the trainer is asked for one: which model is which, and that the one at hand is left as it was. */

import { SEARCH_DEFAULTS } from '../../core/measure-choices.ts';
import { parseMeasureRequest } from '../../core/measure-request.ts';
import type { MeasuredModel, MeasureProgress, MeasureReport, MeasureRequest } from '../../core/measuring.ts';
import { onceEach } from '../../core/once.ts';
import type { RunEvent } from '../../core/records.ts';
import type { RunControl } from '../control.ts';
import { type Environment, isAdapted, type LoadedModel } from '../environment.ts';
import { whileInUse } from '../imported/in-use.ts';
import { DEFAULT_LORA, Models, type ReadyModel } from '../models.ts';
import { fittingProblems } from '../own-problems.ts';
import { type MeasureModelsOptions, measureModels } from './measure-models.ts';
import { ProbeMemory } from './search.ts';

export interface MeasureInOptions {
  readonly environment: Environment;
  /** The model of the last run, where there is one. */
  readonly atHand: ReadyModel | undefined;
  readonly control: RunControl;
  readonly emit: (event: RunEvent) => void;
  readonly onProgress: (progress: MeasureProgress) => void;
}

/**
 * Models that come with the page get an engine of their own, so that the one at hand, and what it learned, stays where it
 * is; the base of an imported one takes turns with it. Null when the measurement was stopped.
 *
 * @throws Error for a request that is not one, and for a trained model where nothing is at hand
 */
export async function measureIn(input: MeasureRequest, options: MeasureInOptions): Promise<MeasureReport | null> {
  const asked = parseMeasureRequest(input);
  const { environment, atHand, control, emit, onProgress } = options;
  if (atHand === undefined && asked.models.some(({ source }) => source.type === 'trained')) {
    throw new Error('measure: expected a trained model at hand, got none: train first');
  }
  const request = await fitRequest(asked, options);
  await using others = new Models(environment, emit);
  const readyFor = async ({ source }: MeasuredModel): Promise<ReadyModel> => {
    return source.type === 'trained' ? atHand! : others.prepare({ model: source.name, backend: request.backend });
  };
  const nameOf = ({ source }: MeasuredModel): string =>
    source.type === 'trained' ? (atHand?.wanted.model ?? '') : source.name;
  const withModel: MeasureModelsOptions['withModel'] = (model, work) =>
    whileInUse(nameOf(model), environment, () => measureOne(model, work));
  const measureOne: MeasureModelsOptions['withModel'] = async (model, work) => {
    const base = atHand !== undefined && isBaseOf(model, atHand) ? atHand : undefined;
    const ready = base ?? (await readyFor(model));
    const working = () => ready.keeper.use((policy, critic) => work(policy, critic, ready.model), 1);
    return base === undefined ? working() : asLoaded(base, working);
  };
  const { probe } = environment;
  const { seed, search } = request;
  const sets = await environment.loadSets();
  return measureModels({
    request,
    ...(probe && { memory: new ProbeMemory({ probe, seed, probes: search?.probes ?? SEARCH_DEFAULTS.probes }) }),
    withModel,
    judge: await environment.judge(),
    judgedBy: await environment.judgeVersion(),
    sets: request.own === undefined ? sets : { ...sets, own: request.own },
    store: await environment.openPools(),
    onProgress: (progress) => {
      onProgress(progress);
      return control.safePoint();
    },
    onNotice: onceEach((message) => emit({ type: 'infra_error', message, fatal: false })),
    now: () => performance.now() - control.pausedMs,
  });
}

/**
 * The request without own problems that one of its models cannot read: all are measured on the same.
 *
 * @throws Error where none of them fits
 */
async function fitRequest(
  request: MeasureRequest,
  { environment, atHand, emit }: Pick<MeasureInOptions, 'environment' | 'atHand' | 'emit'>,
): Promise<MeasureRequest> {
  const { own, models, maxNewTokens } = request;
  if (own === undefined || own.length === 0) return request;
  const codecs: LoadedModel['codec'][] = [];
  for (const { source } of models) {
    const isThere = source.type === 'trained' || source.name === atHand?.wanted.model;
    const model = isThere
      ? atHand!.model
      : await environment.loadModel({ model: source.name, lora: DEFAULT_LORA, seed: 0 }, () => undefined);
    codecs.push(model.codec);
  }
  const { fitting, notice } = fittingProblems(own, codecs, maxNewTokens);
  if (notice === null) return request;
  emit({ type: 'notice', message: notice });
  return { ...request, own: fitting };
}

/** An imported model is too large to be there twice: what was trained of it steps aside. */
const isBaseOf = ({ source }: MeasuredModel, { model, wanted }: ReadyModel): boolean =>
  isAdapted(model) && source.type === 'bundled' && source.name === wanted.model;

/** Does `work` with the model as it was loaded, and puts what was learned back. */
async function asLoaded<T>({ keeper, base }: ReadyModel, work: () => Promise<T>): Promise<T> {
  const trained = await keeper.save();
  await keeper.load(base);
  try {
    return await work();
  } finally {
    await keeper.load({ policy: trained });
  }
}
