/** Trained models of the history: which steps have one, and how one becomes the model at hand. */

import type { PolicyState } from '../core/policy.ts';
import { withoutValueHead, withValueHead } from '../model/value-head.ts';
import type { KeptPiece, RunStore, StoredCheckpoint, StoredRun, TrainingState } from '../store/runs.ts';
import { identityOf, isAdapted, type LoadedModel } from './environment.ts';
import type { Models } from './models.ts';
import { checkBase } from './training-state.ts';

/** In order; where training stands counts, too. */
export function modelSteps({ state }: Pick<StoredRun, 'state'>, pieces: readonly KeptPiece[]): number[] {
  const steps = pieces.filter(({ kind }) => kind === 'checkpoint').map(({ step }) => step);
  const all = new Set(state === null || state.step === 0 ? steps : [...steps, state.step]);
  return [...all].sort((a, b) => a - b);
}

/**
 * Loads the newest model of a run on the device that is in use.
 *
 * @throws Error where nothing is kept, or the page has another model of that name
 */
export async function loadModelOf(run: StoredRun, store: RunStore, models: Models): Promise<PolicyState> {
  const backend = models.ready?.wanted.backend ?? 'auto';
  const { model, lora } = run.config;
  await newestStep(run, store); // before an engine is made for nothing
  const ready = await models.prepare({ model, backend, lora });
  const weights = await trainedWeights(run, store, ready.model);
  const state: PolicyState = { ...ready.base.policy, weights };
  await ready.keeper.load({ policy: state, critic: ready.base.critic });
  return state;
}

/** @throws Error where nothing is kept */
export async function newestStep(run: StoredRun, store: RunStore): Promise<number> {
  const step = modelSteps(run, await store.kept(run.id)).at(-1);
  if (step === undefined) throw new Error(`history: expected a trained model of the run ${run.id}, found none`);
  return step;
}

/**
 * The newest weights of a run, as the model has them.
 *
 * @throws Error where nothing is kept, or the page has another model of that name
 */
export async function trainedWeights(run: StoredRun, store: RunStore, model: LoadedModel): Promise<Float32Array> {
  const step = await newestStep(run, store);
  const kept = await store.checkpoint(run.id, step);
  return kept === null ? headless(await store.state(run.id), model, run.id) : fitted(kept, model, run.id);
}

/** What is kept of a model with these weights: without a value head. */
export function checkpointOfModel(model: LoadedModel, weights: Float32Array): StoredCheckpoint {
  return isAdapted(model)
    ? { ...withoutValueHead({ spec: model.spec, weights }), base: identityOf(model.base) }
    : withoutValueHead({ spec: model.spec, weights });
}

/** With a value head where the engine has one. */
function fitted(kept: StoredCheckpoint, model: LoadedModel, id: string): Float32Array {
  checkBase(kept.base, model);
  const spec: Record<string, unknown> = { ...withoutValueHead(model).spec };
  const other: Record<string, unknown> = { ...kept.spec };
  const differs = Object.keys(spec).find((key) => shown(spec[key]) !== shown(other[key]));
  if (differs !== undefined) {
    throw new Error(
      `history: model of ${id}: expected ${differs} ${shown(spec[differs])} as the page's model has, got ${shown(other[differs])}`,
    );
  }
  return (model.spec.valueHead ? withValueHead(kept) : kept).weights;
}

const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A training state may have been reached with a value head that the engine at hand lacks, or the other way round. */
function headless(state: TrainingState | null, model: LoadedModel, id: string): Float32Array {
  checkBase(state?.base, model);
  const plain = withoutValueHead({ spec: model.spec, weights: model.weights });
  const weights = state?.policy.weights;
  if (weights === undefined || weights.length < plain.weights.length) {
    throw new Error(
      `history: model of ${id}: expected ${plain.weights.length} weights as the page's model has, got ${weights?.length ?? 'none'}`,
    );
  }
  const kept = { spec: plain.spec, weights: weights.slice(0, plain.weights.length) };
  return (model.spec.valueHead ? withValueHead(kept) : kept).weights;
}
