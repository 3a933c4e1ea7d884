/** Opens the weights of a model: `config.json` and its safetensors, one file or many, held against each other. */

import { isRecord, short, shown } from '../checkpoint/json.ts';
import { parseDecoder } from './decoder-config.ts';
import { decoderTensors, tiedTo } from './decoder-tensors.ts';
import { listed, readJson } from './model-files.ts';
import type { ModelFiles, OpenedWeights } from './opened.ts';
import type { Decoder } from './spec.ts';
import { openShard, type Shard, type TensorInfo, type TensorSource, tensorSource } from './tensor-source.ts';

const SINGLE = 'model.safetensors';
const INDEX = 'model.safetensors.index.json';
/** What a head is called that may be tied to the embeddings. */
const HEAD = 'lm_head.weight';
const PART = /^(.*)-(\d{5})-of-(\d{5})\.safetensors$/;
/** Weights in formats that run code when read, or that need their own reader. */
const OTHER_WEIGHTS = /\.(?:bin|pt|pth|pkl|ckpt|h5|msgpack|gguf|ggml|onnx)$/;

/** Whether there are weights among the files, of any format, readable here or not. */
export const hasWeights = (names: readonly string[]): boolean =>
  names.some((name) => name.endsWith('.safetensors') || name === INDEX || OTHER_WEIGHTS.test(name));

/**
 * Reads `config.json` and the headers of the weights, and nothing of the weights themselves.
 *
 * @param files By name, without directory
 * @throws Error, in one sentence, when something is missing, surplus or not supported
 */
export async function openWeights(files: ModelFiles): Promise<OpenedWeights> {
  const decoder = parseDecoder(await readJson(files, 'config.json'));
  const { names, index, notes } = await chooseFiles(files);
  const shards: Shard[] = [];
  for (const name of names) {
    const blob = files.get(name);
    if (blob === undefined)
      throw new Error(`model: ${INDEX}: expected ${short(name)} among the files, got no such file`);
    shards.push(await openShard(name, blob));
  }
  if (index !== null) checkIndex(index, shards);
  const tensors = withTiedHead(tensorSource(shards), tiedTo(decoder));
  checkTensors(decoder, tensors.tensors);
  const used = ['config.json', ...names, ...(index === null ? [] : [INDEX])];
  return {
    decoder,
    tensors,
    ...count(tensors.tensors),
    used,
    bytes: used.reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0),
    notes,
  };
}

interface Choice {
  readonly names: readonly string[];
  /** Which file has which tensor. */
  readonly index: ReadonlyMap<string, string> | null;
  readonly notes: readonly string[];
}

async function chooseFiles(files: ModelFiles): Promise<Choice> {
  const all = [...files.keys()].filter((name) => name.endsWith('.safetensors'));
  // As transformers does: a file of everything goes before an index.
  if (files.has(SINGLE)) return { names: [SINGLE], index: null, notes: [] };
  if (files.has(INDEX)) {
    const index = parseIndex(await readJson(files, INDEX));
    return { names: [...new Set(index.values())], index, notes: [] };
  }
  const [only] = all;
  const part = PART.exec(only ?? '');
  if (part !== null)
    return {
      names: expectParts(all, part),
      index: null,
      notes: [`${INDEX} is not there; the parts were put together by their names.`],
    };
  if (files.has('adapter_config.json')) {
    throw new Error(
      'model: expected the weights of a whole model, got adapters alone: merge them into their base first (merge_and_unload of peft)',
    );
  }
  if (only !== undefined && all.length === 1)
    return { names: all, index: null, notes: [`${short(only)} is taken for ${SINGLE}.`] };
  if (all.length > 1) throw new Error(`model: expected ${SINGLE} or ${INDEX}, got ${listed(all.map(short))}`);
  const other = [...files.keys()].find((name) => OTHER_WEIGHTS.test(name));
  if (other === undefined) throw new Error(`model: expected ${SINGLE} among the files, got no weights`);
  throw new Error(
    `model: expected ${SINGLE}, got ${short(other)}, which is not read here: convert it once in Python with ` +
      'import transformers; m = transformers.AutoModelForCausalLM.from_pretrained("FOLDER"); m.save_pretrained("NEW_FOLDER")',
  );
}

