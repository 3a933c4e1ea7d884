/** Sampling programs outside of training: for a person who wants to see some, and for measuring the device's speed. */

import type { PromptCodec } from '../core/codec.ts';
import type { Policy } from '../core/policy.ts';
import { sum } from '../core/stats.ts';
import type { Problem } from '../core/types.ts';
import { EVALUATION_STREAMS, programOf, sampleInChunks } from '../rl/rollout/sampling.ts';
import type { SampledProgram, SampleRequest } from './api.ts';

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

/** Sampled completion tokens per second on a short batch, after one call that warms the pipelines up. */
export async function measureTokensPerSecond(policy: Policy, codec: PromptCodec): Promise<number> {
  const request = {
    text: 'Return the sum of two numbers',
    temperature: 1,
    topP: 1,
    topK: 0,
    maxNewTokens: 24,
    seed: 0,
  };
  await samplePrograms(policy, codec, { ...request, n: 32 });
  const from = performance.now();
  const programs = await samplePrograms(policy, codec, { ...request, n: 32 });
  const tokens = sum(programs.map((program) => program.tokens));
  return tokens / ((performance.now() - from) / 1000);
}
