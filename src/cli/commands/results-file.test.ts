/** Files of results: gone on from wherever a command was ended, and never written over what is not ours. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GradeResult } from '../../core/grade.ts';
import { collectSamples } from '../../problems/samples/collect.ts';
import { rowsOf } from '../../problems/samples/rows.ts';
import { openInput } from '../files.ts';
import { ResultsFile } from './results-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Samples of one problem, with what Python writes where JSON has no number. */
function samples(...codes: readonly string[]): string {
  const path = join(folder, `${files++}.jsonl`);
  const row = (code: string) => JSON.stringify({ problem: 'p', code, tests: [{ args: [1], expected: 1 }], note: 'é' });
  writeFileSync(path, codes.map((code) => `${row(code).replace('{', '{"logprob": NaN, ')}\n`).join(''));
  return path;
}

async function open(path: string, options: { readonly fresh?: boolean; readonly results?: string } = {}) {
  const rows = () => rowsOf(openInput(path), 's.jsonl');
  return ResultsFile.open({
    path: options.results ?? `${path}_results.jsonl`,
    set: await collectSamples(rows(), { file: 's.jsonl' }),
    rows: rows(),
    fresh: options.fresh ?? false,
    inputs: [path],
  });
}

const passed: GradeResult = {
  ...{ id: '0', problem: 'p', outcome: 'passed', passed: 1, total: 1, reward: 1, per_test: [], ticks: 0 },
  integrity: 'sealed',
};

async function writeAll(path: string): Promise<string> {
  const file = await open(path);
  for (const at of [0, 1, 2]) await file.add(at, passed);
  await file.finish();
  return readFileSync(file.path, 'utf8');
}

test.each(['é', '"program_hash'])('a file that was cut at %s is gone on from', async (cut) => {
  const path = samples('a', 'b', 'c');
  const whole = Buffer.from(await writeAll(path));
  const results = `${path}_results.jsonl`;
  writeFileSync(results, whole.subarray(0, whole.lastIndexOf(cut) + 1));
  const file = await open(path);
  expect(file.kept).toBe(2);
  // This command is ended as well, and within a character: nothing is lost of what either of them wrote.
  await file.advance();
  const [first] = readFileSync(results, 'utf8').split('\n');
  writeFileSync(results, Buffer.from(`${first}\n`).subarray(0, -30));
  const last = await open(path);
  expect(last.kept).toBe(2);
  await last.add(2, passed);
  await last.finish();
  expect(readFileSync(results, 'utf8')).toBe(whole.toString());
});

test('a file that another evaluator wrote is refused, and results go elsewhere when asked to', async () => {
  const path = samples('a');
  const foreign = '{"task_id": "p", "completion": "a", "result": "passed", "passed": true}\n';
  writeFileSync(`${path}_results.jsonl`, foreign);
  for (const fresh of [false, true]) {
    await expect(open(path, { fresh })).rejects.toThrow(
      `${path}_results.jsonl: expected results of an earlier eval, got a file that eval did not write: --results FILE`,
    );
  }
  expect(readFileSync(`${path}_results.jsonl`, 'utf8')).toBe(foreign);
  const elsewhere = await open(path, { results: join(folder, 'elsewhere.jsonl') });
  await elsewhere.add(0, passed);
  await elsewhere.finish();
  expect(readFileSync(elsewhere.path, 'utf8')).toContain('"result": "passed"');
  // Results may be graded again, but not over themselves.
  await expect(open(elsewhere.path, { results: elsewhere.path })).rejects.toThrow('expected another file for results');
});

test('an empty file is in nobody’s way, and earlier verdicts are put aside when asked to', async () => {
  const path = samples('a', 'b', 'c');
  writeFileSync(`${path}_results.jsonl`, '');
  await writeAll(path);
  expect((await open(path, { fresh: true })).kept).toBe(0);
});