/** All parts of the set that one of them names. */
function expectParts(present: readonly string[], [, stem, , count]: readonly string[]): string[] {
  const wanted = Array.from(
    { length: Number(count) },
    (_, i) => `${stem}-${String(i + 1).padStart(5, '0')}-of-${count}.safetensors`,
  );
  const missing = wanted.find((name) => !present.includes(name));
  if (missing !== undefined) throw new Error(`model: expected ${short(missing)} among the files, got no such file`);
  const surplus = present.find((name) => !wanted.includes(name));
  if (surplus !== undefined) {
    throw new Error(`model: expected the ${count} parts of ${short(stem ?? '')}, got ${short(surplus)} too`);
  }
  return wanted;
}

function parseIndex(index: unknown): ReadonlyMap<string, string> {
  const map = isRecord(index) ? index.weight_map : undefined;
  if (!isRecord(map) || Object.keys(map).length === 0) {
    throw new Error(`model: ${INDEX}: weight_map: expected an object of file names, got ${shown(map)}`);
  }
  return new Map(
    Object.entries(map).map(([name, file]) => {
      if (typeof file === 'string' && /^[^/\\]+\.safetensors$/.test(file)) return [name, file];
      throw new Error(
        `model: ${INDEX}: weight_map: ${short(name)}: expected a name that ends in .safetensors, got ${shown(file)}`,
      );
    }),
  );
}

/** Index and files must say the same: what is in one only was lost or slipped in. */
function checkIndex(index: ReadonlyMap<string, string>, shards: readonly Shard[]): void {
  const found = new Map(
    shards.flatMap(({ file, entries }) => [...entries.keys()].map((name) => [name, file] as const)),
  );
  for (const [name, file] of index) {
    const got = found.get(name);
    if (got !== file)
      throw new Error(
        `model: ${short(name)}: expected it in ${short(file)}, got ${got === undefined ? 'no such tensor' : `it in ${short(got)}`}`,
      );
  }
  const surplus = [...found].find(([name]) => !index.has(name));
  if (surplus !== undefined) {
    throw new Error(`model: ${surplus[1]}: expected only the tensors of ${INDEX}, got ${short(surplus[0])} too`);
  }
}

/** Some files keep a tied head all the same: it is left out, and what it is tied to is only read if both are equal. */
function withTiedHead(source: TensorSource, tied: string | null): TensorSource {
  if (tied === null || !source.tensors.has(HEAD)) return source;
  return {
    tensors: new Map([...source.tensors].filter(([name]) => name !== HEAD)),
    read: async (name) => {
      const values = await source.read(name);
      if (name !== tied) return values;
      const head = await source.read(HEAD);
      if (head.length !== values.length || head.some((value, i) => value !== values[i])) {
        throw new Error(`model: ${HEAD}: expected the numbers of ${tied}, to which config.json ties it, got others`);
      }
      return values;
    },
  };
}

function checkTensors(decoder: Decoder, found: TensorSource['tensors']): void {
  const wanted = decoderTensors(decoder);
  for (const [name, shape] of wanted) {
    const got = found.get(name)?.shape;
    if (got?.join() !== shape.join()) {
      const is = got === undefined ? 'no such tensor' : `[${got.join(', ')}]`;
      throw new Error(`model: ${name}: expected [${shape.join(', ')}], got ${is}`);
    }
  }
  const surplus = [...found.keys()].filter((name) => !wanted.has(name)).map(short);
  if (surplus.length > 0) {
    throw new Error(
      `model: expected the tensors of ${decoder.architecture} with ${decoder.layers} layers, got ${listed(surplus)} too`,
    );
  }
}

/** How many numbers, and the type of most of them. */
function count(tensors: TensorSource['tensors']): { readonly parameters: number; readonly dtype: TensorInfo['dtype'] } {
  const byType = new Map<TensorInfo['dtype'], number>();
  let parameters = 0;
  for (const { dtype, shape } of tensors.values()) {
    const size = shape.reduce((a, b) => a * b, 1);
    parameters += size;
    byType.set(dtype, (byType.get(dtype) ?? 0) + size);
  }
  const [most] = [...byType].sort(([, a], [, b]) => b - a);
  return { parameters, dtype: most?.[0] ?? 'F32' };
}
