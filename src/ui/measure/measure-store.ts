/** State of "Is the gain real?": one measurement at a time; the last report stays while another is on its way. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../../core/measuring.ts';

export type MeasureStatus =
  /** `stopped`: by a person, before there was a report. */
  | { readonly status: 'none' | 'stopped' }
  | {
      readonly status: 'running';
      /** null until the first samples are there. */
      readonly progress: MeasureProgress | null;
      readonly paused: boolean;
      /** Between Stop and the end of the batch in flight. */
      readonly stopping: boolean;
    }
  | { readonly status: 'failed'; readonly message: string };

export interface MeasureClient {
  /** Resolves to null when it was stopped. */
  measure(
    request: MeasureRequest,
    onProgress: (progress: MeasureProgress) => void,
    onNotice: (message: string) => void,
  ): Promise<MeasureReport | null>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export class MeasureStore {
  readonly state: Signal<MeasureStatus> = signal<MeasureStatus>({ status: 'none' });
  readonly report: Signal<MeasureReport | null> = signal<MeasureReport | null>(null);
  /** What a person should know of the measurement: engines that died, samples that could not be kept. */
  readonly notices: Signal<readonly string[]> = signal<readonly string[]>([]);
  /** Another run has begun since: the trained model of the report is that of a run before. */
  readonly outdated: Signal<boolean> = signal(false);
  readonly busy: ReadonlySignal<boolean> = computed(() => this.state.value.status === 'running');
  readonly #client: MeasureClient;

  constructor(client: MeasureClient) {
    this.#client = client;
  }

  /** Failures become what the page shows. */
  async measure(request: MeasureRequest): Promise<void> {
    if (this.busy.value) return;
    batch(() => {
      this.state.value = { status: 'running', progress: null, paused: false, stopping: false };
      this.notices.value = [];
    });
    try {
      const report = await this.#client.measure(
        request,
        (progress) => this.#whileRunning({ progress }),
        (message) => (this.notices.value = [...this.notices.value, message]),
      );
      batch(() => {
        this.state.value = { status: report === null ? 'stopped' : 'none' };
        if (report === null) return;
        this.report.value = report;
        this.outdated.value = false;
      });
    } catch (error) {
      this.state.value = { status: 'failed', message: messageOf(error) };
    }
  }

  /** Pauses or goes on, whichever applies. */
  async toggle(): Promise<void> {
    const now = this.state.value;
    if (now.status !== 'running') return;
    this.#whileRunning({ paused: !now.paused });
    await (now.paused ? this.#client.resume() : this.#client.pause());
  }

  /** What was sampled and judged is kept: the same request goes on from there. */
  async stop(): Promise<void> {
    if (this.state.value.status !== 'running' || this.state.value.stopping) return;
    this.#whileRunning({ stopping: true, paused: false });
    await this.#client.stop();
  }

  /** A run begins: the trained model of the report is no longer at hand. */
  outdate(): void {
    const models = this.report.value?.request.models ?? [];
    this.outdated.value ||= models.some(({ source }) => source.type === 'trained');
  }

  #whileRunning(change: Partial<Extract<MeasureStatus, { readonly status: 'running' }>>): void {
    const now = this.state.value;
    if (now.status === 'running') this.state.value = { ...now, ...change };
  }
}
