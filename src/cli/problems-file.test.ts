/** Files of problems on the command line: any form, folders and zips; what is told; and one sentence where there is none. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '../core/types.ts';
import { UsageError } from './args.ts';
import type { BrowserSession } from './browser-session.ts';
import { problemsFile, trainConfig } from './commands/train-choice.ts';
import { fittingProblems } from './fitting-problems.ts';
import { problemsOf, readProblemsAt } from './problems-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-problems-'));
afterAll(() => rmSync(folder, { recursive: true }));

let told: string[];
beforeEach(() => {
  told = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
});

const row = (id: string, text = `task ${id}`) => JSON.stringify({ id, text, tests: [{ args: [1], expected: 2 }] });
function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

test('what was read and what was not is told, the first reasons with it', async () => {
  const path = file('mixed.jsonl', [row('a'), '{', '{"id": 1}', '[]', '{}', row('b')].join('\n'));
  const reading = await readProblemsAt(path);
  expect(reading.rows.map(({ problem }) => problem.id)).toEqual(['a', 'b']);
  expect(told[0]).toBe(`${path}: 2 problems read (2 as Greenbar), 4 rows refused\n`);
  expect(told[1]).toMatch(/^refused: mixed\.jsonl, line 2, column 2: expected/);
  expect(told).toHaveLength(5);
  expect(told.at(-1)).toBe('refused: 1 more\n');
});

test('gzip, zips and folders; links out of a folder are not followed', async () => {
  const packed = file('set.bin', gzipSync(row('z')));
  expect((await readProblemsAt(packed)).rows).toHaveLength(1);
  const zip = file('set.zip', zipSync({ 'x/a.jsonl': new TextEncoder().encode(row('in-zip')) }));
  expect((await readProblemsAt(zip)).rows[0]!.problem.id).toBe('in-zip');
  file('all/apps/12/question.txt', 'Add.');
  file('all/apps/12/input_output.json', '{"inputs": ["1\\n"], "outputs": ["2\\n"]}');
  file('all/more.json', `[${row('more')}]`);
  symlinkSync(packed, join(folder, 'all', 'link.jsonl'));
  const { rows } = await readProblemsAt(join(folder, 'all'));
  expect(rows.map(({ problem }) => problem.id).sort()).toEqual(['12', 'more']);
});

test.each([
  ['empty.jsonl', '', 'empty.jsonl: expected at least one problem, got an empty file'],
  ['broken.json', '[{"id":', 'broken.json, line 1, column 8: expected a value, got the end of the text'],
])('a file without a problem is wrong use: %s', async (name, content, why) => {
  const path = file(name, content);
  await expect(readProblemsAt(path)).rejects.toThrow(UsageError);
  await expect(readProblemsAt(path)).rejects.toThrow(`${path}: expected a problem that can be read, got none: ${why}`);
});

test('references are asked once, ids of the page are left to it', async () => {
  const evalPlus = {
    ...{ task_id: 'E/1', prompt: 'def f(n):\n', entry_point: 'f', canonical_solution: '    pass\n', atol: 0 },
    ...{ base_input: [[1]], plus_input: [] },
  };
  const path = file('plus.jsonl', [JSON.stringify(evalPlus), row('sum-two-numbers')].join('\n'));
  const asked: unknown[] = [];
  const session = {
    call: async (method: string, requests: readonly { readonly problem: Problem }[]) => {
      asked.push([method, requests.length]);
      const tests = { public: [{ args: [], expected: { type: 'none' } }], reward: [], hidden: [] };
      return requests.map(({ problem }) => ({ problem: { ...problem, tests }, notes: [] }));
    },
  } as unknown as BrowserSession;
  const problems = await problemsOf(await readProblemsAt(path), session);
  expect(asked).toEqual([['references', 1]]);
  expect(problems.map(({ id }) => id)).toEqual(['E/1', 'sum-two-numbers-2']);
  expect(told).toContain('1 problem without results: their references will tell them\n');
  expect(told).toContain('sum-two-numbers is taken: it is called sum-two-numbers-2\n');
});

test('problems that the model has no room for are left out, which is said', () => {
  const problem = (id: string, text: string): Problem => ({
    ...{ id, text, entryPoint: 'solution', compare: 'python' },
    tests: { public: [], reward: [], hidden: [] },
  });
  const [short, long] = [problem('short', 'Add one.'), problem('long', 'word '.repeat(400))];
  expect(fittingProblems([short, long], ['base'], 48)).toEqual([short]);
  expect(told).toEqual([
    '1 problem left out, 1 stay: prompts of more than 209 tokens leave no room for a program of 48\n',
  ]);
  expect(() => fittingProblems([long], ['base'], 48)).toThrow(
    'problems: expected one that the model can read, got none',
  );
  // A model with another tokenizer looks for itself.
  expect(fittingProblems([long], ['imported:abc'], 48)).toEqual([long]);
});

test('train takes the words for problems of the page, or a file, whose problems are all visited', () => {
  const path = file('own.jsonl', row('a'));
  expect([problemsFile({}), problemsFile({ problems: 'both' }), problemsFile({ problems: path })]).toEqual([
    null,
    null,
    path,
  ]);
  expect(() => problemsFile({ problems: 'lectures' })).toThrow(
    '--problems: expected lecture, auxiliary, both, or a file of problems, got "lectures"',
  );
  expect(trainConfig({ problems: path }, 7).ownProblems).toBe(7);
  expect(trainConfig({ problems: path, set: ['ownProblems=2'] }, 7).ownProblems).toBe(2);
  expect(trainConfig({ problems: 'lecture' })).toMatchObject({ auxiliaryProblems: 0, ownProblems: 0 });
});
