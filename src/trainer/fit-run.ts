/** A run without the own problems that its model cannot read: that is told, and put down for whoever goes on with it. */

import type { LoadedModel } from './environment.ts';
import { fittingProblems } from './own-problems.ts';
import { beginRun } from './run-recorder.ts';
import type { RunToDo, StoredRunOptions } from './stored-run.ts';

/**
 * The configuration and the own problems that the run has with this model. They follow from the model and from what was
 * asked for alone, so that a run that was cut off at its beginning goes on with the same ones.
 *
 * @throws Error where none of them fits
 */
export async function fitRun(
  { id, config, past, own }: RunToDo,
  model: Pick<LoadedModel, 'codec'>,
  { store, environment, emit }: Pick<StoredRunOptions, 'store' | 'environment' | 'emit'>,
): Promise<Pick<RunToDo, 'config' | 'own'>> {
  if (own === undefined || config.ownProblems === 0) return { config, own };
  const { fitting, notice } = fittingProblems(own, [model.codec], config.sampling.maxNewTokens);
  if (notice === null) return { config, own };
  emit({ type: 'notice', message: notice });
  const fitted = { config: { ...config, ownProblems: Math.min(config.ownProblems, fitting.length) }, own: fitting };
  const stored = await store.run(id);
  // Of a run that was trained already, the list is what was trained.
  if (stored !== null && stored.steps === 0 && stored.state === null) {
    await store.discard(id);
    await beginRun({ id, startedAt: stored.startedAt, ...fitted }, { store, environment, emit });
    await store.append(id, past);
  }
  return fitted;
}
