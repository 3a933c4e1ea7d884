/** State of "Anyone's samples": the files that were chosen, what they hold, how far grading is and what it gave. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../core/errors.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../core/samples.ts';

export interface SamplesClient {
  readSamples(files: readonly File[]): Promise<SamplesSummary>;
  gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport>;
  cancelSamples(): Promise<void>;
  samplesResults(): Promise<Blob>;
}

export type SamplesStatus =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly files: readonly string[] }
  /** What was read; with a report once something is graded. */
  | { readonly status: 'ready'; readonly summary: SamplesSummary; readonly report: SamplesReport | null }
  | { readonly status: 'grading'; readonly summary: SamplesSummary; readonly progress: SamplesProgress | null }
  | { readonly status: 'failed'; readonly message: string };

export class SamplesStore {
  readonly state: Signal<SamplesStatus> = signal<SamplesStatus>({ status: 'none' });
  /** Between Cancel and the end of the programs in flight. */
  readonly cancelling: Signal<boolean> = signal(false);
  /** Why something that was asked for did not come, while the rest stays as it is. */
  readonly trouble: Signal<string | null> = signal<string | null>(null);
  readonly busy: ReadonlySignal<boolean> = computed(() => this.state.value.status === 'grading');
  readonly #client: SamplesClient;
  #files: readonly File[] = [];
  /** Counts what is read, so that a slow answer about older files is not shown. */
  #reading = 0;

  constructor(client: SamplesClient) {
    this.#client = client;
  }

  /**
   * Reads what a person chose. One file after another one alone are read together when they are samples and problems;
   * otherwise the new one takes the place of the old.
   */
  async choose(files: readonly File[]): Promise<void> {
    if (this.busy.value || files.length === 0) return;
    const [before, ...more] = this.#files;
    const pair = files.length === 1 && before !== undefined && more.length === 0 ? [before, files[0]!] : null;
    if (pair !== null && (await this.#read(pair, true))) return;
    await this.#read(files, false);
  }

  /** Grades what has no verdict yet; what was graded before a cancel stays. */
  async grade(): Promise<void> {
    const before = this.state.value;
    if (before.status !== 'ready') return;
    const { summary, report } = before;
    this.trouble.value = null;
    this.state.value = { status: 'grading', summary, progress: null };
    try {
      const graded = await this.#client.gradeSamples((progress) => {
        if (this.busy.value) this.state.value = { status: 'grading', summary, progress };
      });
      this.state.value = { status: 'ready', summary, report: graded };
    } catch (error) {
      this.trouble.value = messageOf(error);
      this.state.value = { status: 'ready', summary, report };
    } finally {
      this.cancelling.value = false;
    }
  }

  async cancel(): Promise<void> {
    if (!this.busy.value) return;
    this.cancelling.value = true;
    await this.#client.cancelSamples();
  }

  /** Every judged sample with its result; null where that failed, with the reason in `trouble`. */
  async results(): Promise<Blob | null> {
    this.trouble.value = null;
    try {
      return await this.#client.samplesResults();
    } catch (error) {
      this.trouble.value = messageOf(error);
      return null;
    }
  }

  /** Whether it could be read; a failure of `attempt` is not shown. */
  async #read(files: readonly File[], attempt: boolean): Promise<boolean> {
    const turn = ++this.#reading;
    this.trouble.value = null;
    this.state.value = { status: 'reading', files: files.map(({ name }) => name) };
    try {
      const summary = await this.#client.readSamples(files);
      if (turn !== this.#reading) return true;
      this.#files = files;
      this.state.value = { status: 'ready', summary, report: null };
      return true;
    } catch (error) {
      if (attempt || turn !== this.#reading) return turn !== this.#reading;
      this.#files = files;
      this.state.value = { status: 'failed', message: messageOf(error) };
      return false;
    }
  }
}
