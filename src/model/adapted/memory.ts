/** What an imported model will need on its device while it is trained, told before anything of it is loaded. */

import type { MemoryEstimate } from '../../core/imported-models.ts';
import { adapterCount } from './adapters.ts';
import {
  activationsPerToken,
  BUDGET,
  cachePerRow,
  decodeRows,
  HEAD_PIECE,
  headRows,
  MAX_TOKENS,
  tokensTogether,
} from './budget.ts';
import { decoderTensors, tiedTo } from './decoder-tensors.ts';
import { surroundings } from './modules.ts';
import type { AdaptedSpec, Decoder } from './spec.ts';

/** What is sampled and trained at a time. */
export interface Workload {
  /** Completions of a step. */
  readonly rows: number;
  readonly promptTokens: number;
  readonly maxNewTokens: number;
}

const FLOAT = 4;
/** Adapters, their gradient, two moments, and the reference's own. */
const ADAPTER_COPIES = 5;
/** Layers whose caches are there once more while a token is written into one of them. */
const CACHES_IN_WORK = 2;
/** Logits are put together, divided and read. */
const LOGIT_COPIES = 3;
/** Arrays the size of a piece's logits that the head holds on its way back. */
const HEAD_COPIES = 8;
/** For a problem of common length, where nothing is said. */
const COMMON: Workload = { rows: 64, promptTokens: 192, maxNewTokens: 192 };

export function estimateMemory(spec: AdaptedSpec, workload: Workload = COMMON): MemoryEstimate {
  const { decoder } = spec;
  const length = Math.min(spec.contextLength, workload.promptTokens + workload.maxNewTokens);
  const rows = Math.min(workload.rows, decodeRows(decoder, length, BUDGET));
  const positions = Math.min(
    workload.rows * length,
    MAX_TOKENS,
    Math.max(length, tokensTogether(spec, length, BUDGET)),
  );
  const base = FLOAT * onDevice(decoder).reduce((sum, [, size]) => sum + size, 0);
  const adapters = FLOAT * ADAPTER_COPIES * adapterCount(spec);
  const copies = 1 + CACHES_IN_WORK / decoder.layers;
  const cache = rows * (copies * cachePerRow(decoder, length) + FLOAT * LOGIT_COPIES * decoder.vocabSize);
  // The head goes back before the blocks do, while the input of every block is kept.
  const head = HEAD_COPIES * headRows(decoder) * decoder.vocabSize + positions * decoder.layers * decoder.width;
  const activations = FLOAT * Math.max(positions * activationsPerToken(spec, length), head);
  return { base, adapters, cache, activations, total: base + adapters + cache + activations };
}

/** Bytes of the largest tensor on the device; the head is cut in pieces. */
export function largestTensor({ decoder }: AdaptedSpec): number {
  const sizes = onDevice(decoder).map(([name, size]) => (isHead(decoder, name) ? Math.min(size, HEAD_PIECE) : size));
  return FLOAT * Math.max(...sizes);
}

type NamedSize = readonly [name: string, size: number];

/** Numbers in each tensor on the device. Embeddings stay where the ids are; a tied head is there as well. */
function onDevice(decoder: Decoder): NamedSize[] {
  const { embeddings, positions } = surroundings(decoder);
  const elsewhere = [positions, ...(tiedTo(decoder) === embeddings ? [] : [embeddings])];
  return [...decoderTensors(decoder)]
    .filter(([name]) => !elsewhere.includes(name))
    .map(([name, shape]): NamedSize => [name, shape.reduce((a, b) => a * b, 1)]);
}

function isHead(decoder: Decoder, name: string): boolean {
  return name === (tiedTo(decoder) ?? 'lm_head.weight');
}
