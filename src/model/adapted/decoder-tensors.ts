/** Every tensor that a decoder has, by its name in Hugging Face's files without prefix, and those that files hold besides. */

import type { Decoder } from './spec.ts';

/** Names in the order of the computation, with shapes as they lie in the file: GPT-2's `[in, out]`, the others' `[out, in]`. */
export function decoderTensors(decoder: Decoder): ReadonlyMap<string, readonly number[]> {
  switch (decoder.architecture) {
    case 'gpt2': {
      const { vocabSize: V, contextLength: P, width: C, innerWidth: I } = decoder;
      return new Map<string, readonly number[]>([
        ['wte.weight', [V, C]],
        ['wpe.weight', [P, C]],
        ...blocks(decoder, 'h', [
          ['ln_1.weight', [C]],
          ['ln_1.bias', [C]],
          ['attn.c_attn.weight', [C, 3 * C]],
          ['attn.c_attn.bias', [3 * C]],
          ['attn.c_proj.weight', [C, C]],
          ['attn.c_proj.bias', [C]],
          ['ln_2.weight', [C]],
          ['ln_2.bias', [C]],
          ['mlp.c_fc.weight', [C, I]],
          ['mlp.c_fc.bias', [I]],
          ['mlp.c_proj.weight', [I, C]],
          ['mlp.c_proj.bias', [C]],
        ]),
        ['ln_f.weight', [C]],
        ['ln_f.bias', [C]],
      ]);
    }
    case 'codegen': {
      const { vocabSize: V, width: C, innerWidth: I } = decoder;
      return new Map<string, readonly number[]>([
        ['wte.weight', [V, C]],
        ...blocks(decoder, 'h', [
          ['ln_1.weight', [C]],
          ['ln_1.bias', [C]],
          ['attn.qkv_proj.weight', [3 * C, C]],
          ['attn.out_proj.weight', [C, C]],
          ['mlp.fc_in.weight', [I, C]],
          ['mlp.fc_in.bias', [I]],
          ['mlp.fc_out.weight', [C, I]],
          ['mlp.fc_out.bias', [C]],
        ]),
        ['ln_f.weight', [C]],
        ['ln_f.bias', [C]],
        ['lm_head.weight', [V, C]],
        ['lm_head.bias', [V]],
      ]);
    }
    case 'llama': {
      const { vocabSize: V, width: C, innerWidth: I, tiedHead } = decoder;
      const Q = decoder.heads * decoder.headWidth;
      const K = decoder.keyValueHeads * decoder.headWidth;
      return new Map<string, readonly number[]>([
        ['embed_tokens.weight', [V, C]],
        ...blocks(decoder, 'layers', [
          ['input_layernorm.weight', [C]],
          ['self_attn.q_proj.weight', [Q, C]],
          ['self_attn.k_proj.weight', [K, C]],
          ['self_attn.v_proj.weight', [K, C]],
          ['self_attn.o_proj.weight', [C, Q]],
          ['post_attention_layernorm.weight', [C]],
          ['mlp.gate_proj.weight', [I, C]],
          ['mlp.up_proj.weight', [I, C]],
          ['mlp.down_proj.weight', [C, I]],
        ]),
        ['norm.weight', [C]],
        ...(tiedHead ? [] : [['lm_head.weight', [V, C]] as const]),
      ]);
    }
    default:
      return decoder satisfies never;
  }
}

type NamedShape = readonly [name: string, shape: readonly number[]];

function blocks({ layers }: Decoder, stem: string, block: readonly NamedShape[]): NamedShape[] {
  return Array.from({ length: layers }, (_, i) =>
    block.map(([name, shape]): NamedShape => [`${stem}.${i}.${name}`, shape]),
  ).flat();
}

/** The tensor that the output head is tied to; null where the decoder has a head of its own. */
export function tiedTo(decoder: Decoder): string | null {
  switch (decoder.architecture) {
    case 'gpt2':
      return 'wte.weight';
    case 'codegen':
      return null;
    case 'llama':
      return decoder.tiedHead ? 'embed_tokens.weight' : null;
    default:
      return decoder satisfies never;
  }
}

/** Masks and tables that older versions of transformers kept beside the weights; they are computed anew. */
const BUFFER = /^(?:h\.\d+\.attn\.(?:bias|masked_bias|causal_mask)|(?:layers\.\d+\.self_attn\.)?rotary_emb\.inv_freq)$/;

export function isBuffer(name: string): boolean {
  return BUFFER.test(name);
}

/** What `save_pretrained` puts before the names of all tensors but the head's. */
const PREFIX = /^(?:transformer|model)\./;

export function withoutPrefix(name: string): string {
  return name.replace(PREFIX, '');
}
