/** Adapters as PEFT keeps them: `adapter_config.json` and `adapter_model.safetensors` (huggingface/peft, LoRA). */

import { firstNotFinite } from '../checkpoint/floats.ts';
import { decode, readSafetensors, writeSafetensors } from '../checkpoint/safetensors.ts';
import { adapterCount, adapterLayout } from './adapters.ts';
import { targetProjections } from './modules.ts';
import { type AdaptedSpec, LORA_TARGETS, type LoraSpec } from './spec.ts';

export interface AdapterCheckpoint {
  readonly spec: AdaptedSpec;
  /** Packed as in `adapterLayout`. */
  readonly weights: Float32Array;
}

export interface AdapterFiles {
  /** Text of `adapter_config.json`. */
  readonly config: string;
  /** Bytes of `adapter_model.safetensors`. */
  readonly model: Uint8Array<ArrayBuffer>;
}

export const ADAPTER_CONFIG = 'adapter_config.json';
export const ADAPTER_MODEL = 'adapter_model.safetensors';

/** Bytes of a number. */
const FLOAT = 4;

/** Around every module that PEFT adapts. */
const PREFIX = 'base_model.model.';

/**
 * The adapters without a value head, as 32-bit floats: to the last bit.
 *
 * @param base what `base_model_name_or_path` says: a name on the hub, or a folder
 */
export function formatAdapter({ spec, weights }: AdapterCheckpoint, base: string): AdapterFiles {
  const { decoder, lora } = spec;
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: base,
    r: lora.rank,
    lora_alpha: lora.alpha,
    lora_dropout: 0,
    bias: 'none',
    target_modules: modulesOf(spec),
    // GPT-2's Conv1D keeps its matrices as [in, out].
    fan_in_fan_out: decoder.architecture === 'gpt2',
    init_lora_weights: true,
    inference_mode: true,
    modules_to_save: null,
  };
  const tensors = adapterLayout(withoutHead(spec)).map(({ name, shape, offset, size }) => ({
    name: `${PREFIX}${name}`,
    shape,
    values: weights.subarray(offset, offset + size),
  }));
  return { config: `${JSON.stringify(config, null, 2)}\n`, model: writeSafetensors(tensors, 'F32') };
}

/**
 * Reads adapters of a known decoder; every tensor must be there, finite and of the right shape, and none besides.
 *
 * @param config contents of `adapter_config.json`
 * @param base the decoder that they belong to
 * @throws Error, one sentence
 */
export function parseAdapter(
  config: unknown,
  model: Uint8Array,
  base: Omit<AdaptedSpec, 'lora' | 'valueHead'>,
): AdapterCheckpoint {
  const spec: AdaptedSpec = { ...base, lora: parseLora(config, base) };
  const stored = readSafetensors(model);
  const count = adapterCount(spec);
  // Asked first: whoever made the files may claim a decoder of any size.
  if (FLOAT * count > model.length) {
    throw new Error(`adapter: expected ${count} numbers in 32 bits, got a file of ${model.length} bytes`);
  }
  const weights = new Float32Array(count);
  for (const { name, shape, offset } of adapterLayout(spec)) {
    const tensor = stored.get(PREFIX + name);
    const wanted = `[${shape.join(', ')}]`;
    if (tensor === undefined) throw new Error(`adapter: ${name}: expected ${wanted}, got no such tensor`);
    if (tensor.shape.join() !== shape.join()) {
      throw new Error(`adapter: ${name}: expected ${wanted}, got [${tensor.shape.join(', ')}]`);
    }
    const values = decode(name, tensor);
    const bad = firstNotFinite(values);
    if (bad !== undefined) throw new Error(`adapter: ${name}: expected finite numbers, got ${bad}`);
    weights.set(values, offset);
    stored.delete(PREFIX + name);
  }
  const [extra] = stored.keys();
  if (extra !== undefined) {
    throw new Error(`adapter: ${extra}: expected only adapters of ${spec.decoder.layers} layers, got this one too`);
  }
  return { spec, weights };
}

function parseLora(config: unknown, base: Omit<AdaptedSpec, 'lora'>): LoraSpec {
  if (typeof config !== 'object' || config === null) throw new Error(`adapter: ${ADAPTER_CONFIG}: expected an object`);
  const fields = config as Record<string, unknown>;
  const refuse = (name: string, expected: string): never => {
    const got = JSON.stringify(fields[name]) ?? 'nothing';
    throw new Error(`adapter: ${ADAPTER_CONFIG}: ${name}: expected ${expected}, got ${got.slice(0, 80)}`);
  };
  const { r, lora_alpha: alpha, target_modules: modules } = fields;
  if (fields.peft_type !== 'LORA') refuse('peft_type', '"LORA"');
  if (!(typeof r === 'number' && Number.isInteger(r) && r >= 1)) return refuse('r', 'a positive integer');
  if (!(typeof alpha === 'number' && alpha > 0)) return refuse('lora_alpha', 'a positive number');
  const targets = LORA_TARGETS.find((name) => {
    const wanted = modulesOf({ ...base, lora: { rank: r, alpha, targets: name } });
    return Array.isArray(modules) && modules.toSorted().join() === wanted.toSorted().join();
  });
  return targets === undefined
    ? refuse('target_modules', 'the projections of attention, or all of a block')
    : { rank: r, alpha, targets };
}

const modulesOf = ({ decoder, lora }: AdaptedSpec): string[] =>
  targetProjections(decoder, lora).map(({ name }) => name);

const withoutHead = ({ valueHead: _, ...spec }: AdaptedSpec): AdaptedSpec => spec;
