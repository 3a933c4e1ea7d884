/** State of the problem that is being written: the draft, what is wrong with it, what its reference and a model make of it. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import type { ModelSource } from '../../core/measuring.ts';
import type { OwnDesk, PromptReading, TriedProblem, TryRequest } from '../../core/own-problems.ts';
import type { TestResult } from '../../core/types.ts';
import { type RefusedExample, readExamples } from '../../problems/examples.ts';
import {
  EMPTY_FORM,
  type ExampleRow,
  type Faults,
  type FormField,
  type FormReading,
  isBlank,
  type ProblemForm,
  readForm,
  rowOf,
} from '../../problems/own.ts';
import { readTypedValue, typedText } from '../../problems/typed-value.ts';
import { passingStubs, type Stub } from '../../problems/weak-tests.ts';
import type { Draft } from './problem-drafts.ts';
import { shownFaults, type Touched, withoutRow } from './problem-faults.ts';

export interface EditorClient extends Pick<OwnDesk, 'readPrompt' | 'tryProblem'> {
  grade(records: readonly GradeRecord[]): Promise<readonly GradeResult[]>;
}

/** What the reference did on one row. */
export interface RowResult {
  readonly row: number;
  readonly result: TestResult;
  /** Python for what it returned, where that can be put into a row without the result. */
  readonly offer: string | null;
}

export type ReferenceRun =
  | { readonly type: 'none' }
  | { readonly type: 'running' }
  | { readonly type: 'failed'; readonly message: string }
  | {
      readonly type: 'done';
      /** The form that was run: results are of it and no other. */
      readonly form: ProblemForm;
      readonly rows: readonly RowResult[];
      /** What ended it before any test, such as a syntax error. */
      readonly error: string | null;
      readonly line: number | null;
    };

export type Trial =
  | { readonly type: 'none' }
  | { readonly type: 'running' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'done'; readonly form: ProblemForm; readonly source: ModelSource; readonly tried: TriedProblem };

/** What a paste gave. */
export interface Pasted {
  readonly taken: number;
  readonly refused: readonly RefusedExample[];
  /** Names that were called and are not the entry point. */
  readonly otherNames: readonly string[];
}

/** Programs that a model writes for a problem on trial. */
export const TRIAL_PROGRAMS = 16;

/** Results are cut at this many characters, the last one an ellipsis: what was cut is no value. */
const MAX_SHOWN = 200;

/** Milliseconds of rest before the model's reading of a text is asked for. */
const REST = 250;

const NOTHING = { type: 'none' } as const;

