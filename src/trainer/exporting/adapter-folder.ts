/** The adapters of a run as PEFT keeps them; the base may be gone by then. */

import type { RunConfig } from '../../core/config.ts';
import { importedName } from '../../core/model-name.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, formatAdapter } from '../../model/adapted/peft.ts';
import type { RunStore, StoredCheckpoint, StoredRun } from '../../store/runs.ts';
import { tokenizerFiles } from '../checkpoint-files.ts';
import { type Environment, isAdapted, type LoadedModel } from '../environment.ts';
import { checkpointOfModel, newestStep, trainedWeights } from '../run-models.ts';
import type { ModelFolder } from './model-folder.ts';

export interface AdapterOptions {
  readonly store: RunStore;
  readonly environment: Pick<Environment, 'loadModel'>;
}

/** @throws Error, in one sentence, where a run has none, or only its base could tell what was kept of it */
export async function adapterFolder(
  run: StoredRun,
  { model, lora, seed }: RunConfig,
  { store, environment }: AdapterOptions,
): Promise<ModelFolder> {
  const name = importedName(model);
  if (name === null) throw none(model);
  const kept = await store.checkpoint(run.id, await newestStep(run, store));
  // The tokenizer is its own: it goes along where it is still here.
  const load = () => environment.loadModel({ model, lora, seed }, () => {});
  const trained = kept ?? (await stateOf(run, store, await load()));
  if (trained.base === undefined) throw none(model);
  const { config, model: weights } = formatAdapter(trained, trained.base.name);
  const now = await load().catch(() => null);
  const isBase = now !== null && isAdapted(now) && now.base.digest === trained.base.digest;
  return {
    described: { [ADAPTER_CONFIG]: new TextEncoder().encode(config), ...(isBase && (await tokenizerFiles(now))) },
    weights: [[ADAPTER_MODEL, weights]],
  };
}

/** Where training stands, of a run that was interrupted before it came to a checkpoint. */
async function stateOf(run: StoredRun, store: RunStore, model: LoadedModel): Promise<StoredCheckpoint> {
  return checkpointOfModel(model, await trainedWeights(run, store, model));
}

const none = (model: string): Error =>
  new Error(`export: expected adapters of an imported model, but all of ${model} was trained: take the whole model`);
