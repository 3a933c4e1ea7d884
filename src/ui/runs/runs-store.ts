/** State of "Runs": the history as a list, what a person does with it, and earlier runs for whoever draws them. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RunConfig } from '../../core/config.ts';
import { messageOf } from '../../core/errors.ts';
import type { RunHistory, RunInfo, RunLabel, RunSnapshot, StorageReport } from '../../core/history.ts';
import { fileKind } from '../parts/file-kind.ts';
import { sentence } from '../parts/format.ts';
import { type RunState, stateOf } from '../state.ts';
import { words } from '../words/index.ts';
import { type EarlierRun, EarlierRuns } from './earlier-runs.ts';
import { browserText, type KeptText } from './kept-text.ts';
import { type DraftField, RunDrafts } from './run-drafts.ts';
import { deltaOf, nameOf, runLabel, withLetters } from './run-lines.ts';
import { readTicks, writeTicks } from './run-ticks.ts';

/** The page around the history: where a run is shown, and who trains. */
export interface RunsPage {
  readonly run: Signal<RunState>;
  readonly running: ReadonlySignal<boolean>;
  readonly unfinished: Signal<RunSnapshot | null>;
  readonly failure: Signal<string | null>;
  readonly trained: Signal<RunConfig | null>;
  continueUnfinished(): Promise<void>;
}

/** What is on its way; of one run, or of a bundle. */
export type RunsWork = { readonly what: 'load' | 'export' | 'show'; readonly id: string } | { readonly what: 'import' };

export class RunsStore {
  /** Newest first; null until they are known. */
  readonly runs: Signal<readonly RunInfo[] | null> = signal<readonly RunInfo[] | null>(null);
  readonly storage: Signal<StorageReport | null> = signal<StorageReport | null>(null);
  /** Deleted, and still to be had back; the last one first. */
  readonly removed: Signal<readonly RunInfo[]> = signal<readonly RunInfo[]>([]);
  readonly work: Signal<RunsWork | null> = signal<RunsWork | null>(null);
  /** Why something that was asked for did not come, while the rest stays as it is. */
  readonly trouble: Signal<string | null> = signal<string | null>(null);
  /** Why the list could not be read when that was tried last; null when it was. */
  readonly unreadable: Signal<string | null> = signal<string | null>(null);
  /** What was done last, in a sentence. */
  readonly told: Signal<string> = signal('');
  /** Counts what this tab changed in the history. */
  readonly changes: Signal<number> = signal(0);
  /** The key of each run: A is the oldest. */
  readonly letters: Signal<ReadonlyMap<string, string>> = signal<ReadonlyMap<string, string>>(new Map());
  readonly baseline: ReadonlySignal<RunInfo | null> = computed(
    () => this.runs.value?.find((run) => run.baseline) ?? null,
  );
  /** The trainer reads a model: it does one thing at a time. */
  readonly busy: ReadonlySignal<boolean> = computed(() => this.work.value?.what === 'load');
  readonly drafts: RunDrafts;
  readonly earlier: EarlierRuns;
  readonly #ticks: Signal<ReadonlyMap<string, boolean>>;
  readonly #client: RunHistory;
  readonly #page: RunsPage;
  readonly #kept: KeptText;
  #refreshing: Promise<void> | null = null;
  #again = false;

  constructor(client: RunHistory, page: RunsPage, kept: KeptText = browserText) {
    this.#client = client;
    this.#page = page;
    this.#kept = kept;
    this.#ticks = signal(readTicks(kept));
    this.drafts = new RunDrafts((id, field, text) => this.#label(id, { [field]: text }), kept);
    this.earlier = new EarlierRuns({
      readRun: (id) => client.readRun(id),
      ...{ runs: this.runs, letters: this.letters, ticks: this.#ticks, shown: page.run },
    });
  }

  /** Up to five runs drawn behind the one on the page. */
  get faint(): ReadonlySignal<readonly EarlierRun[]> {
    return this.earlier.faint;
  }

  /** The baseline, to hold the run on the page against. */
  get pinned(): ReadonlySignal<EarlierRun | null> {
    return this.earlier.pinned;
  }

  /** Reads the list anew: after a run, after a change, and when another tab may have changed something. */
  async refresh(): Promise<void> {
    if (this.#refreshing !== null) {
      this.#again = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#read();
    await this.#refreshing;
    this.#refreshing = null;
    if (!this.#again) return;
    this.#again = false;
    await this.refresh();
  }

  /** Puts a run of the history on the page; whether it is there. Nothing while one trains. */
  async show(id: string): Promise<boolean> {
    return this.#attempt({ what: 'show', id }, async () => this.#put(await this.#snapshot(id)));
  }

  /** Goes on with a run that was interrupted. */
  async continue(id: string): Promise<void> {
    const ready = await this.#attempt({ what: 'show', id }, async () => {
      const snapshot = await this.#snapshot(id);
      this.#put(snapshot);
      this.#page.unfinished.value = snapshot;
    });
    if (ready) await this.#page.continueUnfinished();
  }

  /** Makes the model that a run came to the one at hand. */
  async load(id: string): Promise<void> {
    const config = this.#find(id)?.config;
    await this.#attempt({ what: 'load', id }, async () => {
      await this.#client.loadRun(id);
      this.#page.trained.value = config ?? null;
      this.told.value = words.runs.told.loaded(this.#labelOf(id));
    });
  }

  /** Holds the others against this run, or against none any more. */
  async mark(id: string, baseline: boolean): Promise<void> {
    await this.#attempt(null, () => this.#label(id, { baseline }));
  }

  /** Takes a run out of the list; `restore` brings it back. */
  async remove(id: string): Promise<void> {
    const run = this.#find(id);
    if (run === undefined || run.status === 'live') return;
    await this.#attempt(null, async () => {
      await this.#client.removeRun(id);
      batch(() => {
        this.removed.value = [run, ...this.removed.value];
        this.runs.value = (this.runs.value ?? []).filter((other) => other.id !== id);
        if (this.#page.unfinished.value?.id === id) this.#page.unfinished.value = null;
      });
      this.#changed();
    });
  }

