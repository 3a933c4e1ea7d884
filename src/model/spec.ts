/** Shape of the model (GPT-2) and the one packed parameter layout that every engine and checkpoint shares. */

export interface ModelSpec {
  readonly vocabSize: number; // V
  readonly contextLength: number; // P, GPT-2's n_positions
  readonly width: number; // C, GPT-2's n_embd
  readonly layers: number;
  readonly heads: number;
  readonly activation: 'gelu_new' | 'relu';
  readonly layerNormEpsilon: number;
  /** A linear head on the final hidden state that predicts a value for each completion token; off by default. */
  readonly valueHead?: boolean;
}

/** One tensor inside the packed parameter vector. Names and shapes are those of Hugging Face's GPT-2 (Conv1D: `[in, out]`). */
export interface ParameterSlot {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly size: number;
  /** Weight decay applies (matrices other than position embeddings). */
  readonly decays: boolean;
}

/** Every parameter in storage order: wte, wpe, the blocks, ln_f, the value head. The output head is tied to wte. */
export function parameterLayout(spec: ModelSpec): ParameterSlot[] {
  const C = spec.width;
  const slots: ParameterSlot[] = [];
  let offset = 0;
  const add = (name: string, shape: readonly number[], decays: boolean) => {
    const size = shape.reduce((a, b) => a * b, 1);
    slots.push({ name, shape, offset, size, decays });
    offset += size;
  };
  add('wte.weight', [spec.vocabSize, C], true);
  add('wpe.weight', [spec.contextLength, C], false);
  for (let i = 0; i < spec.layers; i++) {
    const h = `h.${i}.`;
    add(`${h}ln_1.weight`, [C], false);
    add(`${h}ln_1.bias`, [C], false);
    add(`${h}attn.c_attn.weight`, [C, 3 * C], true);
    add(`${h}attn.c_attn.bias`, [3 * C], false);
    add(`${h}attn.c_proj.weight`, [C, C], true);
    add(`${h}attn.c_proj.bias`, [C], false);
    add(`${h}ln_2.weight`, [C], false);
    add(`${h}ln_2.bias`, [C], false);
    add(`${h}mlp.c_fc.weight`, [C, 4 * C], true);
    add(`${h}mlp.c_fc.bias`, [4 * C], false);
    add(`${h}mlp.c_proj.weight`, [4 * C, C], true);
    add(`${h}mlp.c_proj.bias`, [C], false);
  }
  add('ln_f.weight', [C], false);
  add('ln_f.bias', [C], false);
  if (spec.valueHead) {
    add('v_head.weight', [C], false);
    add('v_head.bias', [1], false);
  }
  return slots;
}

export function parameterCount(spec: ModelSpec): number {
  const last = parameterLayout(spec).at(-1)!;
  return last.offset + last.size;
}

/** Presets; the vocabulary size comes from the tokenizer. */
export const MODEL_PRESETS = {
  /** For tests on a software GPU. */
  nano: { contextLength: 64, width: 32, layers: 2, heads: 2, activation: 'gelu_new', layerNormEpsilon: 1e-5 },
  small: { contextLength: 256, width: 96, layers: 2, heads: 4, activation: 'gelu_new', layerNormEpsilon: 1e-5 },
  base: { contextLength: 256, width: 128, layers: 4, heads: 4, activation: 'gelu_new', layerNormEpsilon: 1e-5 },
} as const satisfies Record<string, Omit<ModelSpec, 'vocabSize'>>;

export type ModelPreset = keyof typeof MODEL_PRESETS;
