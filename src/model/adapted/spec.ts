/**
 * An imported decoder whose own weights stay as they are, and the low-rank adapters that are trained in it
 * (LoRA: Hu et al. 2021, arXiv:2106.09685).
 */

interface DecoderShape {
  readonly vocabSize: number; // V
  readonly contextLength: number; // P
  readonly width: number; // C
  readonly layers: number;
  readonly heads: number; // H
}

/** OpenAI's GPT-2: learned positions, head tied to the embeddings. */
export interface Gpt2Decoder extends DecoderShape {
  readonly architecture: 'gpt2';
  readonly innerWidth: number;
  readonly activation: 'gelu_new' | 'relu';
  readonly layerNormEpsilon: number;
}

/** Salesforce's CodeGen: rotary positions on part of each head, attention and MLP side by side, a head of its own. */
export interface CodegenDecoder extends DecoderShape {
  readonly architecture: 'codegen';
  readonly innerWidth: number;
  /** Of each head, the first so many dimensions are rotated. */
  readonly rotaryWidth: number;
  readonly layerNormEpsilon: number;
}

/** Llama and its kin (SmolLM2): rotary positions, root-mean-square norms, gated MLP, fewer heads for keys and values. */
export interface LlamaDecoder extends DecoderShape {
  readonly architecture: 'llama';
  readonly innerWidth: number;
  readonly keyValueHeads: number;
  readonly headWidth: number;
  readonly rotaryBase: number;
  readonly rmsNormEpsilon: number;
  readonly tiedHead: boolean;
}

export type Decoder = Gpt2Decoder | CodegenDecoder | LlamaDecoder;

/** Which matrices of a block get adapters: those around attention, or all of them. */
export const LORA_TARGETS = ['attention', 'all'] as const;

export interface LoraSpec {
  /** r: columns of A and rows of B. */
  readonly rank: number;
  /** α: what the adapters add is scaled by α/r. */
  readonly alpha: number;
  readonly targets: (typeof LORA_TARGETS)[number];
}

/** What is trained when a decoder is imported. The parameters in `PolicyState` are the adapters alone. */
export interface AdaptedSpec {
  readonly decoder: Decoder;
  readonly lora: LoraSpec;
  // As in ModelSpec, so that whoever asks for these needs not know which it is.
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly width: number;
  /** A linear head on the final hidden state that predicts a value for each completion token; off by default. */
  readonly valueHead?: boolean;
  /** Id that ends a completion. */
  readonly endOfText: number;
}
