/** State of "Models": which are here, what was chosen to be brought in, and what becomes of it. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { ImportedModel, ModelDesk, ModelReport } from '../../core/imported-models.ts';
import {
  importedId,
  importedName,
  isBundled,
  isImportName,
  type ModelName,
  NAME_RULE,
  nearestName,
} from '../../core/model-name.ts';
import { sentence } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { type ModelFiles, modelFiles, type PlacedFile } from './model-files.ts';

const { told, ...text } = words.models;

/** The settings of the next run. */
export interface ModelsPage {
  readonly model: ReadonlySignal<ModelName>;
  choose(model: ModelName): void;
}

/** What was chosen and understood, before anything is kept. */
export interface PickedModel {
  readonly files: readonly File[];
  readonly report: ModelReport;
  /** What it will be called; a person may write another. */
  readonly name: string;
}

export interface Importing {
  readonly name: string;
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

export class ModelsStore {
  /** null until they are known. */
  readonly models: Signal<readonly ImportedModel[] | null> = signal<readonly ImportedModel[] | null>(null);
  /** Files are being looked at. */
  readonly reading: Signal<boolean> = signal(false);
  readonly picked: Signal<PickedModel | null> = signal<PickedModel | null>(null);
  readonly importing: Signal<Importing | null> = signal<Importing | null>(null);
  /** Whether to remove it is asked. */
  readonly doubted: Signal<string | null> = signal<string | null>(null);
  /** Why something that was asked for did not come. */
  readonly trouble: Signal<string | null> = signal<string | null>(null);
  /** Why the list could not be read when that was tried last; null when it was. */
  readonly unreadable: Signal<string | null> = signal<string | null>(null);
  /** What was done last, in a sentence. */
  readonly done: Signal<string> = signal('');
  /** What is wrong with the name that was written; null where nothing is. */
  readonly complaint: ReadonlySignal<string | null> = computed(() => {
    const picked = this.picked.value;
    if (picked === null || picked.report.refusal !== null) return null;
    if (!isImportName(picked.name)) return text.badName(NAME_RULE);
    const taken = isBundled(picked.name) || this.#find(importedId(picked.name)) !== undefined;
    return taken ? text.taken(picked.name) : null;
  });
  /** The name of the model that the next run is to train, where this browser has no such model; null as long as it may have. */
  readonly missing: ReadonlySignal<string | null> = computed(() => {
    const id = this.#page.model.value;
    const isHere = this.models.value === null || this.#find(id) !== undefined;
    return isHere ? null : importedName(id);
  });
  readonly #client: ModelDesk;
  readonly #page: ModelsPage;
  /** Counts choices, so that only the newest is shown. */
  #turn = 0;

  constructor(client: ModelDesk, page: ModelsPage) {
    this.#client = client;
    this.#page = page;
  }

  async refresh(): Promise<void> {
    try {
      const models = await this.#client.importedModels();
      batch(() => {
        this.models.value = models;
        this.unreadable.value = null;
        if (models.every(({ id }) => id !== this.doubted.value)) this.doubted.value = null;
      });
    } catch (error) {
      this.unreadable.value = text.unreadable(sentence(messageOf(error)));
    }
  }

  /** Looks at files: headers only. What was looked at before is let go of; nothing is kept yet. */
  async pick({ folder, files, others = [] }: ModelFiles): Promise<void> {
    if (files.length === 0 || this.importing.value !== null) return;
    const turn = ++this.#turn;
    this.#begin();
    batch(() => {
      this.picked.value = null;
      this.reading.value = true;
    });
    try {
      const understood = await this.#client.inspectModel(files);
      if (turn !== this.#turn) return;
      const beside = others.length > 0 && folder !== null ? [text.preview.others(folder, others)] : [];
      const report = { ...understood, notes: [...understood.notes, ...beside] };
      this.picked.value = { files, report, name: folder === null ? report.name : nearestName(folder) };
    } catch (error) {
      if (turn === this.#turn) this.trouble.value = sentence(messageOf(error));
    } finally {
      if (turn === this.#turn) this.reading.value = false;
    }
  }

  /** The same, of files that take a moment to be found: those of a folder that was dropped. */
  async pickFrom(placed: Promise<readonly PlacedFile[]>): Promise<void> {
    try {
      await this.pick(modelFiles(await placed));
    } catch (error) {
      this.trouble.value = sentence(messageOf(error));
    }
  }

  rename(name: string): void {
    if (this.picked.value !== null) this.picked.value = { ...this.picked.value, name };
  }

  /** Lets go of what was looked at. */
  putAway(): void {
    this.#turn++;
    batch(() => {
      this.picked.value = null;
      this.reading.value = false;
    });
  }

  /** Keeps what was looked at; where that fails, it stays to be tried again. */
  async import(): Promise<void> {
    const picked = this.picked.value;
    if (picked === null || picked.report.refusal !== null || this.complaint.value !== null) return;
    if (this.importing.value !== null) return;
    const { files, name } = picked;
    this.#begin();
    const total = files.reduce((sum, { size }) => sum + size, 0);
    this.importing.value = { name, done: 0, total };
    try {
      await this.#client.importModel(files, name, (done, all) => {
        if (this.importing.value !== null) this.importing.value = { name, done, total: all };
      });
      batch(() => {
        this.picked.value = null;
        this.done.value = told.imported(name);
      });
      await this.refresh();
    } catch (error) {
      this.trouble.value = sentence(messageOf(error));
    } finally {
      this.importing.value = null;
    }
  }

  /** Trains on it from the next run on. */
  choose(model: ModelName): void {
    this.#page.choose(model);
  }

  /** Asks whether a model is to go; `null` lets it stay. */
  doubt(id: string | null): void {
    this.doubted.value = id;
  }

  /** Removes the model that was asked about; settings that name it go back to the one that comes with the page. */
  async remove(): Promise<void> {
    const id = this.doubted.value;
    if (id === null) return;
    this.#begin();
    try {
      await this.#client.removeModel(id);
      batch(() => {
        this.done.value = told.removed(shownName(id));
        this.models.value = (this.models.value ?? []).filter((model) => model.id !== id);
        if (this.#page.model.value === id) this.#page.choose('base');
      });
    } catch (error) {
      this.trouble.value = sentence(messageOf(error));
    } finally {
      this.doubted.value = null;
    }
  }

  #begin(): void {
    batch(() => {
      this.trouble.value = null;
      this.done.value = '';
    });
  }

  #find(id: string): ImportedModel | undefined {
    return this.models.value?.find((model) => model.id === id);
  }
}

/** An id without what tells it from models that come with the page. */
export const shownName = (id: string): string => id.replace(/^imported:/, '');
