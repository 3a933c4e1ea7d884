/** What a person is told of a run besides its numbers: where the model ran, and where the time went. */

import type { DeviceInfo, RunSeconds } from '../trainer/api.ts';

export function describeDevice({ engine, backend, adapter, tokensPerSecond }: DeviceInfo): string {
  return `the model runs on ${backend} (${adapter}), engine ${engine}, ${Math.round(tokensPerSecond)} tokens/s`;
}

/** Wall time with its parts, which add up to it. */
export function describeSeconds({ sample, judge, reference, update, evaluate, other, total }: RunSeconds): string {
  const parts = { sampling: sample, judging: judge, reference, update, measuring: evaluate, other };
  const named = Object.entries(parts).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`);
  return `${total.toFixed(1)} s in all: ${named.join(', ')}`;
}
