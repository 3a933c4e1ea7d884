/** State of the problems of a person's own: which there are, which is being written, what a pack would bring, what can be undone. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { OwnDesk, OwnProblem } from '../../core/own-problems.ts';
import type { Problem } from '../../core/types.ts';
import { EMPTY_FORM, formOf, freeName, isBlank, type ProblemForm } from '../../problems/own.ts';
import type { Pack, Reading } from '../../problems/pack.ts';
import type { Plan } from '../controls/choice.ts';
import { words } from '../words/index.ts';
import { NextVisits, type Visits } from './next-visits.ts';
import { type ChosenFile, withoutModels } from './pack-files.ts';
import { type Draft, Drafts, type Shelf } from './problem-drafts.ts';
import type { EditorClient, ProblemEditorStore } from './problem-editor-store.ts';
import { PromptLengthsStore } from './prompt-lengths.ts';

export type ProblemsStatus =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      readonly lecture: readonly Problem[];
      /** How many others training may visit; null until that is known. */
      readonly auxiliary: number | null;
      /** Those of the page, and a person's own. */
      readonly byId: ReadonlyMap<string, Problem>;
    }
  | { readonly status: 'failed'; readonly message: string };

export type ProblemsClient = Pick<OwnDesk, 'ownProblems' | 'changeOwn' | 'answerReferences' | 'promptLengths'> &
  EditorClient;

/** What was taken away and can come back. */
export type Removed =
  /** `visits`: how many the next run was to visit before. */
  | { readonly type: 'problems'; readonly own: readonly OwnProblem[]; readonly visits: number }
  | { readonly type: 'draft'; readonly draft: Draft };

/** A pack that was read and waits for a word. */
export interface PackPreview extends Pack {
  readonly files: readonly string[];
}

/** Files that are on their way to a preview. */
export interface PackReading {
  readonly files: readonly string[];
  /** How many problems wait for their reference to tell results; null while the files are read. */
  readonly asked: number | null;
}

export class ProblemsStore {
  readonly own: Signal<readonly OwnProblem[]> = signal<readonly OwnProblem[]>([]);
  readonly drafts: Signal<readonly Draft[]> = signal<readonly Draft[]>([]);
  readonly editor: Signal<ProblemEditorStore | null> = signal<ProblemEditorStore | null>(null);
  readonly preview: Signal<PackPreview | null> = signal<PackPreview | null>(null);
  readonly packReading: Signal<PackReading | null> = signal<PackReading | null>(null);
  readonly removed: Signal<Removed | null> = signal<Removed | null>(null);
  /** Whether the next run learns them. */
  readonly next: NextVisits;
  /** Which of them are too long for the model at hand. */
  readonly lengths: PromptLengthsStore;
  /** Why something that was asked for did not come. */
  readonly trouble: Signal<string | null> = signal<string | null>(null);
  /** Saved problems are in memory only, and a reload forgets them. */
  readonly fleeting: Signal<boolean> = signal(false);
  /** The browser refuses to keep drafts. */
  readonly draftsRefused: Signal<boolean> = signal(false);
  /** Whether the trainer has a model write for a problem. */
  readonly busy: ReadonlySignal<boolean> = computed(() => this.editor.value?.trial.value.type === 'running');
  /** What a run brings along. */
  readonly list: ReadonlySignal<readonly Problem[]> = computed(() => this.own.value.map(({ problem }) => problem));
  readonly #client: ProblemsClient;
  readonly #drafts: Drafts;
  readonly #reserved: () => ReadonlySet<string>;
  readonly #now: () => number;
  #lastAt = 0;
  /** Files that came while others were read. */
  #waiting: readonly ChosenFile[] = [];

  /** @param reserved ids of problems that come with the page, read from signals */
  constructor(
    client: ProblemsClient,
    shelf: Shelf | null,
    reserved: () => ReadonlySet<string>,
    visits: Visits,
    now = Date.now,
  ) {
    this.#client = client;
    this.#drafts = new Drafts(shelf);
    this.#reserved = reserved;
    this.next = new NextVisits(visits, () => this.own.value.length);
    this.lengths = new PromptLengthsStore(client);
    this.#now = now;
    this.drafts.value = this.#drafts.all();
  }

  async open(): Promise<void> {
    try {
      const { problems, kind } = await this.#client.ownProblems();
      batch(() => {
        this.own.value = problems;
        this.fleeting.value = kind === 'memory';
      });
    } catch (error) {
      this.trouble.value = messageOf(error);
    }
  }

  /** Begins a new problem; nothing is kept of it until something is typed. */
  async create(form: ProblemForm = EMPTY_FORM): Promise<void> {
    const at = this.#moment();
    await this.#edit({ key: at.toString(36), of: null, form, at });
  }

  /** Goes on with what was typed last about a problem, or begins to change it. */
  async edit(id: string): Promise<void> {
    const known = this.drafts.value.find(({ of }) => of === id);
    const own = this.own.value.find(({ problem }) => problem.id === id);
    if (known !== undefined) await this.#edit(known);
    else if (own !== undefined)
      await this.#edit({ key: `of-${id}`, of: id, form: formOf(own.problem), at: this.#moment() });
  }

