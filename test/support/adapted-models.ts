/** Tiny imported decoders with adapters that behaviour tests can take for the nano model: 29 ids, a context of 64. */

import { adapterLayout } from '../../src/model/adapted/adapters.ts';
import { createAdaptedPolicy } from '../../src/model/adapted/policy.ts';
import type { AdaptedSpec, Decoder } from '../../src/model/adapted/spec.ts';
import { END_OF_TEXT_ID } from '../../src/model/batch.ts';
import type { TfjsBackend } from '../../src/model/tfjs/backends.ts';
import { adaptedSpec } from './adapted-parity.ts';
import type { Subject } from './policy-behaviour.ts';
import { randomAdapters, randomTensors } from './random-decoder.ts';
import { NANO } from './random-model.ts';

const SHAPE = {
  vocabSize: NANO.vocabSize,
  contextLength: NANO.contextLength,
  width: 32,
  layers: 2,
  heads: 4,
  innerWidth: 64,
};

export const NANO_DECODERS = {
  gpt2: { ...SHAPE, architecture: 'gpt2', activation: 'gelu_new', layerNormEpsilon: 1e-5 },
  codegen: { ...SHAPE, architecture: 'codegen', rotaryWidth: 4, layerNormEpsilon: 1e-5 },
  llama: {
    ...SHAPE,
    architecture: 'llama',
    keyValueHeads: 2,
    headWidth: 8,
    rotaryBase: 10_000,
    rmsNormEpsilon: 1e-5,
    tiedHead: false,
  },
} as const satisfies Record<string, Decoder>;

export interface NanoAdapted extends Subject {
  readonly spec: AdaptedSpec;
  readonly create: (
    backend: TfjsBackend,
  ) => (options: { weights: Float32Array }) => ReturnType<typeof createAdaptedPolicy>;
}

export function nanoAdapted(architecture: keyof typeof NANO_DECODERS, over: Partial<AdaptedSpec> = {}): NanoAdapted {
  const decoder: Decoder = NANO_DECODERS[architecture];
  const spec = { ...adaptedSpec(decoder, END_OF_TEXT_ID), ...over };
  const tensors = randomTensors(decoder, 3);
  return {
    spec,
    layout: adapterLayout(spec),
    weights: randomAdapters(spec, 5),
    others: randomAdapters(spec, 99),
    kinds: ['', '0.', '1.', 'lora_A', 'lora_B', 'attn', 'mlp'],
    create:
      (backend) =>
      ({ weights }) =>
        createAdaptedPolicy({ spec, tensors, weights, backend }),
  };
}
