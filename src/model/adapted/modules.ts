/** The projections of a decoder's blocks, by the names and shapes that transformers gives their modules. */

import type { Decoder, LoraSpec } from './spec.ts';

/** A projection that may carry an adapter. */
export interface Projection {
  /** Inside its block, as `attn.c_attn`. */
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly part: 'attention' | 'mlp';
  readonly bias: boolean;
  /** Its rows lie in CodeGen's own order in the file. */
  readonly reordered?: boolean;
}

/** The projections of one block, in the order in which `transformers` declares them. */
export function projections(decoder: Decoder): Projection[] {
  const { width: C, innerWidth: inner } = decoder;
  switch (decoder.architecture) {
    case 'gpt2':
      return [
        { name: 'attn.c_attn', inputs: C, outputs: 3 * C, part: 'attention', bias: true },
        { name: 'attn.c_proj', inputs: C, outputs: C, part: 'attention', bias: true },
        { name: 'mlp.c_fc', inputs: C, outputs: inner, part: 'mlp', bias: true },
        { name: 'mlp.c_proj', inputs: inner, outputs: C, part: 'mlp', bias: true },
      ];
    case 'codegen':
      return [
        { name: 'attn.qkv_proj', inputs: C, outputs: 3 * C, part: 'attention', bias: false, reordered: true },
        { name: 'attn.out_proj', inputs: C, outputs: C, part: 'attention', bias: false },
        { name: 'mlp.fc_in', inputs: C, outputs: inner, part: 'mlp', bias: true },
        { name: 'mlp.fc_out', inputs: inner, outputs: C, part: 'mlp', bias: true },
      ];
    case 'llama': {
      const queries = decoder.heads * decoder.headWidth;
      const keys = decoder.keyValueHeads * decoder.headWidth;
      return [
        { name: 'self_attn.q_proj', inputs: C, outputs: queries, part: 'attention', bias: false },
        { name: 'self_attn.k_proj', inputs: C, outputs: keys, part: 'attention', bias: false },
        { name: 'self_attn.v_proj', inputs: C, outputs: keys, part: 'attention', bias: false },
        { name: 'self_attn.o_proj', inputs: queries, outputs: C, part: 'attention', bias: false },
        { name: 'mlp.gate_proj', inputs: C, outputs: inner, part: 'mlp', bias: false },
        { name: 'mlp.up_proj', inputs: C, outputs: inner, part: 'mlp', bias: false },
        { name: 'mlp.down_proj', inputs: inner, outputs: C, part: 'mlp', bias: false },
      ];
    }
    default:
      return decoder satisfies never;
  }
}

/** The projections of one block that get adapters: what PEFT calls `target_modules`. */
export function targetProjections(decoder: Decoder, { targets }: LoraSpec): Projection[] {
  return projections(decoder).filter(({ part }) => targets === 'all' || part === 'attention');
}

/** Path of a block among the tensors of a file, without the prefix that `save_pretrained` writes: `h.0.`. */
export function blockPath({ architecture }: Decoder, layer: number): string {
  return architecture === 'llama' ? `layers.${layer}.` : `h.${layer}.`;
}

/** What `save_pretrained` writes before the names of a decoder's blocks and embeddings. */
export function modelPrefix({ architecture }: Decoder): string {
  return architecture === 'llama' ? 'model.' : 'transformer.';
}

/** Norms of one block. */
export function blockNorms({ architecture }: Decoder): readonly string[] {
  switch (architecture) {
    case 'gpt2':
      return ['ln_1', 'ln_2'];
    case 'codegen':
      return ['ln_1'];
    case 'llama':
      return ['input_layernorm', 'post_attention_layernorm'];
    default:
      return architecture satisfies never;
  }
}

/** What surrounds the blocks, and how weights lie in the files. */
export interface Surroundings {
  readonly embeddings: string;
  /** Learned positions, where there are any. */
  readonly positions?: string;
  readonly finalNorm: string;
  /** Norms subtract the mean and have a bias. */
  readonly centredNorms: boolean;
  /** A head of its own; else the embeddings are the head too. */
  readonly head?: string;
  readonly headBias: boolean;
  /** Projections are stored `[in, out]`, as GPT-2's Conv1D; else `[out, in]`. */
  readonly inputsFirst: boolean;
}

export function surroundings(decoder: Decoder): Surroundings {
  switch (decoder.architecture) {
    case 'gpt2':
      return {
        embeddings: 'wte.weight',
        positions: 'wpe.weight',
        finalNorm: 'ln_f',
        centredNorms: true,
        headBias: false,
        inputsFirst: true,
      };
    case 'codegen':
      return {
        embeddings: 'wte.weight',
        finalNorm: 'ln_f',
        centredNorms: true,
        head: 'lm_head',
        headBias: true,
        inputsFirst: false,
      };
    case 'llama':
      return {
        embeddings: 'embed_tokens.weight',
        finalNorm: 'norm',
        centredNorms: false,
        ...(decoder.tiedHead ? {} : { head: 'lm_head' }),
        headBias: false,
        inputsFirst: false,
      };
    default:
      return decoder satisfies never;
  }
}

/** Heads of attention and the numbers in each. */
export function headsOf(decoder: Decoder): {
  readonly query: number;
  readonly keyValue: number;
  readonly width: number;
} {
  const { heads, width } = decoder;
  if (decoder.architecture !== 'llama') return { query: heads, keyValue: heads, width: width / heads };
  return { query: heads, keyValue: decoder.keyValueHeads, width: decoder.headWidth };
}

/** The first so many numbers of each head are turned by their position; 0 where positions are learned. */
export function rotaryOf(decoder: Decoder): { readonly width: number; readonly base: number } {
  switch (decoder.architecture) {
    case 'gpt2':
      return { width: 0, base: 1 };
    case 'codegen':
      return { width: decoder.rotaryWidth, base: 10_000 };
    case 'llama':
      return { width: decoder.headWidth, base: decoder.rotaryBase };
    default:
      return decoder satisfies never;
  }
}
