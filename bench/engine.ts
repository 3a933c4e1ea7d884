/** Engines side by side in one run: update, scoring and decoding of the base model at 160 sequences of 32 tokens. */

import { pathToFileURL } from 'node:url';
import { buildWasm } from '../scripts/build-wasm.ts';
import type { Policy, SampleOptions, TokenBatch } from '../src/core/policy.ts';
import { createRng } from '../src/core/rng.ts';
import { MODEL_PRESETS, type ModelSpec, parameterCount } from '../src/model/spec.ts';
import { createWasmPolicy } from '../src/model/wasm/policy.ts';

const SPEC: ModelSpec = { ...MODEL_PRESETS.base, vocabSize: 550 };
const SEQUENCES = 160;
const TOKENS = 32;
const PROMPT = 11;

/** Least of the repetitions in milliseconds: wall time, and time of all threads of this process, which a busy machine bends less. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

export interface EngineTiming {
  readonly engine: string;
  readonly update: Cost;
  readonly score: Cost;
  readonly sample: Cost;
  /** Sampled tokens per second. */
  readonly tokensPerSecond: number;
}

export interface EngineCase {
  readonly name: string;
  create(options: { spec: ModelSpec; weights: Float32Array }): Promise<Policy>;
}

export const ENGINES: readonly EngineCase[] = [
  { name: 'wasm, 1 worker', create: (options) => createWasmPolicy({ ...options, workers: 1 }) },
  { name: 'wasm, 2 workers', create: (options) => createWasmPolicy({ ...options, workers: 2 }) },
  {
    name: 'tfjs-wasm',
    create: async (options) => {
      const { createTfjsPolicy } = await import('../src/model/tfjs/policy.ts');
      return createTfjsPolicy({ ...options, backend: 'wasm' });
    },
  },
];

/** Random weights of GPT-2's initial scale. */
function randomWeights(): Float32Array {
  const rng = createRng('init', 1);
  return Float32Array.from({ length: parameterCount(SPEC) }, () => 0.02 * rng.normal());
}

/** Sequences of TOKENS input tokens; `shared` of them have one prompt. */
function randomBatch(shared: number): TokenBatch {
  const rng = createRng('tests', 2);
  const tokens = (n: number) => Array.from({ length: n }, () => rng.int(2, SPEC.vocabSize - 1));
  let prompt = tokens(PROMPT);
  const sequences = Array.from({ length: SEQUENCES }, (_, i) => {
    if (i % shared === 0) prompt = tokens(PROMPT);
    return { prompt, completion: tokens(TOKENS - PROMPT + 1) };
  });
  return { sequences, temperature: 1 };
}

async function best(repeats: number, work: () => Promise<unknown>): Promise<Cost> {
  let wall = Number.POSITIVE_INFINITY;
  let cpu = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    const before = process.cpuUsage();
    await work();
    wall = Math.min(wall, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { wall, cpu };
}

/** Times one engine on a batch whose prompts are shared by `shared` completions. */
export async function timeEngine(engine: EngineCase, shared: number, repeats: number): Promise<EngineTiming> {
  await using policy = await engine.create({ spec: SPEC, weights: randomWeights() });
  const batch = randomBatch(shared);
  const width = TOKENS - PROMPT + 1;
  const coefficients = { width, logProb: new Float32Array(SEQUENCES * width).fill(-1 / (SEQUENCES * width)) };
  const step = { learningRate: 1e-4, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
  const options: SampleOptions = {
    maxNewTokens: width,
    temperature: 1,
    topP: 1,
    topK: 0,
    seed: 1,
    streams: batch.sequences.map((_, i) => i),
  };
  const prompts = batch.sequences.map(({ prompt }) => prompt);
  let sampled = 0;
  const sample = async () => {
    const completions = await policy.sample(prompts, options);
    sampled = completions.reduce((sum, { ids }) => sum + ids.length, 0);
  };
  const update = () => policy.update(batch, coefficients, step);
  const score = () => policy.score(batch);
  for (const work of [update, score, sample]) await work();
  const cost = await best(repeats, sample);
  return {
    engine: engine.name,
    update: await best(repeats, update),
    score: await best(repeats, score),
    sample: cost,
    tokensPerSecond: sampled / (cost.wall / 1000),
  };
}

/** Runs all engines and prints a table; × is the ratio of wall times to the first engine. */
export async function benchEngines(repeats = 5): Promise<void> {
  await buildWasm();
  for (const shared of [1, 8]) {
    console.log(`${SEQUENCES} sequences of ${TOKENS} tokens, each prompt shared by ${shared}`);
    const timings: EngineTiming[] = [];
    for (const engine of ENGINES)
      timings.push(await timeEngine(engine, shared, engine.name === 'tfjs-wasm' ? 2 : repeats));
    printTable(timings);
  }
}

function printTable(timings: readonly EngineTiming[]): void {
  const [first] = timings;
  for (const timing of timings) {
    const cells = (['update', 'score', 'sample'] as const).map((name) => {
      const { wall, cpu } = timing[name];
      const ratio = (wall / first![name].wall).toFixed(2);
      return `${name} ${wall.toFixed(0).padStart(5)} ms ×${ratio.padStart(5)} (cpu ${cpu.toFixed(0)})`.padEnd(36);
    });
    console.log(timing.engine.padEnd(16), ...cells, `${timing.tokensPerSecond.toFixed(0)} tokens/s`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await benchEngines();
