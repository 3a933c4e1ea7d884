/** What a measurement of the machine comes to: who stands beside whom, how many times faster, and how long an exercise takes. */

import type { BenchmarkEngine, BenchmarkReport } from '../../trainer/api.ts';

/** One engine of ours, and stock TensorFlow.js on the same device where that was timed. */
export interface MachineRow {
  readonly ours: BenchmarkEngine;
  readonly stock: BenchmarkEngine | null;
  /** How many times faster than stock; null without one. */
  readonly times: { readonly sample: number | null; readonly score: number; readonly update: number } | null;
  /** Seconds of model work in an epoch of the default exercise: 160 rollouts sampled, scored and trained on. */
  readonly epochSeconds: number;
}

/** Backends as people call them. */
export const BACKENDS = { webgpu: 'WebGPU', wasm: 'WebAssembly', cpu: 'JavaScript' } as const;

/** Rollouts of an epoch of the default preset. */
const ROLLOUTS = 160;

export function machineRows({ engines }: BenchmarkReport): MachineRow[] {
  return engines
    .filter(({ engine }) => engine !== 'tfjs')
    .map((ours) => {
      const stock = engines.find(({ engine, backend }) => engine === 'tfjs' && backend === ours.backend) ?? null;
      return { ours, stock, times: stock && timesOf(ours, stock), epochSeconds: epochSeconds(ours) };
    });
}

/** The row that training would take: the fastest on real hardware. */
export function fastestRow(rows: readonly MachineRow[]): MachineRow | null {
  const real = rows.filter(({ ours }) => !ours.software);
  return real.reduce<MachineRow | null>((best, row) => {
    return best === null || row.epochSeconds < best.epochSeconds ? row : best;
  }, null);
}

function timesOf({ timing: ours }: BenchmarkEngine, { timing: stock }: BenchmarkEngine) {
  const sample =
    ours.sample === null || stock.sample === null ? null : ours.sample.tokensPerSecond / stock.sample.tokensPerSecond;
  return { sample, score: stock.score.wall / ours.score.wall, update: stock.update.wall / ours.update.wall };
}

/** Work grows with the number of sequences, or a little less than that. */
function epochSeconds({ timing, workload }: BenchmarkEngine): number {
  const { sample, score, update } = timing;
  return ((sample?.wall ?? 0) + score.wall + update.wall) * (ROLLOUTS / workload.sequences / 1000);
}
