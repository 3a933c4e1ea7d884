/** State of "How fast is this machine?": one measurement at a time. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { BenchmarkProgress, BenchmarkReport } from '../../trainer/api.ts';

export type MachineStatus =
  | { readonly status: 'none' }
  | { readonly status: 'running'; readonly progress: BenchmarkProgress | null }
  | { readonly status: 'done'; readonly report: BenchmarkReport }
  | { readonly status: 'failed'; readonly message: string };

export interface MachineClient {
  benchmark(onProgress: (progress: BenchmarkProgress) => void): Promise<BenchmarkReport>;
}

export class MachineStore {
  readonly state: Signal<MachineStatus> = signal<MachineStatus>({ status: 'none' });
  readonly busy: ReadonlySignal<boolean> = computed(() => this.state.value.status === 'running');
  readonly #client: MachineClient;

  constructor(client: MachineClient) {
    this.#client = client;
  }

  /** Failures become what the page shows. */
  async measure(): Promise<void> {
    if (this.busy.value) return;
    this.state.value = { status: 'running', progress: null };
    try {
      const report = await this.#client.benchmark((progress) => {
        if (this.busy.value) this.state.value = { status: 'running', progress };
      });
      this.state.value = { status: 'done', report };
    } catch (error) {
      this.state.value = { status: 'failed', message: messageOf(error) };
    }
  }
}
