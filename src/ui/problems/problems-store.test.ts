/** Own problems on the page: drafts outlive the page, removals can be undone, a damaged file changes nothing. */

import { zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { OWN_PROBLEMS } from '../../../test/support/fixture-own-problems.ts';
import type { GradeRecord, GradeResult } from '../../core/grade.ts';
import type { OwnChange, ReferenceRequest } from '../../core/own-problems.ts';
import { formOf } from '../../problems/own.ts';
import { packLines } from '../../problems/pack.ts';
import { askReference } from '../../problems/references.ts';
import { memoryProblemStore, type ProblemStore } from '../../store/problems.ts';
import type { Shelf } from './problem-drafts.ts';
import { textOf } from './problem-editor-store.ts';
import { ProblemsStore } from './problems-store.ts';

/** A shelf that survives the page, as `localStorage` does. */
function memoryShelf(): Shelf {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (i) => [...items.keys()][i] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

class Client {
  readonly store: ProblemStore = memoryProblemStore();
  failing = false;
  graded: GradeRecord[] = [];
  result: Partial<GradeResult> = {};
  ownProblems = () => this.store.read();
  changeOwn = async (change: OwnChange) => {
    if (this.failing) throw new Error('storage is full');
    await this.store.change(change);
  };
  readPrompt = async (text: string) => ({ tokens: text.length, most: 200, spelled: [], unseen: [] });
  /** The longest word is what a model of few tokens cannot read. */
  promptLengths = async (texts: readonly string[]) => ({
    tokens: texts.map(({ length }) => length),
    contextLength: 99,
  });
  answerReferences = (requests: readonly ReferenceRequest[]) =>
    Promise.all(
      requests.map((request) =>
        askReference(request, async (problem) => [
          { args: request.calls.public[0]!, expected: { type: 'str', value: problem.reference!.slice(0, 5) } },
        ]),
      ),
    );
  tryProblem = async () => ({ n: 16, correct: 4, programs: [] });
  grade = async (records: readonly GradeRecord[]) => {
    this.graded.push(...records);
    return [{ per_test: [], ...this.result } as unknown as GradeResult];
  };
}

let client: Client;
let shelf: Shelf;
/** How many own problems the next run visits. */
let visits: number;

/** The page, opened anew over what was kept. */
async function open(on: Shelf | null = shelf): Promise<ProblemsStore> {
  const store = new ProblemsStore(
    client,
    on,
    () => new Set(['sum-two']),
    { get: () => visits, set: (n) => (visits = n) },
    () => 1000,
  );
  await store.open();
  return store;
}

beforeEach(async () => {
  client = new Client();
  shelf = memoryShelf();
  visits = 0;
  await client.store.change({ forget: [], keep: OWN_PROBLEMS });
});

const [first, second] = OWN_PROBLEMS.map(({ problem }) => problem);

describe('drafts', () => {
  test('every keystroke survives a reload, of a new problem and of one that is changed', async () => {
    const page = await open();
    await page.create();
    page.editor.value!.change({ text: 'Write a function that tri' });
    page.editor.value!.changeRow(0, { args: '[1, ' });
    await page.edit(first!.id);
    page.editor.value!.change({ entryPoint: 'double' });
    const again = await open();
    expect(again.drafts.value.map(({ of }) => of)).toEqual([null, first!.id]);
    await again.resume(again.drafts.value[0]!.key);
    expect(again.editor.value!.form).toMatchObject({ text: 'Write a function that tri', tests: [{ args: '[1, ' }] });
    await again.edit(first!.id);
    expect(again.editor.value!.form.entryPoint).toBe('double');
  });

  test('what was never written is no draft, nor what says what is kept already', async () => {
    const page = await open();
    await page.create();
    page.editor.value!.change({ text: 'x' });
    expect(page.drafts.value).toHaveLength(1);
    page.editor.value!.change({ text: '' });
    await page.edit(first!.id);
    page.editor.value!.change({ reference: '' });
    page.editor.value!.change({ reference: first!.reference! });
    expect(page.drafts.value).toEqual([]);
    expect((await open()).drafts.value).toEqual([]);
  });

  test('a refused shelf, and a full one, is told', async () => {
    for (const on of [
      null,
      {
        ...memoryShelf(),
        setItem: () => {
          throw new Error('full');
        },
      },
    ]) {
      const page = await open(on);
      await page.create();
      page.editor.value!.change({ text: 'x' });
      expect(page.draftsRefused.value).toBe(true);
      expect(page.editor.value!.form.text).toBe('x');
    }
  });

  test('what is no draft is left where it lies', async () => {
    shelf.setItem('greenbar.draft.x', '{"form": ');
    shelf.setItem(
      'greenbar.draft.y',
      '{"form": {"tests": [{"args": "1", "expected": "2", "kind": "public"}, 7], "text": 5}}',
    );
    const { drafts } = await open();
    expect(drafts.value).toMatchObject([{ key: 'y', of: null, form: { text: '', tests: [{ args: '1' }] } }]);
    expect(shelf.getItem('greenbar.draft.x')).not.toBeNull();
  });
});

describe('saving and removing', () => {
  test('many go at once, and come back together, in their places', async () => {
    visits = 2;
    const page = await open();
    await page.remove(first!.id, second!.id, 'unknown');
    expect([page.list.value, visits]).toEqual([[], 0]);
    await page.create({ ...formOf(first!) });
    await page.save();
    await page.undo();
    expect(page.list.value.map(({ id }) => id)).toEqual([`${first!.id}-2`, second!.id, first!.id]);
  });

  test('a new problem joins the others, and its draft is gone', async () => {
    const page = await open();
    await page.create({ ...formOf(first!), id: '', text: 'Write a function that adds one' });
    expect(await page.save()).toBe(true);
    expect(page.list.value.map(({ id }) => id)).toEqual([first!.id, second!.id, 'adds-one']);
    expect([page.editor.value, page.drafts.value]).toEqual([null, []]);
  });

  test('another name takes the place of the old one, and names of others are refused', async () => {
    const page = await open();
    await page.edit(first!.id);
    for (const taken of ['sum-two', second!.id]) {
      page.editor.value!.change({ id: taken });
      expect(await page.save()).toBe(false);
    }
    page.editor.value!.change({ id: 'twice' });
    await page.save();
    expect(page.list.value.map(({ id }) => id)).toEqual(['twice', second!.id]);
  });

  test('undo brings a problem back in its place, whatever took its name', async () => {
    const page = await open();
    await page.remove(first!.id);
    expect(page.list.value).toEqual([second]);
    await page.create(formOf(first!));
    await page.save();
    await page.undo();
    expect(page.list.value.map(({ id }) => id)).toEqual([`${first!.id}-2`, second!.id, first!.id]);
    expect(page.removed.value).toBeNull();
  });

  test('undo brings a draft back', async () => {
    const page = await open();
    await page.create();
    page.editor.value!.change({ text: 'half' });
    page.discard(page.drafts.value[0]!.key);
    expect([page.drafts.value, page.editor.value]).toEqual([[], null]);
    await page.undo();
    expect(page.drafts.value).toMatchObject([{ form: { text: 'half' } }]);
  });

  test('what cannot be stored is told, and stays written', async () => {
    const page = await open();
    client.failing = true;
    await page.create({ ...formOf(first!), id: 'other' });
    page.editor.value!.change({ text: 'new' });
    expect(await page.save()).toBe(false);
    expect(page.trouble.value).toBe('storage is full');
    expect(page.editor.value!.form.text).toBe('new');
    await page.remove(first!.id);
    expect([page.list.value.length, page.removed.value]).toEqual([2, null]);
  });
});

describe('the next run', () => {
  const write = async (page: ProblemsStore, id: string) => {
    await page.create({ ...formOf(first!), id });
    await page.save();
  };

  test('learns the first problem that is saved, and those after it, until somebody chooses fewer', async () => {
    await client.store.change({ forget: [first!.id, second!.id], keep: [] });
    const page = await open();
    await write(page, 'one');
    expect([visits, page.next.saved.value]).toEqual([1, { type: 'new', id: 'one', joined: true }]);
    await write(page, 'two');
    expect(visits).toBe(2);
    visits = 1;
    await write(page, 'three');
    expect([visits, page.next.saved.value]).toEqual([1, { type: 'new', id: 'three', joined: false }]);
    page.next.visitAll();
    expect([visits, page.next.saved.value]).toEqual([3, { type: 'new', id: 'three', joined: true }]);
    page.runBegins();
    expect(page.next.saved.value).toBeNull();
  });

  test('is left as chosen when a problem is only changed', async () => {
    const page = await open();
    await page.edit(first!.id);
    page.editor.value!.change({ text: 'Write a function that doubles' });
    expect(await page.save()).toBe(true);
    expect([visits, page.next.saved.value]).toEqual([0, { type: 'changed', id: first!.id, joined: false }]);
  });

  test('never visits more than there are, and visits again what comes back', async () => {
    visits = 2;
    const page = await open();
    await page.remove(first!.id);
    expect(visits).toBe(1);
    await page.undo();
    expect(visits).toBe(2);
    await page.remove(first!.id);
    visits = 0; // chosen since
    await page.undo();
    expect(visits).toBe(0);
  });
});

test('a fresh form tells no faults but of what was typed, and all of them when it is to be saved', async () => {
  const page = await open();
  await page.create();
  const editor = page.editor.value!;
  expect(editor.faults.value).toEqual({});
  editor.addRow();
  editor.changeRow(1, { args: '[1, ' });
  expect(Object.keys(editor.faults.value)).toEqual(['args 1']);
  editor.removeRow(0);
  expect(Object.keys(editor.faults.value)).toEqual(['args 0']);
  editor.touchAll();
  expect(editor.faults.value).toMatchObject({
    text: 'Expected a sentence that says what the function does',
    'expected 0': 'Expected what the call returns',
  });
  // What was kept is wrong wherever it is.
  await page.resume(page.drafts.value[0]!.key);
  expect(Object.keys(page.editor.value!.faults.value)).toContain('text');
});

describe('packs', () => {
  const file = (text: string) => ({ path: 'pack.jsonl', file: new Blob([text]) });

  test('nothing is brought before a person says so', async () => {
    const page = await open();
    await page.choosePack([file(`${packLines([{ ...second!, id: 'sum-two' }, first!])}{"id"`)]);
    expect(page.preview.value).toMatchObject({
      files: ['pack.jsonl'],
      problems: [{ was: 'sum-two', known: false }, { known: true }],
      refused: [expect.stringContaining('pack.jsonl, line 3')],
    });
    expect(page.list.value).toHaveLength(2);
    await page.bring();
    expect(page.list.value.map(({ id }) => id)).toEqual([first!.id, second!.id, 'sum-two-2']);
    expect(page.preview.value).toBeNull();
  });

  test('results that the file does not have are those of its reference', async () => {
    const page = await open();
    const row = { task_id: 'P/1', prompt: 'def f(n):\n', entry_point: 'f', canonical_solution: '    pass\n' };
    await page.choosePack([file(JSON.stringify({ ...row, base_input: [[1]], plus_input: [], atol: 0 }))]);
    const [brought] = page.preview.value!.problems;
    expect(brought).toMatchObject({ form: 'EvalPlus', problem: { tests: { hidden: [] } } });
    expect(brought!.problem.tests.public).toEqual([
      { args: [{ type: 'int', value: 1n }], expected: { type: 'str', value: 'def f' } },
    ]);
    expect(page.packReading.value).toBeNull();
  });

  test('what was brought is told, and waits for a word before a run visits it', async () => {
    const page = await open();
    const rows = ['a', 'b'].map((id) => ({ ...second!, id, text: `text ${id}` }));
    await page.choosePack([file(packLines(rows))]);
    await page.bring();
    expect([visits, page.next.saved.value]).toEqual([0, { type: 'brought', ids: ['a', 'b'], joined: false }]);
    page.next.visitAll();
    expect([visits, page.next.saved.value]).toEqual([4, { type: 'brought', ids: ['a', 'b'], joined: true }]);
    await page.remove('a', 'b');
    expect(page.list.value).toEqual([first, second]);
    expect(page.next.saved.value).toBeNull();
  });

  test('files that come while others are read are read after them, into one preview', async () => {
    const page = await open();
    const row = (id: string) => file(packLines([{ ...second!, id, text: `text ${id}` }]));
    const reading = page.choosePack([row('a')]);
    await page.choosePack([{ ...row('b'), path: 'more.jsonl' }]);
    await page.choosePack([]);
    expect(page.packReading.value?.files).toEqual(['pack.jsonl', 'more.jsonl']);
    await reading;
    expect(page.preview.value?.problems.map(({ problem }) => problem.id)).toEqual(['a', 'b']);
    expect(page.preview.value?.files).toEqual(['pack.jsonl', 'more.jsonl']);
    expect(page.packReading.value).toBeNull();
  });

  test('an empty folder, and a model, are told in one sentence', async () => {
    const page = await open();
    await page.choosePack([]);
    expect(page.trouble.value).toContain('got an empty folder');
    const model = ['config.json', 'model.safetensors', 'README.md'].map((name) => ({
      ...file('{}'),
      path: `gpt2/${name}`,
    }));
    await page.choosePack(model);
    expect(page.trouble.value).toContain('models are imported under Models');
    expect(page.preview.value).toBeNull();
    await page.choosePack([...model, file(packLines([{ ...second!, id: 'a', text: 'a' }]))]);
    expect(page.preview.value?.problems).toHaveLength(1);
    expect(page.trouble.value).toContain('models are imported under Models');
    // A configuration alone is no model: it may be anything.
    await page.choosePack([{ ...file('{}'), path: 'config.json' }]);
    expect(page.preview.value?.refused).toHaveLength(1);
  });

  test('what is too long for the model is known once the model has read it', async () => {
    const page = await open();
    const long = { ...first!, text: 'x'.repeat(77) };
    expect(page.lengths.isTooLong(long, 24)).toBe(false);
    await page.lengths.read([first!, long]);
    expect([24, 23].map((most) => page.lengths.isTooLong(long, most))).toEqual([true, false]);
    expect(page.lengths.isTooLong(first!, 24)).toBe(false);
    client.promptLengths = () => Promise.reject(new Error('the trainer is gone'));
    await page.lengths.read([long]);
    expect(page.lengths.isTooLong(long, 24)).toBe(false);
  });

  test('a damaged file touches nothing', async () => {
    const page = await open();
    await page.choosePack([file('[{"id": "a", ')]);
    await page.bring();
    expect(page.list.value).toEqual([first, second]);
  });

  test('a refusal is gone at the next import and when a run begins; what waits for a word stays', async () => {
    const page = await open();
    await page.choosePack([file('[{"id": "a", ')]);
    expect(page.preview.value?.refused).toHaveLength(1);
    page.runBegins();
    expect(page.preview.value).toBeNull();
    await page.choosePack([file('[{"id": "a", ')]);
    const run = zipSync({ 'manifest.json': new Uint8Array(2), 'events.jsonl': new Uint8Array(2) });
    await page.choosePack([{ path: 'run.zip', file: new Blob([run.slice()]) }]);
    expect(page.preview.value).toMatchObject({
      problems: [],
      refused: ['run.zip: expected files of problems, got a run: runs are imported under Runs'],
    });
    await page.choosePack([file(packLines([{ ...second!, id: 'another', text: 'another' }]))]);
    page.runBegins();
    expect(page.preview.value?.problems).toHaveLength(1);
  });

  test('an exported pack brings everything back', async () => {
    const page = await open();
    for (const form of ['json', 'lines'] as const) {
      const text = await (await page.pack(form)).text();
      await page.remove(first!.id);
      await page.choosePack([file(text)]);
      await page.bring();
      expect(page.list.value.map(({ id }) => id).sort()).toEqual([first!.id, second!.id].sort());
      expect(page.list.value.find(({ id }) => id === first!.id)).toEqual(first);
    }
  });
});

describe('the reference', () => {
  test('runs on every call that can be made, and fills in what is missing, as it was told', async () => {
    const page = await open();
    await page.create({
      ...formOf(first!),
      tests: [
        { args: '2', expected: '4', kind: 'public' },
        { args: '[', expected: '1', kind: 'public' },
        { args: '"a"', expected: '', kind: 'hidden' },
        { args: '"b"', expected: '', kind: 'hidden' },
      ],
    });
    const editor = page.editor.value!;
    const cut = `'${'x'.repeat(198)}…`;
    client.result = {
      per_test: [
        { outcome: 'passed', got: '4', ticks: 1 },
        { outcome: 'wrong_answer', got: "'aa'", ticks: 1 },
        { outcome: 'wrong_answer', got: cut, ticks: 1 },
      ],
    };
    await editor.runReference();
    expect(client.graded[0]).toMatchObject({ entryPoint: 'solution', code: first!.reference });
    expect(editor.reference.value).toMatchObject({
      rows: [
        { row: 0, offer: null },
        { row: 2, offer: "'aa'" },
        { row: 3, offer: null },
      ],
    });
    editor.fillIn();
    expect(editor.form.tests.map(({ expected }) => expected)).toEqual(['4', '1', "'aa'", '']);
    expect(editor.filled.value).toBe(1);
    // Another text, another run: nothing of the old one is taken.
    editor.changeRow(0, { args: '3' });
    editor.fillIn();
    expect(editor.filled.value).toBe(1);
  });

  test('runs on asserts, of which none is a row', async () => {
    const page = await open();
    const asserts = { type: 'asserts', setup: '', asserts: ['assert solution(1) == 2'] } as const;
    await page.create({ ...formOf(first!), id: 'asserts', tests: [], besides: { asserts } });
    const editor = page.editor.value!;
    expect([editor.faults.value, editor.canRun]).toEqual([{}, true]);
    client.result = { per_test: [{ outcome: 'passed', ticks: 1 }] };
    await editor.runReference();
    expect(client.graded[0]!.tests).toEqual(asserts);
    expect(editor.reference.value).toMatchObject({ rows: [{ row: 0, result: { outcome: 'passed' }, offer: null }] });
  });

  test('a reference that does not compile is told with its line', async () => {
    const page = await open();
    await page.edit(first!.id);
    client.result = { outcome: 'syntax_error', error: 'SyntaxError: bad', line: 2 };
    await page.editor.value!.runReference();
    expect(page.editor.value!.reference.value).toMatchObject({ rows: [], error: 'SyntaxError: bad', line: 2 });
  });
});

test('pasted examples join the rows, and what cannot be read is told', async () => {
  const page = await open();
  await page.create();
  page.editor.value!.paste('assert f(1) == 2\nf(x) == 3\n[1.0] -> nan');
  expect(page.editor.value!.form.tests).toEqual([
    { args: '1', expected: '2', kind: 'public' },
    { args: '[1.0]', expected: "float('nan')", kind: 'public' },
  ]);
  expect(page.editor.value!.pasted.value).toMatchObject({ taken: 2, refused: [{ line: 2 }], otherNames: ['f'] });
});

test('texts of standard input and output are typed as they are', async () => {
  const page = await open();
  await page.create({ ...formOf(first!), id: 'reads', entryPoint: '', besides: { call: 'stdin' }, tests: [] });
  const editor = page.editor.value!;
  editor.addRow();
  editor.changeText(0, 'expected', "it's\n");
  expect(editor.form.tests[0]).toEqual({ args: "''", expected: '"it\'s\\n"', kind: 'public' });
  editor.changeText(0, 'args', '1 2\n3');
  expect(editor.reading.value.problem?.tests.public).toEqual([
    { args: [{ type: 'str', value: '1 2\n3' }], expected: { type: 'str', value: "it's\n" } },
  ]);
  expect([textOf(editor.form.tests[0]!.args), textOf('[1')]).toEqual(['1 2\n3', '[1']);
  editor.changeText(0, 'args', '');
  editor.changeText(0, 'expected', '');
  expect(editor.form.tests[0]).toEqual({ args: '', expected: '', kind: 'public' });
});

test('while a model writes, the trainer is taken', async () => {
  const page = await open();
  await page.edit(first!.id);
  const trial = page.editor.value!.tryModel(
    { type: 'bundled', name: 'base' },
    { backend: 'wasm', maxNewTokens: 48, seed: 0 },
  );
  expect(page.busy.value).toBe(true);
  await trial;
  expect(page.busy.value).toBe(false);
  expect(page.editor.value!.trial.value).toMatchObject({ type: 'done', tried: { correct: 4 } });
});
