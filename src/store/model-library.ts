/**
 * The models that a person imported: a folder of files each. What makes a folder a model, a file that says what the others
 * are, is written last, so that an import that broke off is no model.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import type { ImportedModel } from '../core/imported-models.ts';
import { importedId } from '../core/model-name.ts';
import type { FileMark } from './bundle-format.ts';
import { type Folders, memoryFolders, openFolders } from './folders.ts';

export type ModelFacts = Omit<ImportedModel, 'id'>;

export interface KeptModel {
  readonly name: string;
  readonly model: ImportedModel;
  /** Of its files and their names: equal digests are equal models. */
  readonly digest: string;
}

export interface OpenedFolder extends KeptModel {
  readonly files: ReadonlyMap<string, Blob>;
}

export interface ModelLibrary {
  /** `memory`: this browser refuses storage, and a reload forgets. */
  readonly kind: 'files' | 'memory';
  /** By name. */
  list(): Promise<KeptModel[]>;
  /** Null where there is no such model. */
  open(name: string): Promise<OpenedFolder | null>;
  /**
   * Either all of it is kept, or nothing. The name must be free.
   *
   * @param onProgress bytes so far and in all
   */
  add(
    name: string,
    facts: ModelFacts,
    files: ReadonlyMap<string, Blob>,
    onProgress: (done: number, total: number) => void,
  ): Promise<KeptModel>;
  remove(name: string): Promise<void>;
  /** Folders that are no models: what an import that broke off left, or one in another tab has written so far. */
  strays(): Promise<string[]>;
}

/** Names end otherwise than those of a model's files. */
const MANIFEST = 'greenbar-model.manifest';
const VERSION = 1;
/** Larger than any manifest. */
const MOST_BYTES = 1e6;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const schema = v.strictObject({
  version: v.literal(VERSION),
  digest: v.string(),
  files: v.record(v.string(), v.strictObject({ bytes: count, sha256: v.string() })),
  facts: v.strictObject({
    architecture: v.picklist(['gpt2', 'codegen', 'llama']),
    ...{ parameters: count, layers: count, width: count, heads: count, contextLength: count, vocabSize: count },
    dtype: v.picklist(['F32', 'F16', 'BF16']),
    bytes: count,
    memory: v.strictObject({ base: count, adapters: count, cache: count, activations: count, total: count }),
  }),
});

type Manifest = v.InferOutput<typeof schema>;

/** Digest of files by the digests of each. */
export function folderDigest(marks: Readonly<Record<string, FileMark>>): string {
  const lines = Object.keys(marks)
    .sort()
    .map((name) => `${marks[name]?.sha256}  ${name}\n`);
  return bytesToHex(sha256(utf8ToBytes(lines.join(''))));
}

/** Hears the pieces of a file, in order, and then knows what was in it. */
export function markPieces(): { readonly add: (piece: Uint8Array) => void; readonly mark: () => FileMark } {
  const hash = sha256.create();
  let bytes = 0;
  return {
    add: (piece) => {
      hash.update(piece);
      bytes += piece.length;
    },
    mark: () => ({ bytes, sha256: bytesToHex(hash.digest()) }),
  };
}

/** In the private file system, or in memory where there is none. */
export async function openModelLibrary(name = 'greenbar-models'): Promise<ModelLibrary> {
  return libraryIn((await openFolders(name)) ?? memoryFolders());
}

export const memoryModelLibrary = (): ModelLibrary => libraryIn(memoryFolders());

function libraryIn(folders: Folders): ModelLibrary {
  /** Null for a folder that is no whole model. */
  async function open(name: string): Promise<OpenedFolder | null> {
    const all = await folders.read(name);
    const manifest = await readManifest(all?.get(MANIFEST));
    if (all === null || manifest === null) return null;
    const files = new Map<string, Blob>();
    for (const [file, { bytes }] of Object.entries(manifest.files)) {
      const blob = all.get(file);
      if (blob?.size !== bytes) return null;
      files.set(file, blob);
    }
    return { ...keptOf(name, manifest), files };
  }

  return {
    kind: folders.kind,
    async list() {
      const all = await Promise.all((await folders.list()).map(open));
      return all
        .flatMap((one) => (one === null ? [] : [{ name: one.name, model: one.model, digest: one.digest }]))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    open,
    async add(name, facts, files, onProgress) {
      if ((await folders.read(name)) !== null) {
        throw new Error(`models: expected a name that is free, got ${JSON.stringify(name)}, which is taken`);
      }
      const total = [...files.values()].reduce((sum, { size }) => sum + size, 0);
      let done = 0;
      const marks: Record<string, FileMark> = {};
      try {
        for (const [file, blob] of files) {
          const marking = markPieces();
          await folders.write(name, file, blob, (piece) => {
            marking.add(piece);
            done += piece.length;
            onProgress(done, total);
          });
          marks[file] = marking.mark();
        }
        const manifest: Manifest = { version: VERSION, digest: folderDigest(marks), files: marks, facts };
        await folders.write(name, MANIFEST, new Blob([JSON.stringify(manifest)]));
        return keptOf(name, manifest);
      } catch (error) {
        await folders.remove(name).catch(() => undefined);
        throw error;
      }
    },
    remove: (name) => folders.remove(name),
    async strays() {
      const names = await folders.list();
      const opened = await Promise.all(names.map(open));
      return names.filter((_, i) => opened[i] === null);
    },
  };
}

const keptOf = (name: string, { digest, facts }: Manifest): KeptModel => ({
  name,
  model: { id: importedId(name), ...facts },
  digest,
});

async function readManifest(blob: Blob | undefined): Promise<Manifest | null> {
  if (blob === undefined || blob.size > MOST_BYTES) return null;
  try {
    const result = v.safeParse(schema, JSON.parse(await blob.text()));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
