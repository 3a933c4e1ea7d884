/** A made-up measurement of a machine with a GPU, so that the page has something to draw. Nothing was timed. */

import { WORKLOAD_SIZES } from '../../src/model/benchmark/workload.ts';
import type { BenchmarkEngine, BenchmarkReport } from '../../src/trainer/api.ts';

function engine(
  kind: Pick<BenchmarkEngine, 'engine' | 'backend' | 'adapter'>,
  ms: { readonly sample: number; readonly score: number; readonly update: number },
  dispatches: number | null = null,
): BenchmarkEngine {
  const task = (wall: number) => ({ wall, cpu: null, dispatches });
  const tokens = 64 * 22;
  const timing = {
    name: kind.engine,
    update: task(ms.update),
    score: task(ms.score),
    sample: { ...task(ms.sample), tokens, tokensPerSecond: tokens / (ms.sample / 1000) },
    peakBytes: kind.engine === 'tfjs' ? 2.1e9 : 1.6e8,
  };
  return { ...kind, software: false, workload: WORKLOAD_SIZES.quick, timing };
}

export function fixtureBenchmark(): BenchmarkReport {
  const gpu = { backend: 'webgpu', adapter: 'Made-up GPU' } as const;
  const cores = { backend: 'wasm', adapter: 'WebAssembly SIMD · 4 workers' } as const;
  return {
    cores: 8,
    parameters: 882_000,
    ceilings: { gigaflops: 54.6, gigabytes: 18.2 },
    engines: [
      engine({ engine: 'webgpu', ...gpu }, { sample: 9, score: 3.1, update: 8.4 }, 73),
      engine({ engine: 'tfjs', ...gpu }, { sample: 240, score: 11, update: 61 }, 933),
      engine({ engine: 'wasm', ...cores }, { sample: 41, score: 24, update: 78 }),
      engine({ engine: 'tfjs', ...cores }, { sample: 420, score: 270, update: 900 }),
    ],
    notes: [],
  };
}
