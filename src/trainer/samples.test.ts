/** Grading of files in the tab, with a judge that knows one answer. */

import { expect, test } from 'vitest';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { SamplesProgress } from '../core/samples.ts';
import { nextBatch, SampleGrading } from './samples.ts';

const PROBLEMS = [
  { task_id: 'a', prompt: 'Add one.', code: 'right', test_list: ['assert f(1) == 2'] },
  { task_id: 'b', prompt: 'Add two.', code: 'wrong', test_list: ['assert g(1) == 3'] },
];
const file = (name: string, rows: readonly object[]) =>
  new File([rows.map((row) => `${JSON.stringify(row)}\n`).join('')], name);
const problems = file('problems.jsonl', PROBLEMS);

function setUp() {
  const asked: string[][] = [];
  const verdict = ({ id, problem, code }: GradeRecord): GradeResult => {
    const outcome = code.startsWith('right') ? 'passed' : 'wrong_answer';
    const counts = { passed: outcome === 'passed' ? 1 : 0, total: 1, reward: null, per_test: [], ticks: 0 };
    return { id, problem, outcome, ...counts, integrity: 'sealed' };
  };
  const grading: SampleGrading = new SampleGrading({
    async grade(records, onResults) {
      asked.push(records.map(({ code }) => code));
      onResults(records.map(verdict).toReversed());
    },
    loadSets: async () => ({ lecture: [], phrasings: [], compositions: [], auxiliary: [] }),
  });
  return { grading, asked };
}

test('files in any order; equal programs are judged once, and doubtful solutions last', async () => {
  const { grading, asked } = setUp();
  const samples = file('samples.jsonl', [
    { task_id: 'a', code: 'right' },
    { task_id: 'a', code: 'no' },
    { task_id: 'a', code: 'right' },
    { task_id: 'b', code: 'no' },
  ]);
  expect(await grading.read([problems, samples])).toMatchObject({ file: 'samples.jsonl', rows: 4, programs: 3 });
  const stages: SamplesProgress['stage'][] = [];
  const report = await grading.grade(({ stage }) => stages.push(stage));
  expect(asked).toEqual([['right', 'no', 'no'], ['wrong']]);
  expect(new Set(stages)).toEqual(new Set(['samples', 'references']));
  expect(report).toMatchObject({ graded: 4, judged: 3, problems: [{ n: 3, correct: 2 }, { broken: true }] });
  expect(report.pass[0]!.pass.value).toBeCloseTo(2 / 3, 12);
  const lines = (await (await grading.results()).text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).passed)).toEqual([true, false, true, false]);
});

test('what is done before a cancel stays, and grading goes on from there', async () => {
  const { grading, asked } = setUp();
  const rows = Array.from({ length: 150 }, (_, i) => ({ task_id: 'a', code: `right ${i}` }));
  await grading.read([file('samples.jsonl', rows), problems]);
  const partial = await grading.grade(({ done }) => {
    if (done > 0) grading.cancel();
  });
  expect(partial.graded).toBe(8);
  expect((await (await grading.results()).text()).trim().split('\n')).toHaveLength(8);
  const whole = await grading.grade(() => {});
  expect(whole.graded).toBe(150);
  expect(asked.flat().toSorted()).toEqual(rows.map(({ code }) => code).toSorted());
});

test('batches grow where programs are quick and shrink where they are slow, so that a cancel is quick', () => {
  expect([nextBatch(8, 0.1), nextBatch(64, 0.1), nextBatch(16, 0.5), nextBatch(64, 9), nextBatch(8, 9)]).toEqual([
    16, 64, 16, 32, 8,
  ]);
});

test('files that cannot be read leave what was read before', async () => {
  const { grading } = setUp();
  await grading.read([problems, file('samples.jsonl', [{ task_id: 'a', code: 'right' }])]);
  await grading.grade(() => {});
  await expect(grading.read([new File(['no rows'], 'holiday.txt')])).rejects.toThrow('holiday.txt');
  expect((await (await grading.results()).text()).trim().split('\n')).toHaveLength(1);
});

test('of two files each one that is wrong is told', async () => {
  const { grading } = setUp();
  const strange = file('x.json', [{ a: 1 }]);
  const broken = new File(['PK?'], 'bad.zip');
  for (const pair of [
    [strange, broken],
    [broken, strange],
  ]) {
    const told = await grading.read(pair).catch((error: Error) => error.message);
    expect(told).toMatch(/bad\.zip, line 1, column 1: expected a value, got PK/);
    expect(told).toMatch(/x\.json, line 1: code: expected the program as a string/);
  }
  const told = await grading.read([problems, broken]).catch((error: Error) => error.message);
  expect(told).toMatch(/^bad\.zip, line 1/);
  expect(told).not.toContain('problems.jsonl');
});

test('two files of one kind, and nothing read yet', async () => {
  const { grading } = setUp();
  await expect(grading.read([problems, problems])).rejects.toThrow('got two files of problems');
  await expect(grading.grade(() => {})).rejects.toThrow('samples: expected a file to have been read, got none yet');
});
