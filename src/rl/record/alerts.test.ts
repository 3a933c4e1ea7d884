/** Each way of going wrong is told once, with what to try; a healthy run is left in peace. */

import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { AlertName, Metrics } from '../../core/records.ts';
import { FIRST_STATE } from '../state.ts';
import { watchStep } from './alerts.ts';

const HEALTHY: Metrics = {
  frac_reward_zero_std: 0.4,
  entropy: 0.45,
  kl: 0.1,
  reward: 0.5,
  'train/pass@1': 0.5,
  'completions/mean_length': 16,
  'completions/clipped_ratio': 0.02,
};

type Step = Metrics & { readonly flaw?: string };

/** The names raised at each step, and all messages. */
function watchRun(steps: readonly Step[], config = parseConfig({})) {
  let { watch } = FIRST_STATE;
  const messages: string[] = [];
  const names = steps.map(({ flaw, ...metrics }, i) => {
    const seen = watchStep(watch, { step: i + 1, metrics, flaw: flaw ?? null, config });
    watch = structuredClone(seen.watch);
    messages.push(...seen.alerts.map(({ message }) => message));
    return seen.alerts.map(({ name }) => name);
  });
  return { names, messages };
}

const cases: readonly [AlertName, Step, RegExp][] = [
  [
    'dead-groups',
    { frac_reward_zero_std: 0.95, reward: 0.02, 'train/pass@1': 0.02 },
    /95 % of the groups.*larger groups/,
  ],
  [
    'dead-groups',
    { frac_reward_zero_std: 1, reward: 1, 'train/pass@1': 1 },
    /all their programs pass.*harder problems/,
  ],
  ['entropy-collapsed', { entropy: 0.04 }, /entropy fell to 0.040 nats from 0.450/],
  ['kl-runaway', { kl: 12 }, /KL to the reference is 12.00 nats/],
  ['length-collapsed', { 'completions/mean_length': 3 }, /3.0 tokens long, 16.0 at first/],
  ['not-finite', { flaw: 'the ratio of token 2 in completion 1 of 8' }, /the ratio of token 2 .* was not finite/],
  ['all-truncated', { 'completions/clipped_ratio': 1 }, /no completion ended before the length limit/],
];

test.each(cases)('%s', (name, metrics, message) => {
  const sick = { ...HEALTHY, ...metrics };
  const { names, messages } = watchRun([HEALTHY, sick, sick, HEALTHY, sick]);
  expect(names).toEqual([[], [name], [], [], []]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(/^step 2: /);
  expect(messages[0]).toMatch(message);
});

test('a run that learns as it should raises nothing, and missing metrics are no trouble', () => {
  const learned = { ...HEALTHY, entropy: 0.2, kl: 0.18, frac_reward_zero_std: 0.75, 'completions/mean_length': 14 };
  expect(watchRun([HEALTHY, learned, {}, learned]).names.flat()).toEqual([]);
});

test('groups without variance are no trouble to an advantage that does not compare within groups', () => {
  const dead = { ...HEALTHY, frac_reward_zero_std: 1, reward: 0, 'train/pass@1': 0 };
  const algorithm = { advantage: 'gae', dropZeroVariance: false } as const;
  expect(watchRun([dead], parseConfig({ algorithm })).names.flat()).toEqual([]);
  expect(watchRun([dead]).names.flat()).toEqual(['dead-groups']);
});
