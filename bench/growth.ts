/** How our WebAssembly engine grows with batch, width, depth, context and workers: one thing changed at a time. */

import { availableParallelism } from 'node:os';
import { sampleCost, updateCost } from '../src/model/benchmark/cost.ts';
import { policyContestant, race } from '../src/model/benchmark/race.ts';
import { BASE_SPEC, createWorkload, WORKLOAD_SIZES, type WorkloadSize } from '../src/model/benchmark/workload.ts';
import type { ModelSpec } from '../src/model/spec.ts';
import { createWasmPolicy } from '../src/model/wasm/policy.ts';

const ROUNDS = 2;

export interface GrowthPoint {
  /** What was changed to this. */
  readonly value: number;
  /** Milliseconds of an update, and billions of operations a second in it. */
  readonly updateMs: number;
  readonly updateGigaflops: number;
  readonly tokensPerSecond: number;
  readonly sampleGigaflops: number;
  readonly megabytes: number;
}

export type Growth = Readonly<Record<'batch' | 'width' | 'depth' | 'context' | 'workers', readonly GrowthPoint[]>>;

interface Setting {
  readonly value: number;
  readonly spec?: Partial<ModelSpec>;
  readonly size?: Partial<WorkloadSize>;
  readonly workers?: number;
}

/** Half an epoch's sequences: enough for every engine to be in its stride. */
const SIZE: WorkloadSize = { ...WORKLOAD_SIZES.full, sequences: 80 };

const HEAD_WIDTH = 32;

const SETTINGS: Readonly<Record<keyof Growth, readonly Setting[]>> = {
  batch: [40, 80, 160, 320].map((value) => ({ value, size: { sequences: value } })),
  width: [64, 128, 192, 256].map((value) => ({ value, spec: { width: value, heads: value / HEAD_WIDTH } })),
  depth: [2, 4, 8].map((value) => ({ value, spec: { layers: value } })),
  context: [16, 32, 64, 128].map((value) => ({ value, size: { tokens: value } })),
  workers: [1, 2, 4].filter((value) => value <= availableParallelism()).map((value) => ({ value, workers: value })),
};

export async function measureGrowth(onProgress: (done: number, total: number) => void): Promise<Growth> {
  const total = Object.values(SETTINGS).flat().length;
  let done = 0;
  const growth: Record<keyof Growth, GrowthPoint[]> = { batch: [], width: [], depth: [], context: [], workers: [] };
  for (const [name, settings] of Object.entries(SETTINGS) as [keyof Growth, readonly Setting[]][]) {
    for (const setting of settings) {
      growth[name].push(await measurePoint(setting));
      onProgress(++done, total);
    }
  }
  return growth;
}

async function measurePoint({ value, spec, size, workers }: Setting): Promise<GrowthPoint> {
  const workload = createWorkload({ ...BASE_SPEC, ...spec }, { ...SIZE, ...size });
  const { weights } = workload;
  const policy = await createWasmPolicy({
    spec: workload.spec,
    weights,
    ...(workers === undefined ? {} : { workers }),
  });
  await using contestant = policyContestant('wasm', policy, workload);
  const [timing] = await race([contestant], { rounds: ROUNDS });
  const { update, peakBytes } = timing!;
  const sample = timing!.sample!;
  const gigaflops = (flops: number, milliseconds: number) => flops / milliseconds / 1e6;
  return {
    value,
    updateMs: update.wall,
    updateGigaflops: gigaflops(updateCost(workload).flops, update.wall),
    tokensPerSecond: sample.tokensPerSecond,
    sampleGigaflops: gigaflops(sampleCost(workload, sample.tokens).flops, sample.wall),
    megabytes: (peakBytes ?? 0) / 1e6,
  };
}
