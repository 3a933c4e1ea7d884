/** State of "Two losses on one batch": one comparison at a time, of two sides on the programs of one step. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName } from '../../core/algorithms.ts';
import {
  needsOutcomeCritic,
  needsValueHead,
  parseConfig,
  type RunConfig,
  type RunConfigInput,
} from '../../core/config.ts';
import { layerConfig } from '../../core/config-diff.ts';
import { messageOf } from '../../core/errors.ts';
import type { CompareRequest, LossComparison } from '../../trainer/api.ts';

/** The run’s own configuration, as it was trained. */
export const THIS_RUN = 'this-run';

export type ComparedSide = AlgorithmName | typeof THIS_RUN;

export interface ComparedPair {
  readonly step: number;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
}

export type CompareStatus =
  | { readonly status: 'none' | 'running' }
  | { readonly status: 'done'; readonly pair: ComparedPair; readonly comparison: LossComparison }
  | { readonly status: 'failed'; readonly message: string };

export interface CompareClient {
  compare(request: CompareRequest): Promise<LossComparison>;
}

/** The algorithm on the programs of `run`: how they came about and what they were paid is the run’s, how to learn is not. */
export function comparedConfig(side: ComparedSide, run: RunConfig): RunConfigInput {
  if (side === THIS_RUN) return run;
  const { algorithm: _algorithm, value: _value, critic: _critic, optimizer: _optimizer, ...given } = run;
  return layerConfig(ALGORITHMS[side].config, given);
}

/**
 * The sides that can be put on a batch of `run`: whose settings go together with those that the batch came from, and
 * whose models are there. A value head is part of the policy or not; an outcome critic has no place here.
 */
export function comparedSides(run: RunConfig): readonly ComparedSide[] {
  const sides: readonly ComparedSide[] = [THIS_RUN, ...ALGORITHM_NAMES];
  return sides.filter((side) => {
    try {
      const config = parseConfig(comparedConfig(side, run));
      return !needsOutcomeCritic(config) && (!needsValueHead(config) || needsValueHead(run));
    } catch {
      return false;
    }
  });
}

export class CompareStore {
  readonly state: Signal<CompareStatus> = signal<CompareStatus>({ status: 'none' });
  readonly busy: ReadonlySignal<boolean> = computed(() => this.state.value.status === 'running');
  readonly #client: CompareClient;

  constructor(client: CompareClient) {
    this.#client = client;
  }

  /** Failures become what the page shows. */
  async compare(pair: ComparedPair, run: RunConfig): Promise<void> {
    if (this.busy.value) return;
    this.state.value = { status: 'running' };
    try {
      const { step, a, b } = pair;
      const request = { step, a: comparedConfig(a, run), b: comparedConfig(b, run) };
      this.state.value = { status: 'done', pair, comparison: await this.#client.compare(request) };
    } catch (error) {
      this.state.value = { status: 'failed', message: messageOf(error) };
    }
  }
}