export class ProblemEditorStore {
  readonly draft: Signal<Draft>;
  readonly reading: ReadonlySignal<FormReading>;
  /** What is wrong where something was typed: a form that nobody filled in is not wrong yet. */
  readonly faults: ReadonlySignal<Faults>;
  /** Null until a model is loaded. */
  readonly prompt: Signal<PromptReading | null> = signal<PromptReading | null>(null);
  readonly reference: Signal<ReferenceRun> = signal<ReferenceRun>(NOTHING);
  readonly trial: Signal<Trial> = signal<Trial>(NOTHING);
  readonly pasted: Signal<Pasted | null> = signal<Pasted | null>(null);
  /** Rows whose result the reference gave, as long as nobody changed it since. */
  readonly filled: Signal<number> = signal(0);
  /** One-line programs that these tests let through. */
  readonly stubs: ReadonlySignal<readonly Stub[]>;
  readonly #client: EditorClient;
  readonly #onChange: (draft: Draft) => void;
  /** Fields that were typed into; all of them once saving was asked for. */
  readonly #touched: Signal<Touched>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param taken ids of all other problems */
  constructor(
    draft: Draft,
    client: EditorClient,
    taken: ReadonlySignal<ReadonlySet<string>>,
    onChange: (draft: Draft) => void,
  ) {
    this.draft = signal(draft);
    this.#client = client;
    this.#onChange = onChange;
    this.reading = computed(() => readForm(this.draft.value.form, taken.value));
    const isFresh = JSON.stringify(draft.form) === JSON.stringify(EMPTY_FORM);
    this.#touched = signal(isFresh ? new Set<string>() : 'all');
    this.faults = computed(() => shownFaults(this.reading.value.faults, this.#touched.value));
    this.stubs = computed(() => {
      const { problem } = this.reading.value;
      return problem === null ? [] : passingStubs(problem);
    });
  }

  get form(): ProblemForm {
    return this.draft.value.form;
  }

  /** Something was typed into a field. */
  touch(...fields: readonly FormField[]): void {
    const touched = this.#touched.value;
    if (touched !== 'all' && fields.some((field) => !touched.has(field))) {
      this.#touched.value = new Set([...touched, ...fields]);
    }
  }

  /** Somebody wants to save: whatever is wrong is told. */
  touchAll(): void {
    this.#touched.value = 'all';
  }

  change(changes: Partial<ProblemForm>): void {
    const { text } = this.form;
    this.draft.value = { ...this.draft.value, form: { ...this.form, ...changes } };
    this.#onChange(this.draft.value);
    if (this.form.text === text) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readText(this.form.text), REST);
  }

  /** Asks anew how the model reads the text: once there is a model, or another one. */
  async readAgain(): Promise<void> {
    await this.#readText(this.form.text);
  }

  changeRow(at: number, changes: Partial<ExampleRow>): void {
    if (changes.args !== undefined) this.touch(`args ${at}`);
    if (changes.expected !== undefined) this.touch(`expected ${at}`);
    if (changes.kind !== undefined) this.touch('tests');
    this.change({ tests: this.form.tests.map((row, i) => (i === at ? { ...row, ...changes } : row)) });
  }

  /** What a program that reads standard input is given, or must print, as the text itself. */
  changeText(at: number, part: 'args' | 'expected', text: string): void {
    const other = part === 'args' ? 'expected' : 'args';
    const row = this.form.tests[at];
    const isEmpty = text === '' && row !== undefined && textOf(row[other]) === '';
    const written = isEmpty ? '' : typedText({ type: 'str', value: text });
    // Nothing on standard input is an input, too; a row where nothing stands is none.
    const input = part === 'expected' && row?.args === '' ? { args: typedText({ type: 'str', value: '' }) } : {};
    this.changeRow(at, isEmpty ? { args: '', expected: '' } : { ...input, [part]: written });
  }

  addRow(): void {
    const kind = this.form.tests.at(-1)?.kind ?? 'public';
    this.change({ tests: [...this.form.tests, { args: '', expected: '', kind }] });
  }

  removeRow(at: number): void {
    batch(() => {
      this.#touched.value = withoutRow(this.#touched.value, at);
      this.change({ tests: this.form.tests.filter((_, i) => i !== at) });
    });
  }

  /** Adds the examples of a text; what cannot be read is told, line by line. */
  paste(text: string): void {
    const { tests, refused, names } = readExamples(text);
    const rows = tests.map((test) => rowOf(test, 'public'));
    const kept = this.form.tests.filter((row) => !isBlank(row));
    batch(() => {
      this.pasted.value = {
        taken: rows.length,
        refused,
        otherNames: names.filter((name) => name !== this.form.entryPoint && name !== 'candidate'),
      };
      if (rows.length === 0) return;
      this.change({ tests: [...kept, ...rows] });
      this.touch(...this.form.tests.flatMap((_, i) => [`args ${i}`, `expected ${i}`] as const));
    });
  }

  /** Whether there is a reference, and something to run it on. */
  get canRun(): boolean {
    const { besides, reference } = this.form;
    const asked = besides.asserts !== undefined || this.reading.value.calls.length > 0;
    return asked && reference.trim() !== '' && this.reference.value.type !== 'running';
  }

  /** Runs the reference on every call that can be made, its result known or not. */
  async runReference(): Promise<void> {
    const { form } = this;
    const { calls } = this.reading.value;
    if (!this.canRun) return;
    this.reference.value = { type: 'running' };
    try {
      const { asserts } = form.besides;
      const tests = calls.map(({ args, expected }) => ({ args, expected: expected ?? ({ type: 'none' } as const) }));
      const { call, tolerance, limits, allow, undo } = form.besides;
      const within = tolerance === undefined ? {} : { tolerance };
      const [result] = await this.#client.grade([
        {
          ...{ id: 'reference', problem: 'own', entryPoint: form.entryPoint, code: form.reference },
          tests:
            asserts ??
            (call === 'stdin'
              ? { type: 'stdin', tests, ...within }
              : { type: 'values', tests, compare: form.compare, ...within }),
          ...(limits && { limits }),
          ...(allow && { allow }),
          ...(undo && { undo }),
        },
      ]);
      if (result === undefined) throw new Error('reference: expected a result, got none');
      this.reference.value = {
        type: 'done',
        form,
        rows: result.per_test.map((test, i) => {
          const { row, expected } = calls[i] ?? { row: i, expected: undefined }; // an assert has no row
          return { row, result: test, offer: expected === null ? offerOf(test) : null };
        }),
        error: result.per_test.length === 0 ? (result.error ?? result.outcome) : null,
        line: result.per_test.length === 0 ? (result.line ?? null) : null,
      };
    } catch (error) {
      this.reference.value = { type: 'failed', message: messageOf(error) };
    }
  }

  /** Puts what the reference returned where no result stands yet. */
  fillIn(): void {
    const run = this.reference.value;
    if (run.type !== 'done' || run.form !== this.form) return;
    const offers = new Map(run.rows.flatMap(({ row, offer }) => (offer === null ? [] : [[row, offer]])));
    if (offers.size === 0) return;
    const tests = this.form.tests.map((row, i) => ({ ...row, expected: offers.get(i) ?? row.expected }));
    batch(() => {
      this.filled.value = offers.size;
      this.change({ tests });
      // What it did on a call is the same, whoever wrote the result down.
      this.reference.value = {
        ...run,
        form: this.form,
        rows: run.rows.map(({ row, result, offer }) => ({
          row,
          result: offer === null ? result : { ...result, outcome: 'passed' },
          offer: null,
        })),
      };
    });
  }

  /** Lets a model write programs for the problem as it stands; nothing is learned. */
  async tryModel(source: ModelSource, how: Pick<TryRequest, 'backend' | 'maxNewTokens' | 'seed'>): Promise<void> {
    const { form } = this;
    const { problem } = this.reading.value;
    if (problem === null || this.trial.value.type === 'running') return;
    this.trial.value = { type: 'running' };
    try {
      const tried = await this.#client.tryProblem({ problem, source, n: TRIAL_PROGRAMS, temperature: 1, ...how });
      this.trial.value = { type: 'done', form, source, tried };
    } catch (error) {
      this.trial.value = { type: 'failed', message: messageOf(error) };
    }
  }

  async #readText(text: string): Promise<void> {
    const prompt = await this.#client.readPrompt(text).catch(() => null);
    if (this.form.text === text) this.prompt.value = prompt;
  }
}

/** The text that a row says as a Python string; as it stands where it is none. */
export function textOf(typed: string): string {
  const value = readTypedValue(typed);
  return value.type === 'read' && value.value.type === 'str' ? value.value.value : typed;
}

/** What a call returned, as Python that reads back; null where it returned nothing or more than is shown. */
function offerOf({ got }: TestResult): string | null {
  if (got === undefined || (got.length >= MAX_SHOWN && got.endsWith('…'))) return null;
  return readTypedValue(got).type === 'read' ? got : null;
}
