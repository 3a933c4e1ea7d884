/** Sampling programs outside of training: for a person who wants to see some, and for measuring the device's speed. */

import type { PromptCodec } from '../core/codec.ts';
import type { Policy } from '../core/policy.ts';
import { sum } from '../core/stats.ts';
import type { Problem } from '../core/types.ts';
import { EVALUATION_STREAMS, programOf, sampleInChunks } from '../rl/rollout/sampling.ts';
import type { SampledProgram, SampleRequest } from './api.ts';
import { isAdapted, type LoadedModel } from './environment.ts';

/** A problem that has only a text: enough to make a prompt of. */
export function problemOf(text: string): Problem {
  return {
    id: 'prompt',
    text,
    entryPoint: 'solution',
    tests: { public: [], reward: [], hidden: [] },
    compare: 'python',
  };
}

export async function samplePrograms(
  policy: Policy,
  codec: PromptCodec,
  request: Pick<SampleRequest, 'text' | 'n' | 'temperature' | 'topP' | 'topK' | 'maxNewTokens' | 'seed'>,
): Promise<SampledProgram[]> {
  const { text, n, temperature, topP, topK, maxNewTokens, seed } = request;
  const prompt = codec.encodePrompt(problemOf(text));
  const completions = await sampleInChunks(
    policy,
    Array.from({ length: n }, () => prompt),
    codec,
    {
      temperature,
      topP,
      topK,
      maxNewTokens,
      seed,
      streams: Array.from({ length: n }, (_, i) => EVALUATION_STREAMS + i),
    },
  );
  return completions.map((completion) => ({
    code: programOf(completion, codec),
    logProb: sum(completion.logProbs),
    tokens: completion.ids.length,
    truncated: completion.truncated,
  }));
}

/** Rows and tokens of the batch by which a device is measured: an imported model takes a hundred times as long for each. */
const SHORT_BATCH = { own: { n: 32, maxNewTokens: 24 }, imported: { n: 4, maxNewTokens: 8 } } as const;

/** Sampled completion tokens per second on a short batch, after one call that warms the pipelines up. */
export async function measureTokensPerSecond(policy: Policy, model: LoadedModel): Promise<number> {
  const request = {
    text: 'Return the sum of two numbers',
    temperature: 1,
    topP: 1,
    topK: 0,
    seed: 0,
    ...SHORT_BATCH[isAdapted(model) ? 'imported' : 'own'],
  };
  await samplePrograms(policy, model.codec, request);
  const from = performance.now();
  const programs = await samplePrograms(policy, model.codec, request);
  const tokens = sum(programs.map((program) => program.tokens));
  return tokens / ((performance.now() - from) / 1000);
}
