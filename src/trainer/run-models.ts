/** Trained models of the history: which steps have one, and how one becomes the model at hand. */

import type { PolicyState } from '../core/policy.ts';
import type { ModelSpec } from '../model/spec.ts';
import { withoutValueHead, withValueHead } from '../model/value-head.ts';
import type { KeptPiece, RunStore, StoredCheckpoint, StoredRun } from '../store/runs.ts';
import type { Models, ReadyModel } from './models.ts';

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
  const step = modelSteps(run, await store.kept(run.id)).at(-1);
  if (step === undefined) throw new Error(`history: expected a trained model of the run ${run.id}, found none`);
  const backend = models.ready?.wanted.backend ?? 'auto';
  const ready = await models.prepare({ model: run.config.model, backend });
  const weights =
    (await store.checkpoint(run.id, step).then((kept) => kept && fitted(kept, ready, run.id))) ??
    headless((await store.state(run.id))?.policy.weights, ready, run.id);
  const state: PolicyState = { ...ready.base.policy, weights };
  await ready.keeper.load({ policy: state, critic: ready.base.critic });
  return state;
}

/** With a value head where the engine has one. */
function fitted(kept: StoredCheckpoint, { model }: ReadyModel, id: string): Float32Array {
  const { spec } = withoutValueHead(model);
  const differs = (Object.keys(spec) as (keyof ModelSpec)[]).find((key) => spec[key] !== kept.spec[key]);
  if (differs !== undefined) {
    throw new Error(
      `history: model of ${id}: expected ${differs} ${spec[differs]} as the page's model has, got ${kept.spec[differs]}`,
    );
  }
  return (model.spec.valueHead ? withValueHead(kept) : kept).weights;
}

/** A training state may have been reached with a value head that the engine at hand lacks, or the other way round. */
function headless(weights: Float32Array | undefined, { model }: ReadyModel, id: string): Float32Array {
  const plain = withoutValueHead(model);
  if (weights === undefined || weights.length < plain.weights.length) {
    throw new Error(
      `history: model of ${id}: expected ${plain.weights.length} weights as the page's model has, got ${weights?.length ?? 'none'}`,
    );
  }
  const kept = { spec: plain.spec, weights: weights.slice(0, plain.weights.length) };
  return (model.spec.valueHead ? withValueHead(kept) : kept).weights;
}
