/** From the logits in the arena to the next token of every row that is being decoded. */

import type { SampleOptions } from '../../core/policy.ts';
import { uniform } from '../../core/rng.ts';
import { drawToken } from '../sampling.ts';
import type { Network } from './network.ts';

/** A row that is being decoded. */
export interface Live {
  readonly index: number;
  readonly slot: number;
  readonly stream: number;
  readonly limit: number;
  /** Position of the newest token. */
  position: number;
  readonly ids: number[];
  readonly logProbs: number[];
}

/** Draws the next token of every row from the logits in the arena. */
export function draw(network: Network, rows: readonly Live[], options: SampleOptions): void {
  const filtered = options.temperature > 0 && (options.topK > 0 || options.topP < 1);
  if (filtered) drawFiltered(network, rows, options);
  else drawPlain(network, rows, options);
}

function drawPlain(
  { kernels: k, buffers: b, arena, spec }: Network,
  rows: readonly Live[],
  options: SampleOptions,
): void {
  const n = rows.length;
  const greedy = options.temperature === 0;
  arena.ints(b.streams, n).set(rows.map((row) => row.stream | 0));
  arena.ints(b.steps, n).set(rows.map((row) => row.ids.length));
  const scale = greedy ? 1 : 1 / options.temperature;
  const { logits, vocabStride, streams, steps, ids, logProb } = b;
  k.sampleRows(
    logits,
    n,
    spec.vocabSize,
    vocabStride,
    scale,
    greedy ? 1 : 0,
    options.seed,
    streams,
    steps,
    ids,
    logProb,
  );
  const drawn = arena.ints(ids, n);
  const logProbs = arena.floats(logProb, n);
  rows.forEach((row, i) => {
    if (Number.isNaN(logProbs[i]!)) throw new Error('sampling: expected finite logits, got NaN');
    row.ids.push(drawn[i]!);
    row.logProbs.push(logProbs[i]!);
  });
}

/** Top-k and top-p, for evaluation only, go through the specification itself. */
function drawFiltered({ buffers: b, arena, spec }: Network, rows: readonly Live[], options: SampleOptions): void {
  const logits = arena.floats(b.logits, rows.length * b.vocabStride);
  rows.forEach((row, i) => {
    const start = i * b.vocabStride;
    const u = uniform(options.seed, row.stream, row.ids.length);
    const { id, logProb } = drawToken(logits.subarray(start, start + spec.vocabSize), options, u);
    row.ids.push(id);
    row.logProbs.push(logProb);
  });
}
