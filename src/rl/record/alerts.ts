/** Notices that a run goes wrong, once for each way: what is seen, what it means, what to try. */

import { comparesWithinGroups, type RunConfig } from '../../core/config.ts';
import type { Alert, AlertName, Metrics } from '../../core/records.ts';
import type { Watch } from '../state.ts';

/** From here on a step counts as dead: what it learns, it learns from the few groups that are left. */
const DEAD = 0.9;
/** Nats; a trained model of this size has 0.2, and 0.05 leaves nothing to choose from. */
const LEAST_ENTROPY = 0.05;
/** Of the first step's entropy. */
const ENTROPY_SHARE = 0.15;
/** Nats per token; healthy runs end below 0.2, runs that wrote noise had a hundred. */
const MOST_KL = 1;
/** Of the first step's mean length. */
const LENGTH_SHARE = 0.4;

export interface Watched {
  /** 1-based. */
  readonly step: number;
  readonly metrics: Metrics;
  /** What was not finite in its updates; null where all was. */
  readonly flaw: string | null;
  readonly config: Pick<RunConfig, 'algorithm' | 'rollout'>;
}

/** The alerts that this step raises for the first time in its run, and what is to be remembered. */
export function watchStep(
  watch: Watch,
  { step, metrics, flaw, config }: Watched,
): { readonly alerts: Alert[]; readonly watch: Watch } {
  const firstEntropy = watch.firstEntropy ?? metrics.entropy ?? null;
  const firstLength = watch.firstLength ?? metrics['completions/mean_length'] ?? null;
  const seen = troubles(metrics, flaw, config, { ...watch, firstEntropy, firstLength });
  const alerts = Object.entries(seen).flatMap(([name, message]) =>
    message === null || watch.raised.includes(name as AlertName)
      ? []
      : [{ name: name as AlertName, step, message: `step ${step}: ${message}` }],
  );
  return { alerts, watch: { raised: [...watch.raised, ...alerts.map(({ name }) => name)], firstEntropy, firstLength } };
}

function troubles(
  metrics: Metrics,
  flaw: string | null,
  { algorithm, rollout }: Watched['config'],
  { firstEntropy, firstLength }: Watch,
): Readonly<Record<AlertName, string | null>> {
  const { frac_reward_zero_std: dead, entropy, kl, reward } = metrics;
  const length = metrics['completions/mean_length'];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const solved = (metrics['train/pass@1'] ?? 0) > 0.5;
  return {
    'dead-groups':
      dead !== undefined && dead >= DEAD && comparesWithinGroups(algorithm)
        ? solved
          ? `${percent(dead)} of the groups got one reward each, mostly because all their programs pass: there is little left to learn here; harder problems would teach more`
          : `${percent(dead)} of the groups got one reward each (mean ${reward?.toFixed(2)}): almost nothing is learned; larger groups, easier problems, partial credit or dynamic sampling help`
        : null,
    'entropy-collapsed':
      entropy !== undefined &&
      firstEntropy !== null &&
      (entropy < LEAST_ENTROPY || entropy < ENTROPY_SHARE * firstEntropy)
        ? `entropy fell to ${entropy.toFixed(3)} nats from ${firstEntropy.toFixed(3)}: the model writes almost the same program each time and explores no more; a lower step size, a higher ε_high or an entropy bonus keep it open`
        : null,
    'kl-runaway':
      kl !== undefined && kl > MOST_KL
        ? `KL to the reference is ${kl.toFixed(2)} nats per token: the model has left the language it was pre-trained on; a lower step size or a larger β hold it back`
        : null,
    'length-collapsed':
      length !== undefined && firstLength !== null && length < LENGTH_SHARE * firstLength
        ? `completions are ${length.toFixed(1)} tokens long, ${firstLength.toFixed(1)} at first: the model gives up early; look whether the reward pays for programs that do nothing`
        : null,
    'not-finite':
      flaw === null
        ? null
        : `${flaw} was not finite: that update was skipped and the weights were kept; a lower step size helps`,
    'all-truncated':
      metrics['completions/clipped_ratio'] === 1
        ? `no completion ended before the length limit${rollout.truncated === 'judge' ? '' : ', so that no program was run'}: a longer limit or a model that stops is needed`
        : null,
  };
}
