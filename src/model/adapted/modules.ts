/** The projections of a decoder's blocks, by the names and shapes that transformers gives their modules. */

import type { Decoder, LoraSpec } from './spec.ts';

/** A projection that may carry an adapter. */
export interface Projection {
  /** Inside its block, as `attn.c_attn`. */
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly part: 'attention' | 'mlp';
}

/** The projections of one block, in the order in which `transformers` declares them. */
export function projections(decoder: Decoder): Projection[] {
  const { width: C, innerWidth: inner } = decoder;
  switch (decoder.architecture) {
    case 'gpt2':
      return [
        { name: 'attn.c_attn', inputs: C, outputs: 3 * C, part: 'attention' },
        { name: 'attn.c_proj', inputs: C, outputs: C, part: 'attention' },
        { name: 'mlp.c_fc', inputs: C, outputs: inner, part: 'mlp' },
        { name: 'mlp.c_proj', inputs: inner, outputs: C, part: 'mlp' },
      ];
    case 'codegen':
      return [
        { name: 'attn.qkv_proj', inputs: C, outputs: 3 * C, part: 'attention' },
        { name: 'attn.out_proj', inputs: C, outputs: C, part: 'attention' },
        { name: 'mlp.fc_in', inputs: C, outputs: inner, part: 'mlp' },
        { name: 'mlp.fc_out', inputs: inner, outputs: C, part: 'mlp' },
      ];
    case 'llama': {
      const queries = decoder.heads * decoder.headWidth;
      const keys = decoder.keyValueHeads * decoder.headWidth;
      return [
        { name: 'self_attn.q_proj', inputs: C, outputs: queries, part: 'attention' },
        { name: 'self_attn.k_proj', inputs: C, outputs: keys, part: 'attention' },
        { name: 'self_attn.v_proj', inputs: C, outputs: keys, part: 'attention' },
        { name: 'self_attn.o_proj', inputs: queries, outputs: C, part: 'attention' },
        { name: 'mlp.gate_proj', inputs: C, outputs: inner, part: 'mlp' },
        { name: 'mlp.up_proj', inputs: C, outputs: inner, part: 'mlp' },
        { name: 'mlp.down_proj', inputs: inner, outputs: C, part: 'mlp' },
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
