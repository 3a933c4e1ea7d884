/** A few steps of the whole loop on the WebAssembly engine as one number: their records, rollouts and weights. */

import { parseConfig } from '../../src/core/config.ts';
import { createRng } from '../../src/core/rng.ts';
import { type ModelSpec, parameterLayout } from '../../src/model/spec.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import { train } from '../../src/rl/loop.ts';
import { letterCodec, letterProblem, RuleJudge, VOCABULARY } from './letters.ts';

/** The same wherever it runs; what changes a sum's order or a record changes it, and then this line. */
export const STEP_DIGEST = '66039c4d';

const SPEC: ModelSpec = {
  vocabSize: VOCABULARY,
  contextLength: 16,
  width: 16,
  layers: 2,
  heads: 2,
  activation: 'gelu_new',
  layerNormEpsilon: 1e-5,
};

const CONFIG = parseConfig({
  seed: 5,
  epochs: 4,
  lectureProblems: 2,
  auxiliaryProblems: 2,
  groupSize: 16,
  optimizer: { learningRate: 0.01 },
  sampling: { maxNewTokens: 6 },
});

/** FNV-1a over the records without their times, the rollouts and the bits of the weights after the last step. */
export async function stepDigest(workers: number): Promise<string> {
  const rng = createRng('init', 7);
  const weights = Float32Array.from(
    parameterLayout(SPEC).flatMap(({ name, size }) => {
      const centre = /ln_\w+\.weight$/.test(name) ? 1 : 0;
      return Array.from({ length: size }, () => centre + 0.5 * (rng.next() - 0.5));
    }),
  );
  await using policy = await createWasmPolicy({ spec: SPEC, weights, workers });
  const problems = {
    lecture: [letterProblem(0), letterProblem(1)],
    auxiliary: [letterProblem(2), letterProblem(3), letterProblem(4)],
  };
  const judge = new RuleJudge((_, code) => (code.includes('a') ? 1 : 0.5));
  let hash = 0x811c9dc5;
  const mix = (bytes: Uint8Array) => {
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  let updates = 0;
  for await (const event of train({ policy, judge, problems, codec: letterCodec, config: CONFIG })) {
    if (event.type !== 'step') continue;
    const { seconds: _seconds, spans: _spans, ...record } = event.record;
    updates = record.updates;
    mix(new TextEncoder().encode(JSON.stringify([record, event.rollouts])));
  }
  if (updates < 4) throw new Error(`step digest: expected updates in every step, got ${updates}`);
  mix(new Uint8Array((await policy.save()).weights.buffer));
  return hash.toString(16).padStart(8, '0');
}
