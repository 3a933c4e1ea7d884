/** What is known of a model from its headers: its shape, what it will need, and whether that is there. */

import { parseConfig } from '../../core/config.ts';
import { deviceRoom, refusalOf, warningOf } from '../../model/adapted/device-room.ts';
import { isOwnFolder, openModelFolder } from '../../model/adapted/folder.ts';
import { estimateMemory } from '../../model/adapted/memory.ts';
import { modelDirectory } from '../../model/adapted/model-files.ts';
import type { ModelFiles } from '../../model/adapted/opened.ts';
import { findDevices } from '../../model/backend.ts';
import type { ModelFacts } from '../../store/model-library.ts';
import { loadOwn, openOwn, specOf } from './load.ts';

export interface FolderFacts {
  readonly facts: ModelFacts;
  /** Names of the files that are needed. */
  readonly used: readonly string[];
  /** Why it cannot be trained here, in one sentence; null where it can. */
  readonly refusal: string | null;
  readonly notes: readonly string[];
}

const DEFAULT_LORA = parseConfig({}).lora;

/** What goes along with the weights of a model of this house. */
const OWN_FILES = ['generation_config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** @throws Error, in one sentence, when these files are no model that can run here */
export async function readFacts(chosen: ModelFiles): Promise<FolderFacts> {
  return (await isOwnFolder(chosen)) ? ownFacts(chosen) : adaptedFacts(chosen);
}

async function adaptedFacts(chosen: ModelFiles): Promise<FolderFacts> {
  const opened = await openModelFolder(chosen);
  const { decoder, dtype, parameters, bytes, used, notes } = opened;
  const { architecture, layers, width, heads, contextLength, vocabSize } = decoder;
  const spec = specOf(opened, DEFAULT_LORA);
  const memory = estimateMemory(spec);
  const { found } = await findDevices('auto');
  const rooms = await Promise.all(found.map(({ backend }) => deviceRoom(backend)));
  const refusals = rooms.map((room) => refusalOf(spec, room));
  const warning = rooms[0] === undefined ? null : warningOf(spec, rooms[0]);
  return {
    facts: {
      ...{ architecture, parameters, layers, width, heads, contextLength, vocabSize },
      ...{ dtype, bytes, memory },
    },
    used,
    notes: warning === null ? notes : [...notes, warning],
    // Where one device has no room for it, another may.
    refusal: refusals.includes(null) ? null : (refusals[0] ?? null),
  };
}

/** All of it is trained: beside the weights there are their gradient, two moments, and the reference. */
async function ownFacts(chosen: ModelFiles): Promise<FolderFacts> {
  const { files } = modelDirectory(chosen);
  const { opened } = await openOwn(chosen);
  const used = [...opened.used, ...OWN_FILES.filter((name) => files.has(name))];
  const { spec, weights } = await loadOwn(chosen);
  const { layers, width, heads, contextLength, vocabSize } = spec;
  const base = weights.byteLength;
  const [adapters, rows] = [4 * base, 320];
  const cache = 2 * 4 * layers * width * contextLength * rows;
  const activations = 64 * 2 ** 20;
  return {
    facts: {
      ...{ architecture: 'gpt2', parameters: weights.length, layers, width, heads, contextLength, vocabSize },
      dtype: opened.dtype,
      bytes: used.reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0),
      memory: { base, adapters, cache, activations, total: base + adapters + cache + activations },
    },
    used,
    refusal: null,
    notes: ['A model of the kind that comes with the page: all of it is trained, and no adapters.', ...opened.notes],
  };
}
