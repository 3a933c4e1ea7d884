/** Measuring checkpoints through the command line and the built page: curves, comparison, search, agreement, and what is refused. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { MeasureSummary } from '../../src/cli/measure-summary.ts';
import type { MeasureReport } from '../../src/core/measuring.ts';
import { greenbar, ROOT, succeed } from '../support/greenbar.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = join(ROOT, 'public/models/small');

/** A small measurement that is kept, so that another of the same does not sample anew. */
const COMMON = ['--sets', 'lecture', '--n', '8', '--search', '24', '--backend', 'wasm', '--checkpoint', SMALL];
const KEPT = [...COMMON, '--temperature', '0.8,1', '--keep', join(folder, 'kept')];

test('two checkpoints are compared, searched and asked for tests on the same samples', async () => {
  const path = join(folder, 'report.json');
  const more = ['--codet', '--solutions', '40', '--against', 'base', '--report', path];
  const { json, stderr } = await succeed('eval', ...KEPT, ...more);
  const [summary] = json as unknown as readonly [MeasureSummary];
  expect(json).toHaveLength(1);
  expect(summary).toMatchObject({
    model: SMALL,
    seed: 0,
    sets: {
      lecture: {
        n: 8,
        temperature: 1,
        other_temperatures: { '0.8': { n: 8, bands: { 'pass@8': expect.anything() } } },
        greedy: expect.any(Number),
      },
    },
    search: { lecture: { samples: 24, temperature: 1, submissions: 10, funnel: { sampled: 240 } } },
    agreement: { lecture: { solutions: 40, temperature: 0.8, disagree: expect.any(Number) } },
    selection: { lecture: { samples: 40, temperature: 0.8 } },
    same_weights: false,
    against: { model: 'base' },
    comparisons: [{ set: 'lecture', gain: expect.any(String), sentence: expect.stringContaining('pass@1') }],
  });
  expect(summary.digest).not.toBe(summary.against!.digest);
  expect(stderr).toContain(`${SMALL}: ${summary.comparisons![0]!.sentence}`);

  const report = JSON.parse(readFileSync(path, 'utf8')) as MeasureReport;
  expect(report.models.map(({ label }) => label)).toEqual(['base', SMALL]);
  const [base] = report.models;
  const { total, problems, curve } = base!.searches[0]!;
  // Each station leaves no more than the one before it, and what is submitted and right solves a problem.
  expect(total.compile).toBeLessThanOrEqual(total.sampled);
  expect(total.passPublic).toBeLessThanOrEqual(total.compile);
  expect(total.clusters).toBeLessThanOrEqual(total.submitted);
  expect(total.submitted).toBeLessThanOrEqual(total.passPublic);
  expect(total.solved).toBe(problems.filter(({ submissions }) => submissions.some(({ correct }) => correct)).length);
  expect(curve.map(({ budget }) => budget)).toEqual([1, 3, 10, 24]);
  for (const { solved, pass } of curve) expect(solved.value).toBeLessThanOrEqual(pass + 1e-12);
  // The model does write tests, and every solution meets every one of them.
  const [agreement] = base!.agreements;
  expect(agreement!.problems).toHaveLength(10);
  expect(agreement!.cells).toBeGreaterThan(1000);
  for (const { written, valid, distinct } of agreement!.problems) {
    expect(written).toBeGreaterThanOrEqual(valid);
    expect(valid).toBeGreaterThanOrEqual(distinct);
  }
  const found = new Map(base!.selections[0]!.selections.map(({ name, passAt1 }) => [name, passAt1.value]));
  expect([...found.keys()]).toContain('largest-cluster');
  expect(found.get('public-tests')).toBeGreaterThanOrEqual(found.get('random')!);
  expect(found.get('oracle')).toBeGreaterThanOrEqual(found.get('public-tests')!);
  const { sampled, kept, judged } = report.cost;
  // Each model: 24 draws for curve and search, 40 for agreement and curve, and a greedy one.
  expect({ sampled, kept }).toEqual({ sampled: 2 * 10 * (24 + 40 + 1), kept: 0 });
  expect(judged).toBeLessThan(0.9 * sampled);

  // What that command kept is all that this one needs, and its numbers are the same.
  const again = (await succeed('eval', ...KEPT)).json[0] as MeasureSummary;
  expect(again.cost).toMatchObject({ sampled: 0, kept: 10 * (24 + 8 + 1), judged: 0 });
  expect(again.sets).toEqual(summary.sets);
  expect(again.search).toEqual(summary.search);
});

test.each([
  ['--against base', 'eval: expected --against to name another model, got "base" again'],
  ['--model small --checkpoint x', 'eval: expected one of --model and --checkpoint, got both'],
  ['--temperature 0', '--temperature: expected numbers from 0.01 to 10 with commas between, got "0"'],
])('%s is refused', async (line, sentence) => {
  const { status, stdout, stderr } = await greenbar('eval', ...line.split(' '));
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(sentence);
});
