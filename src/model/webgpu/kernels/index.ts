/** All kernels of the forward and backward pass for one shape of model. */

import type { ModelSpec } from '../../spec.ts';
import type { Kernel } from '../kernel.ts';
import { vocabStride } from '../weights.ts';
import { attentionBackwardKeys, attentionBackwardQueries, attentionForward } from './attention.ts';
import { embedBackward, embedForward } from './embed.ts';
import { matrixGradients, normGradients, valueGradients } from './gradients.ts';
import { headBackward, headForward, valueBackward } from './head.ts';
import { type Epilogue, matmul } from './matmul.ts';
import { normBackward, normBackwardFinal, normForward } from './norm.ts';

export type Kernels = ReturnType<typeof kernelsOf>;

/** The kernels of a shape; their pipelines are made when they first run. */
export function kernelsOf(spec: ModelSpec) {
  const C = spec.width / 4;
  const size = C / spec.heads;
  const stride = vocabStride(spec) / 4;
  const { vocabSize: V, activation, layerNormEpsilon: epsilon } = spec;
  return {
    embed: embedForward(C),
    norm: normForward(C, epsilon, false),
    normHeads: normForward(C, epsilon, true),
    attention: attentionForward(spec.heads, size),
    products: {
      plain: matmul('plain'),
      bias: matmul('bias'),
      residual: matmul('residual'),
      activation: matmul('activation', activation),
      slope: matmul('slope'),
    } satisfies Record<Epilogue, Kernel>,
    head: headForward(V, stride, C, spec.valueHead === true),
    headBackward: headBackward(V, stride),
    valueBackward: valueBackward(C),
    normBackward: normBackward(C),
    normBackwardFinal: normBackwardFinal(C),
    attentionQueries: attentionBackwardQueries(spec.heads, size),
    attentionKeys: attentionBackwardKeys(spec.heads, size),
    matrixGradients: matrixGradients(),
    normGradients: normGradients(C),
    valueGradients: valueGradients(C),
    embedBackward: embedBackward(C),
  };
}
