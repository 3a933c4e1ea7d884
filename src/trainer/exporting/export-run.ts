/** A run of the history as a folder for another tool: gathers what the tool needs, and has it written. */

import { parseConfig, type RunConfig } from '../../core/config.ts';
import type { ExportedFiles, ExportKind } from '../../core/exports.ts';
import { nearestChoice } from '../../core/nearest-choice.ts';
import type { RunEvent } from '../../core/records.ts';
import { promptText } from '../../corpus/file-text.ts';
import { experimentFiles } from '../../interop/export-files.ts';
import { measuredOf } from '../../interop/huggingface/checkpoint-card.ts';
import { resultsFiles } from '../../interop/results/results.ts';
import type { RunStore, StoredRun } from '../../store/runs.ts';
import { type FolderContent, zipFolder } from '../../store/zip-folder.ts';
import { type Environment, isAdapted, type LoadedModel } from '../environment.ts';
import { experimentOf } from '../experiment.ts';
import type { ProblemSets } from '../measuring/measure.ts';
import { trainedWeights } from '../run-models.ts';
import { adapterFolder } from './adapter-folder.ts';
import { firstFolder, trainedFolder } from './model-folder.ts';

export interface ExportOptions {
  readonly store: RunStore;
  readonly environment: Pick<Environment, 'loadModel' | 'loadSets' | 'loadPython'>;
}

/** Makes no engine: weights are read from where they are kept. */
export async function exportRun(run: StoredRun, to: ExportKind, options: ExportOptions): Promise<Blob> {
  const name = run.id;
  const config = parseConfig(run.config);
  const sets = await options.environment.loadSets();
  if (to === 'results') return zipFolder(name, Object.entries(await results(run, config, sets, options)));
  const { store, environment } = options;
  const { lora, seed } = config;
  const load = () => environment.loadModel({ model: config.model, lora, seed }, () => {});
  const { folder, adapted } =
    to === 'adapter' ? await adaptersOf(run, config, options) : await wholeOf(run, to, await load(), store);
  const { own = [] } = run;
  const { lecture, auxiliary, phrasings, compositions } = sets;
  const experiment = experimentOf({
    ...{ name, config, choice: nearestChoice(config), sets: { lecture, auxiliary, own } },
    heldOut: [
      { name: 'compositions', problems: compositions },
      { name: 'phrasings', problems: phrasings },
    ],
    promptOf: (problem) => promptText(problem, adapted),
    model: folder.described,
    measured: measuredOf(evaluationsIn(await store.events(run.id))),
    python: await environment.loadPython(),
    endsByText: adapted,
  });
  const files = experimentFiles(experiment, to);
  const within = to === 'trl' || to === 'verl' ? 'model/' : '';
  const weights = folder.weights.map(([file, content]): [string, FolderContent] => [within + file, content]);
  return zipFolder(name, [...Object.entries(files), ...weights]);
}

const adaptersOf = async (run: StoredRun, config: RunConfig, options: ExportOptions) => ({
  folder: await adapterFolder(run, config, options),
  adapted: true,
});

async function wholeOf(run: StoredRun, to: ExportKind, model: LoadedModel, store: RunStore) {
  const trained = async () => trainedFolder(model, await trainedWeights(run, store, model));
  return { folder: await (to === 'huggingface' ? trained() : firstFolder(model)), adapted: isAdapted(model) };
}

const evaluationsIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'evaluation' ? [event] : []));

async function results(
  run: StoredRun,
  config: RunConfig,
  sets: ProblemSets,
  { store }: ExportOptions,
): Promise<ExportedFiles> {
  const events = await store.events(run.id);
  const { lecture, auxiliary, phrasings, compositions } = sets;
  const steps = events.flatMap((event) => (event.type === 'step' ? [event.record] : []));
  async function* completions() {
    for (const { step } of steps) {
      const rollouts = await store.rollouts(run.id, step);
      if (rollouts !== null) yield { step, rollouts };
    }
  }
  return resultsFiles({
    ...{ name: run.name || run.id, config, steps, completions: completions() },
    evaluations: evaluationsIn(events),
    problems: [...lecture, ...auxiliary, ...phrasings, ...compositions, ...(run.own ?? [])],
  });
}