  async resume(key: string): Promise<void> {
    const draft = this.drafts.value.find((one) => one.key === key);
    if (draft !== undefined) await this.#edit(draft);
  }

  /** A new draft with everything of a problem, its own or one of the page's. */
  async duplicate(problem: Problem): Promise<void> {
    await this.create({ ...formOf(problem), id: freeName(problem.id, this.#taken(null)) });
    const editor = this.editor.value;
    if (editor !== null) this.#keepDraft(editor.draft.value);
  }

  /** Keeps the problem that is being written; false where something is wrong with it. */
  async save(): Promise<boolean> {
    const editor = this.editor.value;
    const problem = editor?.reading.value.problem ?? null;
    if (editor === null || problem === null) return false;
    const { of, key } = editor.draft.value;
    const at = this.own.value.find((own) => own.problem.id === of)?.at ?? this.#moment();
    const before = this.own.value.length;
    const done = await this.#change({ forget: of === null || of === problem.id ? [] : [of], keep: [{ problem, at }] });
    if (!done) return false;
    batch(() => {
      if (this.own.value.length > before) this.next.join(problem.id, before);
      else this.next.changed(problem.id);
      this.#dropDraft(key);
      this.editor.value = null;
    });
    return true;
  }

  /** Puts the draft aside; it stays where it was kept. */
  close(): void {
    this.editor.value = null;
  }

  discard(key: string): void {
    const draft = this.drafts.value.find((one) => one.key === key);
    batch(() => {
      if (this.editor.value?.draft.value.key === key) this.editor.value = null;
      if (draft === undefined) return;
      this.#dropDraft(key);
      this.removed.value = { type: 'draft', draft };
    });
  }

  /** One or many; all of them come back together. */
  async remove(...ids: readonly string[]): Promise<void> {
    const gone = new Set(ids);
    const own = this.own.value.filter(({ problem }) => gone.has(problem.id));
    const { visits } = this.next;
    if (own.length === 0 || !(await this.#change({ forget: own.map(({ problem }) => problem.id), keep: [] }))) return;
    batch(() => {
      this.next.shrink();
      if (gone.has(this.editor.value?.draft.value.of ?? '')) this.editor.value = null;
      this.removed.value = { type: 'problems', own, visits };
    });
  }

  /** Brings back what was removed last, in its place. */
  async undo(): Promise<void> {
    const removed = this.removed.value;
    if (removed === null) return;
    if (removed.type === 'draft') this.#keepDraft(removed.draft);
    else {
      const there = this.own.value.length;
      const joins = removed.visits > there && this.next.visits === there; // they were visited, and nobody chose since
      if (!(await this.#change({ forget: [], keep: this.#renamed(removed.own) }))) return;
      if (joins) this.next.visit(removed.visits);
    }
    this.removed.value = null;
  }

  /**
   * Reads files; nothing of them is kept before `bring`. Those that come while others are read are read after them, and
   * shown together. Results that only a reference can tell are asked of it.
   */
  async choosePack(chosen: readonly ChosenFile[]): Promise<void> {
    const { files, hadModel } = withoutModels(chosen);
    const { modelDropped, nothingDropped } = words.problems;
    const trouble = hadModel ? modelDropped : files.length === 0 ? nothingDropped : null;
    const reading = this.packReading.value;
    if (files.length === 0 || reading !== null) {
      this.trouble.value = trouble ?? this.trouble.value;
      if (reading === null) return;
      this.#waiting = [...this.#waiting, ...files];
      this.packReading.value = { ...reading, files: [...new Set([...reading.files, ...namesOf(files)])] };
      return;
    }
    batch(() => {
      this.trouble.value = trouble;
      this.packReading.value = { files: namesOf(files), asked: null };
      this.next.forget();
      this.#dropRefusals();
    });
    try {
      await this.#readPacks(files);
    } catch (error) {
      this.trouble.value = messageOf(error);
    } finally {
      this.#waiting = [];
      this.packReading.value = null;
    }
  }

  /** Reads files, and those that came in the meantime, into one preview. */
  async #readPacks(chosen: readonly ChosenFile[]): Promise<void> {
    // Fetched when somebody brings files: most visitors do not.
    const [{ readPackFiles }, { answered, packOf }] = await Promise.all([
      import('./pack-reader.ts'),
      import('../../problems/pack.ts'),
    ]);
    const ask: Parameters<typeof answered>[1] = async (requests) => {
      this.packReading.value = { files: this.packReading.value?.files ?? [], asked: requests.length };
      return this.#client.answerReferences(requests);
    };
    let all: Reading = { rows: [], refused: [] };
    for (let files = chosen; files.length > 0; ) {
      const { rows, refused } = await answered(await readPackFiles(files), ask);
      all = { rows: [...all.rows, ...rows], refused: [...all.refused, ...refused] };
      files = this.#waiting;
      this.#waiting = [];
    }
    const { files = [] } = this.packReading.value ?? {};
    this.preview.value = { ...packOf(all, this.list.value, this.#reserved()), files };
  }

  /** Keeps what the preview shows; all of it or nothing. */
  async bring(): Promise<void> {
    const preview = this.preview.value;
    if (preview === null) return;
    const keep = preview.problems.filter(({ known }) => !known).map(({ problem }) => ({ problem, at: this.#moment() }));
    if (!(await this.#change({ forget: [], keep }))) return;
    batch(() => {
      this.preview.value = null;
      this.next.brought(keep.map(({ problem }) => problem.id));
    });
  }

  cancelPack(): void {
    this.preview.value = null;
  }

  /** A run begins: what was said of problems before it has been read. */
  runBegins(): void {
    batch(() => {
      this.next.forget();
      this.#dropRefusals();
    });
  }

  /** All own problems as one file. */
  async pack(form: 'json' | 'lines'): Promise<Blob> {
    const { packJson, packLines } = await import('../../problems/pack.ts');
    const text = form === 'json' ? packJson(this.list.value) : packLines(this.list.value);
    return new Blob([text], { type: form === 'json' ? 'application/json' : 'application/x-ndjson' });
  }

  /** Files that would bring nothing have been told; one that waits for a word goes on waiting. */
  #dropRefusals(): void {
    if (this.preview.value?.problems.every(({ known }) => known)) this.preview.value = null;
  }

  async #edit(draft: Draft): Promise<void> {
    this.next.forget();
    // Fetched when somebody writes: most visitors do not.
    const { ProblemEditorStore } = await import('./problem-editor-store.ts');
    const taken = computed(() => this.#taken(draft.of));
    this.editor.value = new ProblemEditorStore(draft, this.#client, taken, (changed) => this.#keepDraft(changed));
  }

  /** Ids that a problem may not take, but for its own. */
  #taken(of: string | null): ReadonlySet<string> {
    const own = this.own.value.map(({ problem }) => problem.id).filter((id) => id !== of);
    return new Set([...this.#reserved(), ...own]);
  }

  #renamed(own: readonly OwnProblem[]): OwnProblem[] {
    const taken = new Set(this.#taken(null));
    return own.map(({ problem, at }) => {
      const id = freeName(problem.id, taken);
      taken.add(id);
      return { at, problem: { ...problem, id } };
    });
  }

  #keepDraft(draft: Draft): void {
    if (this.#isUntouched(draft)) {
      this.#dropDraft(draft.key);
      return;
    }
    this.draftsRefused.value = !this.#drafts.keep(draft);
    const others = this.drafts.value.filter(({ key }) => key !== draft.key);
    this.drafts.value = [...others, draft].sort((a, b) => a.at - b.at);
  }

  #dropDraft(key: string): void {
    this.#drafts.drop(key);
    this.drafts.value = this.drafts.value.filter((draft) => draft.key !== key);
  }

  /** Whether it was made; what went wrong is told. */
  async #change(change: Parameters<OwnDesk['changeOwn']>[0]): Promise<boolean> {
    this.trouble.value = null;
    try {
      await this.#client.changeOwn(change);
      const { problems, kind } = await this.#client.ownProblems();
      batch(() => {
        this.own.value = problems;
        this.fleeting.value = kind === 'memory';
      });
      return true;
    } catch (error) {
      this.trouble.value = messageOf(error);
      return false;
    }
  }

  /** Now, and never the same twice: problems stand in this order. */
  #moment(): number {
    this.#lastAt = Math.max(this.#now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  /** A new problem of which nothing was written, or one that says what is kept already. */
  #isUntouched({ of, form }: Draft): boolean {
    if (of === null) {
      const { text, reference, id, tests } = form;
      return [text, reference, id].every((typed) => typed.trim() === '') && tests.every(isBlank);
    }
    const own = this.own.value.find(({ problem }) => problem.id === of);
    return own !== undefined && JSON.stringify(formOf(own.problem)) === JSON.stringify(form);
  }
}

/** Names for people: a folder stands for what is in it. */
function namesOf(files: readonly ChosenFile[]): string[] {
  return [...new Set(files.map(({ path }) => (path.includes('/') ? `${path.split('/')[0]}/` : path)))];
}

/** The problems of the page with a person's own among those that are found by id. */
export function mergedProblems(bundled: ProblemsStatus, own: readonly Problem[]): ProblemsStatus {
  if (bundled.status !== 'ready' || own.length === 0) return bundled;
  return { ...bundled, byId: new Map([...own.map((problem) => [problem.id, problem] as const), ...bundled.byId]) };
}

/** Ids that problems of the page have. */
export const idsOf = (bundled: ProblemsStatus): ReadonlySet<string> =>
  new Set(bundled.status === 'ready' ? bundled.byId.keys() : []);

/** A plan that asks for more own problems than there are cannot be trained. */
export function planWithOwn(plan: Plan, there: number): Plan {
  const { ownProblems } = plan.config;
  if (plan.conflict !== null || ownProblems <= there) return plan;
  return { ...plan, conflict: words.problems.tooFew(ownProblems, there) };
}
