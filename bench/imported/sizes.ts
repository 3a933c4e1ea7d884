/** Decoders of CodeGen's kind from small to exactly `Salesforce/codegen-350M-mono`, and what each costs by hand. */

import { adapterCount } from '../../src/model/adapted/adapters.ts';
import { decoderTensors } from '../../src/model/adapted/decoder-tensors.ts';
import type { AdaptedSpec, CodegenDecoder, LoraSpec } from '../../src/model/adapted/spec.ts';

const LORA: LoraSpec = { rank: 8, alpha: 16, targets: 'attention' };

const codegen = (width: number, layers: number, heads: number): CodegenDecoder => ({
  architecture: 'codegen',
  vocabSize: 51_200,
  contextLength: 2048,
  width,
  layers,
  heads,
  innerWidth: 4 * width,
  rotaryWidth: 32,
  layerNormEpsilon: 1e-5,
});

export const SIZES = {
  '30M': codegen(256, 4, 4),
  '80M': codegen(512, 8, 8),
  '165M': codegen(768, 12, 12),
  '350M': codegen(1024, 20, 16),
} as const satisfies Record<string, CodegenDecoder>;

export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as SizeName[];

export function specOf(decoder: CodegenDecoder): AdaptedSpec {
  const { vocabSize, contextLength, width } = decoder;
  return { decoder, lora: LORA, vocabSize, contextLength, width, endOfText: 50_256 };
}

/** Numbers in all matrices that each token is multiplied with, the head by itself. */
function matrices({ width, layers, innerWidth, vocabSize }: CodegenDecoder) {
  return { blocks: layers * (4 * width * width + 2 * width * innerWidth), head: vocabSize * width };
}

export interface Cost {
  readonly parameters: number;
  readonly adapters: number;
  /** Operations of one token in decoding, attention left out: 2 for each number of the matrices. */
  readonly decoding: number;
  /** Of an update by hand: there, there once more, and back, for every token; the head for completion tokens only. */
  readonly update: (tokens: number, completionTokens: number) => number;
}

export function costOf(decoder: CodegenDecoder): Cost {
  const { blocks, head } = matrices(decoder);
  const parameters = [...decoderTensors(decoder).values()].reduce(
    (sum, shape) => sum + shape.reduce((a, b) => a * b, 1),
    0,
  );
  return {
    parameters,
    adapters: adapterCount(specOf(decoder)),
    decoding: 2 * (blocks + head),
    update: (tokens, completionTokens) => 3 * 2 * (tokens * blocks + completionTokens * head),
  };
}
