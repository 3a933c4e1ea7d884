/** Files of samples by the command line and on the built page: real samples, canonical solutions, and what people get wrong. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import { greenbar, ROOT, succeed } from '../support/greenbar.ts';
import { isMissing } from '../support/shared-cases.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SHARED = join(ROOT, '../shared/cases');
const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Printed {
  readonly problems: readonly { readonly problem: string; readonly n: number; readonly correct: number }[];
  readonly mean: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly samples: Readonly<Record<'rows' | 'graded' | 'programs' | 'saved' | 'kept', number>>;
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  readonly notes: readonly string[];
}

interface ResultRow {
  readonly outcome: string;
  readonly passed: boolean;
  readonly result: string;
}

const DOUBLE = {
  task_id: 'Made/0',
  prompt: 'def double(x):\n    """Twice x."""\n',
  entry_point: 'double',
  canonical_solution: '    return 2 * x\n',
  test: 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(4) == 8\n',
};
const BROKEN = { ...DOUBLE, task_id: 'Made/1', canonical_solution: '    y = x\n   return 2 * y\n' };
const PROBLEMS = [DOUBLE, BROKEN, { ...DOUBLE, task_id: 'Made/2' }];
const sample = (task_id: string, completion: string) => ({ task_id, completion });
const SAMPLES = [
  sample('Made/0', '    return x + x\n'),
  sample('Made/0', '    return x + 1\n'),
  sample('Made/0', '    while True:\n        x += 1\n'),
  sample('Made/0', '    return x + x\n'),
  sample('Made/1', '    return 3 * x\n'),
  sample('Else/0', '    return 0\n'),
];

test('joined to a problem file: what is missing, unknown or broken is said, and a second command judges nothing anew', async () => {
  const path = write('made.jsonl', jsonl(SAMPLES));
  const problems = write('problems.jsonl.gz', gzipSync(jsonl(PROBLEMS)));
  const first = await greenbar('eval', '--samples', path, '--problems', problems, '--k', '1,2,9');
  // What the samples do not reach is missing at the end, and nothing else is.
  expect(first.status).toBe(1);
  expect(first.stderr).toMatch(
    /made\.jsonl: expected 9 judged samples of every problem for pass@9, got 4 of Made\/0\n$/,
  );
  const printed = first.json[0] as Printed;
  // Made/1 is broken, since its own solution does not compile: pass@1 is that of Made/0.
  expect(printed).toMatchObject({
    mean: { 'pass@1': 0.5 },
    outcomes: { passed: 2, wrong_answer: 2, timeout: 1 },
    samples: { rows: 6, graded: 5, programs: 4, kept: 0 },
    missing: ['Made/2'],
    unknown: ['Else/0'],
  });
  expect(printed.mean['pass@2']).toBeCloseTo(1 - 1 / 6, 12);
  expect(printed.notes.join(' ')).toMatch(/own solution fails on Made\/1.*pass@9: not told/);
  expect(first.stderr).toContain('1 problem of problems.jsonl.gz has no sample and is not counted: Made/2');
  expect(first.stderr).toContain('1 id is not in problems.jsonl.gz, and the samples are left out: Else/0');
  const results = readLines<ResultRow>(`${path}_results.jsonl`);
  expect(results).toMatchObject(SAMPLES);
  expect(results.map(({ result }) => result)).toEqual([
    'passed',
    expect.stringMatching(/^failed: /),
    'timed out',
    'passed',
    expect.stringMatching(/^failed: /),
    expect.stringMatching(/^not judged: /),
  ]);
  expect(results.map(({ passed }) => passed)).toEqual([true, false, false, true, false, false]);

  // A command that was ended while it wrote the third line.
  const whole = readFileSync(`${path}_results.jsonl`, 'utf8');
  writeFileSync(`${path}_results.jsonl`, whole.slice(0, whole.indexOf('timed out')));
  const second = await succeed('eval', '--samples', path, '--problems', problems, '--k', '1,2');
  expect(second.stderr).toContain('2 verdicts from earlier');
  expect(second.json[0]).toMatchObject({ mean: printed.mean, samples: { kept: 2 } });
  expect(readFileSync(`${path}_results.jsonl`, 'utf8')).toBe(whole);

  const all = await greenbar('eval', '--samples', path, '--problems', problems, '--require-all');
  expect(all.status).toBe(1);
  expect(all.stderr).toContain('got none of Made/2 and unknown ids Else/0');
  expect(all.json[0]).toMatchObject({ samples: { kept: 4 } });

  // The row of the unknown problem is no sample of any.
  const graded = await greenbar('passk', `${path}_results.jsonl`);
  expect(graded.json[0]).toMatchObject({ mean: { 'pass@1': 0.25 }, unknown: 1 });
});

test('rows with tests of their own, judged anew when asked to', async () => {
  const row = (code: string) => ({ id: 'a', problem: 'id', code, tests: [{ args: [1], expected: 1 }] });
  const path = write(
    'own.jsonl',
    jsonl([row('def solution(x):\n    return x\n'), row('def solution(x):\n    return 2\n')]),
  );
  const graded = await succeed('eval', '--samples', path, '--k', '1,2');
  expect(graded.json[0]).toMatchObject({
    mean: { 'pass@1': 0.5, 'pass@2': 1 },
    outcomes: { passed: 1, wrong_answer: 1 },
  });
  const anew = await succeed('eval', '--samples', path, '--fresh');
  expect(anew.stderr).toContain(`${path}_results.jsonl: overwriting`);
  expect(anew.json[0]).toMatchObject({ samples: { kept: 0 } });
  expect(readLines(`${path}_results.jsonl`)).toHaveLength(2);
  const again = await succeed('passk', `${path}_results.jsonl`, '--k', '1');
  expect(again.json[0]).toMatchObject({ mean: { 'pass@1': 0.5 } });
});

test('results of another evaluator stay, and ours go where they are wanted', async () => {
  const path = write('other.jsonl', jsonl(SAMPLES.slice(0, 2)));
  const problems = write('problems.jsonl', jsonl(PROBLEMS));
  const theirs = jsonl([{ ...SAMPLES[0], result: 'passed', passed: true }]);
  write('other.jsonl_results.jsonl', theirs);
  const refused = await greenbar('eval', '--samples', path, '--problems', problems);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain(`${path}_results.jsonl: expected results of an earlier eval`);
  const elsewhere = join(folder, 'elsewhere.jsonl');
  const { json } = await succeed('eval', '--samples', path, '--problems', problems, '--results', elsewhere);
  expect(json[0]).toMatchObject({ mean: { 'pass@1': 0.5 }, results: elsewhere });
  expect(readLines(elsewhere)).toHaveLength(2);
  expect(readFileSync(`${path}_results.jsonl`, 'utf8')).toBe(theirs);
});

test('neither tests nor problems is one sentence that says what to pass', async () => {
  const path = write('bare.jsonl', jsonl(SAMPLES));
  const { status, stderr, stdout } = await greenbar('eval', '--samples', path);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^bare\.jsonl, line 1: expected tests in the row, or .*--problems FILE.*\n$/);
});

interface CaseRow {
  readonly problem: string;
  readonly prompt: string;
  readonly code: string;
  readonly outcome: string;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  success: 'passed',
  'assertion failure': 'wrong_answer',
  'runtime error': 'runtime_error',
  'syntax error': 'syntax_error',
};

test.skipIf(isMissing('samples_codegen16b.jsonl'))('real samples with tests in their rows: every verdict', async () => {
  const text = readFileSync(join(SHARED, 'samples_codegen16b.jsonl'), 'utf8');
  const path = write('codegen.jsonl', text);
  const cases = readLines<CaseRow>(path);
  const { json } = await succeed('eval', '--samples', path);
  expect((json[0] as Printed).mean['pass@1']).toBeCloseTo(47 / 240, 12);
  const results = readLines<ResultRow>(`${path}_results.jsonl`);
  expect(results.map(({ outcome }) => outcome)).toEqual(cases.map(({ outcome }) => OUTCOMES[outcome]));
  expect(results.every(({ passed, outcome }) => passed === (outcome === 'passed'))).toBe(true);
});

// Every second of the 240: the programs are those of the test before, and only their way to the tests differs.
test.skipIf(isMissing('samples_codegen16b.jsonl'))('real samples in HumanEval’s form: every verdict', async () => {
  const cases = readLines<CaseRow>(join(SHARED, 'samples_codegen16b.jsonl')).filter((_, i) => i % 2 === 0);
  const rows = cases.map(({ problem, prompt, code }) => sample(problem, code.slice(prompt.length)));
  const path = write('completions.jsonl.gz', gzipSync(jsonl(rows)));
  await succeed('eval', '--samples', path, '--problems', join(SHARED, 'data/HumanEval.jsonl.gz'));
  const results = readLines<ResultRow>(`${path}_results.jsonl`);
  expect(results.map(({ outcome }) => outcome)).toEqual(cases.map(({ outcome }) => OUTCOMES[outcome]));
});

interface PublicRow {
  readonly task_id: string | number;
  readonly code: string;
  readonly canonical_solution: string;
}

test.skipIf(isMissing('data/HumanEval.jsonl'))('canonical completions of HumanEval: pass@1 is 1', async () => {
  const problems = join(SHARED, 'data/HumanEval.jsonl');
  const rows = readLines<PublicRow>(problems).map(({ task_id, canonical_solution }) =>
    sample(String(task_id), canonical_solution),
  );
  const path = write('humaneval.jsonl', jsonl(rows));
  const { json } = await succeed('eval', '--samples', path, '--problems', problems);
  expect(json[0]).toMatchObject({ mean: { 'pass@1': 1 }, outcomes: { passed: 164 }, missing: [], notes: [] });
});

test.skipIf(isMissing('data/sanitized-mbpp.json'))(
  'canonical solutions of sanitized MBPP, by EvalPlus’s names',
  async () => {
    const problems = join(SHARED, 'data/sanitized-mbpp.json');
    const list = JSON.parse(readFileSync(problems, 'utf8')) as readonly PublicRow[];
    const rows = list.map(({ task_id, code }) => ({ task_id: `Mbpp/${task_id}`, solution: code }));
    const path = write('mbpp.jsonl', jsonl(rows));
    const { json } = await succeed('eval', '--samples', path, '--problems', problems);
    expect(json[0]).toMatchObject({ mean: { 'pass@1': 1 }, outcomes: { passed: 427 }, missing: [] });
  },
);

/** Drops made-up files on the page, as dragging does; the drop zone must have shown that it would take them. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(list)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: data });
  await page.locator('.samples-drop.is-over').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: data });
}

test('dropped on the page: read, graded, told and handed out as files', async () => {
  const server = await serveStatic(await ensureBuilt(), { port: 0 });
  const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const outside: string[] = [];
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') outside.push(request.url());
    });
    await page.goto(server.url);
    const section = page.locator('section[aria-labelledby="samples"]');
    await section.waitFor();

    await drop(page, { 'samples.jsonl': jsonl(SAMPLES) });
    await section.getByRole('alert').getByText('samples.jsonl, line 1: expected tests in the row').waitFor();
    // The problems that were wanted, dropped after the samples.
    await drop(page, { 'problems.jsonl': jsonl(PROBLEMS) });
    await section.getByText('with the tests of problems.jsonl').waitFor();
    await section.getByText('1 problem of problems.jsonl without any sample').waitFor();
    expect(await section.locator('.samples-understood dd').allTextContents()).toEqual(['6', '2', '1 to 4', '4']);

    await section.getByRole('button', { name: 'Grade' }).click();
    await section.locator('.samples-pass').getByText('50.0%', { exact: true }).waitFor();
    await section.getByText('own solution fails on Made/1').waitFor();
    const rates = () => section.locator('.samples-table tbody th').allTextContents();
    expect(await rates()).toEqual(['Made/0', expect.stringContaining('Made/1')]);
    await section.getByRole('button', { name: 'Rate' }).click();
    expect(await rates()).toEqual([expect.stringContaining('Made/1'), 'Made/0']);

    const saved = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download results' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('samples.jsonl_results.jsonl');
    const path = join(folder, 'downloaded.jsonl');
    await download.saveAs(path);
    const results = readLines<ResultRow>(path);
    expect(results).toMatchObject(SAMPLES);
    expect(results.map(({ passed }) => passed)).toEqual([true, false, false, true, false, false]);
    expect(outside).toEqual([]);
  } finally {
    await browser.close();
    await server[Symbol.asyncDispose]();
  }
});