  async restore(id: string): Promise<void> {
    await this.#attempt(null, async () => {
      await this.#client.restoreRun(id);
      this.removed.value = this.removed.value.filter((run) => run.id !== id);
      this.#changed();
      await this.refresh();
      this.told.value = words.runs.told.restored(this.#labelOf(id));
    });
  }

  /** Gives up what was deleted, and frees its space. */
  async forget(): Promise<void> {
    await this.#attempt(null, async () => {
      await this.#client.forgetRemoved();
      this.removed.value = [];
      await this.refresh();
    });
  }

  /** The run as one zip; null where that failed. */
  async export(id: string): Promise<Blob | null> {
    let bundle: Blob | null = null;
    await this.#attempt({ what: 'export', id }, async () => {
      bundle = await this.#client.exportRun(id);
    });
    return bundle;
  }

  /** Takes bundles in, one after another; what is wrong with one is told by its name and keeps none of the others out. */
  async import(files: readonly File[]): Promise<void> {
    const failures: string[] = [];
    const names: string[] = [];
    await this.#attempt({ what: 'import' }, async () => {
      for (const file of files) {
        try {
          names.push(nameOf(await this.#client.importRun(file)));
        } catch (error) {
          const isJson = (await fileKind(file)) === 'json';
          const why = isJson ? words.misplaced.json : sentence(messageOf(error));
          failures.push(words.runs.importFailed(file.name, why));
        }
      }
      if (names.length > 0) this.#changed();
      await this.refresh();
      if (names.length > 0) this.told.value = words.runs.told.imported(names);
      if (failures.length > 0) this.trouble.value = failures.join(' ');
    });
  }

  /** Asks the browser to keep what is stored when space runs short. */
  async persist(): Promise<void> {
    await this.#attempt(null, async () => {
      const promised = await this.#client.persist();
      this.storage.value = await this.#client.storage();
      this.told.value = words.runs.told.persisted(promised);
    });
  }

  /** Whether a run is drawn behind the one on the page. */
  tick(id: string, drawn: boolean): void {
    const ticks = new Map([...this.#ticks.value, [id, drawn]]);
    this.#ticks.value = ticks;
    writeTicks(this.#kept, ticks, this.runs.value ?? []);
  }

  /** Whether a person wants it drawn, by a tick of their own. */
  ticked(id: string): boolean {
    return this.#ticks.value.get(id) === true;
  }

  /** What is stored in the field, or what a person has written over it. */
  textOf(run: RunInfo, field: DraftField): string {
    return this.drafts.of(run.id, field)?.text ?? run[field];
  }

  /** Letter and name. */
  labelOf(run: Pick<RunInfo, 'id' | 'name' | 'config'>): string {
    return runLabel(this.letterOf(run.id), run);
  }

  letterOf(id: string): string {
    return this.letters.value.get(id) ?? '';
  }

  deltaOf(run: RunInfo) {
    return deltaOf(run, this.baseline.value);
  }

  #labelOf(id: string): string {
    const run = this.#find(id);
    return run === undefined ? '' : this.labelOf(run);
  }

  #find(id: string): RunInfo | undefined {
    return this.runs.value?.find((run) => run.id === id);
  }

  #put(snapshot: RunSnapshot): void {
    if (this.#page.running.value) throw new Error(words.runs.training);
    batch(() => {
      this.#page.failure.value = null;
      this.#page.run.value = stateOf(snapshot);
      this.told.value = words.runs.told.shown(this.#labelOf(snapshot.id));
    });
  }

  async #snapshot(id: string): Promise<RunSnapshot> {
    const snapshot = await this.#client.readRun(id);
    if (snapshot === null) throw new Error(words.runs.gone);
    return snapshot;
  }

  async #read(): Promise<void> {
    const first = this.runs.value === null;
    try {
      const [runs, storage] = await Promise.all([this.#client.runs(), this.#client.storage()]);
      batch(() => {
        this.letters.value = withLetters(this.letters.value, runs);
        this.runs.value = runs;
        this.storage.value = storage;
        this.unreadable.value = null;
      });
      if (first) await this.drafts.saveAll(runs.map(({ id }) => id));
    } catch (error) {
      this.unreadable.value = words.runs.unreadable(sentence(messageOf(error)));
    }
  }

  async #label(id: string, label: RunLabel): Promise<void> {
    await this.#client.labelRun(id, label);
    this.runs.value = (this.runs.value ?? []).map((run) => {
      if (run.id === id) return { ...run, ...label };
      return label.baseline === true ? { ...run, baseline: false } : run;
    });
    this.#changed();
  }

  #changed(): void {
    this.changes.value++;
  }

  /** Does one thing at a time; a failure is told, and whether it came off is returned. */
  async #attempt(work: RunsWork | null, act: () => Promise<void>): Promise<boolean> {
    if (work !== null && this.work.value !== null) return false;
    batch(() => {
      this.trouble.value = null;
      this.told.value = '';
      if (work !== null) this.work.value = work;
    });
    try {
      await act();
      return true;
    } catch (error) {
      this.trouble.value = messageOf(error);
      return false;
    } finally {
      if (work !== null) this.work.value = null;
    }
  }
}
