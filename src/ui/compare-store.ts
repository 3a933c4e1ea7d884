/** State of "Two losses on one batch": one comparison at a time, of two algorithms on the programs of one step. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ALGORITHMS, type AlgorithmName } from '../core/algorithms.ts';
import type { RunConfig, RunConfigInput } from '../core/config.ts';
import { layerConfig } from '../core/config-diff.ts';
import { messageOf } from '../core/errors.ts';
import type { CompareRequest, LossComparison } from '../trainer/api.ts';

export interface ComparedPair {
  readonly step: number;
  readonly a: AlgorithmName;
  readonly b: AlgorithmName;
}

export type CompareStatus =
  | { readonly status: 'none' | 'running' }
  | { readonly status: 'done'; readonly pair: ComparedPair; readonly comparison: LossComparison }
  | { readonly status: 'failed'; readonly message: string };

export interface CompareClient {
  compare(request: CompareRequest): Promise<LossComparison>;
}

/** The algorithm by itself, under the sampling and the seed that the programs of `run` came from. */
export function comparedConfig(algorithm: AlgorithmName, { seed, model, epochs, sampling }: RunConfig): RunConfigInput {
  return layerConfig(ALGORITHMS[algorithm].config, { seed, model, epochs, sampling });
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
