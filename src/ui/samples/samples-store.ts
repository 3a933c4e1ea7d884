/** State of "Anyone's samples": the files that were chosen, what they hold, how far grading is and what it gave. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../../core/samples.ts';
import { withoutZips } from '../parts/file-kind.ts';
import { sentence } from '../parts/format.ts';
import { words } from '../words/index.ts';

export interface SamplesClient {
  /** What was read before stays in force when this rejects. */
  readSamples(files: readonly File[]): Promise<SamplesSummary>;
  gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport>;
  cancelSamples(): Promise<void>;
  samplesResults(): Promise<Blob>;
}

export type SamplesStatus =
  | { readonly status: 'none' }
  /** What was read; with a report once something is graded. */
  | { readonly status: 'ready'; readonly summary: SamplesSummary; readonly report: SamplesReport | null }
  | { readonly status: 'grading'; readonly summary: SamplesSummary; readonly progress: SamplesProgress | null };

const namesOf = (files: readonly File[]): string => files.map(({ name }) => name).join(' and ');

/** Whether an error names a place in this file, not a pair that it is one of. */
const isAbout = (message: string, { name }: File): boolean =>
  message.startsWith(`${name}, line `) || message.startsWith(`${name}:`);

export class SamplesStore {
  readonly state: Signal<SamplesStatus> = signal<SamplesStatus>({ status: 'none' });
  /** Names of the files that are being read; what was read before is shown meanwhile. */
  readonly reading: Signal<string | null> = signal<string | null>(null);
  /** Between Cancel and the end of the programs in flight. */
  readonly cancelling: Signal<boolean> = signal(false);
  /** Why something that was asked for did not come, while the rest stays as it is. */
  readonly trouble: Signal<string | null> = signal<string | null>(null);
  readonly busy: ReadonlySignal<boolean> = computed(() => this.state.value.status === 'grading');
  readonly #client: SamplesClient;
  #samples: File | null = null;
  /** Stays for the next samples until other problems take its place. */
  #problems: File | null = null;
  /** Could not be read alone: the other half may still come. */
  #waiting: File | null = null;
  /** Counts choices, so that only the newest is read to its end and shown. */
  #turn = 0;
  #read: Promise<void> = Promise.resolve();

  constructor(client: SamplesClient) {
    this.#client = client;
  }

  /**
   * Reads what a person chose. A file that comes alone is read with the one it lacks, if that was chosen before; when nothing
   * can be made of it, what was read and graded before stays. Refused while samples are graded.
   */
  async choose(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    if (this.busy.value) {
      this.trouble.value = words.samplesFile.notRead(namesOf(files));
      return;
    }
    const turn = ++this.#turn;
    batch(() => {
      this.trouble.value = null;
      this.reading.value = namesOf(files);
    });
    // One after another: the trainer keeps what it read last.
    this.#read = this.#read.then(() => this.#readWhatCanBe(files, turn));
    await this.#read;
  }

  /** Grades what has no verdict yet; what was graded before a cancel stays. */
  async grade(): Promise<void> {
    const before = this.state.value;
    if (before.status !== 'ready' || this.reading.value !== null) return;
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
    if (!this.busy.value || this.cancelling.value) return;
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

  /** A zip is told where it belongs; the others are read as if they had come without it. */
  async #readWhatCanBe(files: readonly File[], turn: number): Promise<void> {
    if (turn !== this.#turn) return;
    const { zips, rest } = await withoutZips(files);
    if (rest.length > 0) await this.#readFirst(rest, turn);
    if (zips.length === 0 || turn !== this.#turn) return;
    const told = zips.map(({ name }) => words.misplaced.zip(name)).join(' ');
    batch(() => {
      this.reading.value = null;
      this.trouble.value = this.trouble.value === null ? told : `${told} ${this.trouble.value}`;
    });
  }

  /** Takes the first way to read the files that succeeds. */
  async #readFirst(files: readonly File[], turn: number): Promise<void> {
    const failures: string[] = [];
    for (const together of this.#waysToRead(files)) {
      if (turn !== this.#turn) return;
      try {
        const summary = await this.#client.readSamples(together);
        this.#keep(together, summary);
        if (turn === this.#turn) this.reading.value = null;
        return;
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    if (turn !== this.#turn) return;
    const [only, ...more] = files;
    // What is wrong with the file itself says more than what it did not go together with.
    const failure = failures.find((one) => isAbout(one, only!)) ?? failures.at(-1)!;
    this.#waiting = more.length === 0 ? only! : null;
    batch(() => {
      this.reading.value = null;
      this.trouble.value = more.length === 0 ? words.samplesFile.another(sentence(failure)) : failure;
    });
  }

  #waysToRead(files: readonly File[]): readonly (readonly File[])[] {
    const [only, ...more] = files;
    if (more.length > 0) return [files];
    const others = [this.#waiting, this.#problems, this.#samples].filter((other) => other !== null);
    return [...others.map((other) => [other, only!]), [only!]];
  }

  #keep(files: readonly File[], summary: SamplesSummary): void {
    this.#waiting = null;
    this.#samples = files.find(({ name }) => name === summary.file) ?? null;
    this.#problems = files.find((file) => file !== this.#samples) ?? this.#problems;
    batch(() => {
      this.trouble.value = null;
      this.state.value = { status: 'ready', summary, report: null };
    });
  }
}
