/** What every engine refuses, in the same words: calls that do not fit the model, or come too late. */

import type { Coefficients, PolicyState, SampleOptions, Sequence } from '../core/policy.ts';
import { completionWidth } from './batch.ts';
import { checkIds } from './plan/plan.ts';
import type { ModelSpec } from './spec.ts';

/** Throws unless there is one stream of random numbers for each prompt. */
export function checkStreams(prompts: readonly unknown[], { streams }: SampleOptions): void {
  if (streams.length === prompts.length) return;
  throw new Error(`sample: expected ${prompts.length} streams, one per prompt, got ${streams.length}`);
}

/** Throws where a completion would have to end by a rule that an engine, which draws many tokens at once, cannot ask. */
export function refuseEnds({ ends }: SampleOptions, engine: string): void {
  if (ends === undefined) return;
  throw new Error(`sample: expected completions that end at the end of text, the ${engine} engine knows no other rule`);
}

/** What a call on a policy that was disposed is told. */
export function disposedError(): Error {
  return new Error('policy: expected one that is alive, this one was disposed');
}

/** Throws unless the coefficients have the `[B, T]` shape of these sequences' scores and ask for nothing but them. */
export function checkCoefficients(
  sequences: readonly Sequence[],
  coefficients: Coefficients,
  { valueHead }: Pick<ModelSpec, 'valueHead'>,
): void {
  const width = completionWidth(sequences);
  if (width === 0) throw new Error('update: expected at least one completion token, got none');
  if (coefficients.width !== width) {
    throw new Error(`update: coefficients: expected width ${width}, got ${coefficients.width}`);
  }
  const size = sequences.length * width;
  for (const values of [coefficients.logProb, coefficients.entropy, coefficients.value]) {
    if (values !== undefined && values.length !== size) {
      throw new Error(`update: coefficients: expected ${size} numbers, got ${values.length}`);
    }
  }
  if (!valueHead && coefficients.value?.some((c) => c !== 0)) {
    throw new Error('update: expected no value coefficients: this model has no value head');
  }
}

/** Throws unless every packed vector of a state is as long as the model; to be asked before anything is replaced. */
export function checkState(state: Omit<PolicyState, 'step'>, parameters: number): void {
  for (const name of ['weights', 'moment1', 'moment2', 'reference'] as const) {
    const length = state[name]?.length ?? parameters;
    if (length !== parameters) throw new Error(`model: ${name}: expected ${parameters} numbers, got ${length}`);
  }
}

/** Throws unless a prompt that is to be completed has tokens of the vocabulary, as many as the context holds. */
export function checkPrompt(prompt: readonly number[], index: number, spec: ModelSpec): void {
  const { contextLength } = spec;
  if (prompt.length === 0 || prompt.length > contextLength) {
    throw new Error(`sample: expected prompts of 1 to ${contextLength} tokens, prompt ${index} has ${prompt.length}`);
  }
  checkIds(prompt, spec, index);
}
