/** Reads `tiny_gpt_*.json`, whose linear weights are `[out, in]`, into the packed layout that engines share. */

import type { Sequence } from '../../src/core/policy.ts';
import { type ModelSpec, parameterLayout } from '../../src/model/spec.ts';

type Nested = number | readonly Nested[];

export interface GoldenGpt {
  readonly config: { n_layer: number; n_embd: number; n_head: number; vocab: number; ctx: number; ln_eps: number };
  readonly params: Readonly<Record<string, Nested>>;
  readonly input_ids: readonly (readonly number[])[];
  readonly target_ids: readonly (readonly number[])[];
  readonly mask: readonly (readonly number[])[];
  readonly logits: readonly (readonly (readonly number[])[])[];
  readonly target_logp: readonly (readonly number[])[];
  readonly loss: number;
  readonly grads: Readonly<Record<string, Nested>>;
  readonly ppo: {
    readonly advantages: readonly number[];
    readonly logp_old: readonly (readonly number[])[];
    readonly clip_low: number;
    readonly clip_high: number;
    readonly loss_token_mean: number;
    readonly grads_some: Readonly<Record<string, Nested>>;
  };
  readonly adamw: {
    readonly lr: number;
    readonly betas: readonly number[];
    readonly eps: number;
    readonly weight_decay: number;
    readonly loss_before_each_step: readonly number[];
    readonly wte_row0_after: readonly number[];
    readonly ln_f_bias_after: readonly number[];
  };
  readonly greedy: readonly {
    readonly prompt: readonly number[];
    readonly tokens: readonly number[];
    readonly min_top1_top2_margin: number;
  }[];
}

export function goldenSpec({ config }: GoldenGpt): ModelSpec {
  return {
    vocabSize: config.vocab,
    contextLength: config.ctx,
    width: config.n_embd,
    layers: config.n_layer,
    heads: config.n_head,
    activation: 'gelu_new',
    layerNormEpsilon: config.ln_eps,
  };
}

const flatten = (value: Nested): number[] => (typeof value === 'number' ? [value] : value.flatMap(flatten));

/** The golden file's name of a parameter. */
function goldenName(name: string): string {
  return name
    .replace(/^(wte|wpe)\.weight$/, '$1')
    .replace('attn.c_attn', 'attn.qkv')
    .replace('attn.c_proj', 'attn.proj')
    .replace('mlp.c_fc', 'mlp.fc')
    .replace('mlp.c_proj', 'mlp.proj');
}

/** Packs named golden tensors; parameters that the file does not name become NaN. */
export function packGolden(spec: ModelSpec, named: Readonly<Record<string, Nested>>): Float32Array {
  const slots = parameterLayout(spec);
  const packed = new Float32Array(slots.at(-1)!.offset + slots.at(-1)!.size).fill(Number.NaN);
  for (const { name, shape, offset } of slots) {
    const found = named[goldenName(name)];
    if (found === undefined) continue;
    const values = flatten(found);
    const [rows, columns] = shape;
    const isLinear = columns !== undefined && name.startsWith('h.');
    values.forEach((value, i) => {
      const to = isLinear ? (i % rows!) * columns + Math.floor(i / rows!) : i;
      packed[offset + to] = value;
    });
  }
  return packed;
}

/** Each golden row as one sequence: its first token is the prompt, every target a completion token. */
export function goldenSequences(golden: GoldenGpt): Sequence[] {
  return golden.input_ids.map((ids, i) => ({ prompt: [ids[0]!], completion: golden.target_ids[i]! }));
}

export interface ParityPoint {
  readonly name: string;
  /** Largest |got − expected| over the tensor, divided by its largest |expected|. */
  readonly error: number;
}

/** Compares packed vectors parameter by parameter; parameters that are NaN in `expected` are left out. */
export function compareParameters(spec: ModelSpec, got: Float32Array, expected: Float32Array): ParityPoint[] {
  return parameterLayout(spec).flatMap(({ name, offset, size }) => {
    if (Number.isNaN(expected[offset]!)) return [];
    let worst = 0;
    let scale = 0;
    for (let i = offset; i < offset + size; i++) {
      const difference = Math.abs(got[i]! - expected[i]!);
      worst = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(worst, difference);
      scale = Math.max(scale, Math.abs(expected[i]!));
    }
    return [{ name, error: worst / scale }];
  });
}
