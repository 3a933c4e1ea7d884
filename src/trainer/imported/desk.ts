/** What a person can do with models of their own: look at files, keep them, and let go of them again. */

import { messageOf } from '../../core/errors.ts';
import type { ModelDesk, ModelReport } from '../../core/imported-models.ts';
import { importedName, isBundled, isImportName, NAME_RULE, nearestName } from '../../core/model-name.ts';
import { modelDirectory, readJson } from '../../model/adapted/model-files.ts';
import type { ModelFiles } from '../../model/adapted/opened.ts';
import type { ModelLibrary } from '../../store/model-library.ts';
import type { Environment } from '../environment.ts';
import { readFacts } from './facts.ts';
import { checkRoom, isFull, noRoom } from './room.ts';

export interface ModelDeskOptions {
  readonly opening: Promise<ModelLibrary>;
  readonly environment: Pick<Environment, 'heldModels' | 'storageEstimate'>;
  /** Why a model cannot go now, in a sentence; null where it can. */
  readonly inUse: (id: string) => string | null;
}

export function modelDeskIn({ opening, environment, inUse }: ModelDeskOptions): ModelDesk {
  const { heldModels } = environment;
  /** What imports that broke off have left is gone by then, but not what another tab writes just now. */
  const tidied = opening.then(async (library) => {
    const strays = await library.strays();
    for (const name of strays) await heldModels.ifIdle(name, () => library.remove(name));
  });
  tidied.catch(() => undefined);

  return {
    async importedModels() {
      return (await (await opening).list()).map(({ model }) => model);
    },
    inspectModel: (files) => inspect(files),
    async importModel(files, name, onProgress) {
      if (!isImportName(name)) throw new Error(`models: expected a name of ${NAME_RULE}, got ${JSON.stringify(name)}`);
      if (isBundled(name))
        throw new Error(`models: expected a name that is free, got ${name}, which comes with the page`);
      const library = await opening;
      await tidied.catch(() => undefined);
      const { facts, used } = await readFacts(byName(files));
      const { files: all } = modelDirectory(byName(files));
      const needed = new Map([...all].filter(([file]) => used.includes(file)));
      if (library.kind === 'files') await checkRoom([...needed.values()], await environment.storageEstimate?.());
      return heldModels.hold(name, async () => {
        const kept = await library.add(name, facts, needed, onProgress).catch((error: unknown) => {
          throw isFull(error) ? noRoom(error) : error;
        });
        return kept.model;
      });
    },
    async removeModel(id) {
      const name = importedName(id);
      const library = await opening;
      if (name === null || (await library.open(name)) === null) {
        throw new Error(`models: expected an imported model, got ${JSON.stringify(id)}`);
      }
      const reason = inUse(id);
      if (reason !== null) throw new Error(`models: expected ${name} to be idle, but ${reason}`);
      await heldModels.hold(name, () => library.remove(name));
    },
  };
}

/** Never rejects: what is wrong is the report. */
async function inspect(files: readonly File[]): Promise<ModelReport> {
  const name = await nameOf(files).catch(() => 'model');
  try {
    const { facts, refusal, notes } = await readFacts(byName(files));
    return { model: facts, name, refusal, notes };
  } catch (error) {
    return { model: null, name, refusal: messageOf(error), notes: [] };
  }
}

/** @throws Error where two files have one name, so that nobody knows which is meant */
function byName(files: readonly File[]): ModelFiles {
  const named = new Map<string, Blob>();
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    if (named.has(path)) throw new Error(`model: expected every file once, got ${JSON.stringify(path)} twice`);
    named.set(path, file);
  }
  return named;
}

/** What the files call themselves, or the folder that they came in. */
async function nameOf(files: readonly File[]): Promise<string> {
  const all = byName(files);
  const config = [...all.keys()].find((path) => path.endsWith('/config.json'));
  const folder = config?.split('/').at(-2);
  if (folder !== undefined) return nearestName(folder);
  const { _name_or_path: said, model_type: type } = Object(await readJson(modelDirectory(all).files, 'config.json'));
  const last = typeof said === 'string' ? said.split(/[\\/]/).filter(Boolean).at(-1) : undefined;
  return nearestName(last ?? (typeof type === 'string' ? type : ''));
}
