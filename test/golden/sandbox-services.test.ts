/** What the sandbox does beside judging: numbers that the browser test repeats, and no false alarm on published programs. */

import { expect, test } from 'vitest';
import { parseGradeFile } from '../../src/problems/grade-file.ts';
import { nodeEngine, nodeServices } from '../../src/sandbox/node.ts';
import { SERVICES_REPORT, servicesReport } from '../support/sandbox-jobs.ts';
import { sharedCase } from '../support/shared-cases.ts';

const MINUTES = 60_000;

test('analyses, fresh tests, growth and behaviours are the ones that every browser gets too', async () => {
  expect(await servicesReport(nodeServices)).toEqual(SERVICES_REPORT);
});

test.each<readonly [string, string[]]>([
  ['data/HumanEval.jsonl', []],
  // MBPP's own solution calls `swap`, which nobody defines; its tests never get there.
  ['data/mbpp.jsonl', ["218: name 'swap' is not defined"]],
])('canonical solutions of %s: no finding', { timeout: 5 * MINUTES }, async (path, expected) => {
  const text = sharedCase(path);
  if (text === null) return;
  const records = parseGradeFile(text, path);
  const analyses = await nodeServices.analyse(records.map(({ code }) => ({ code, layers: ['syntax', 'complexity'] })));
  const found = analyses.flatMap(({ syntax, complexity }, i) => {
    expect(complexity, records[i]!.id).toBeDefined();
    const { error, undefinedNames = [], forbiddenImports = [] } = syntax ?? {};
    const findings = [...(error === undefined ? [] : [error]), ...undefinedNames, ...forbiddenImports];
    return findings.map(({ message }) => `${records[i]!.id}: ${message}`);
  });
  expect(found).toEqual(expected);
});

test.each(['samples_codegen16b.jsonl', 'mutants_mbpp.jsonl', 'adversarial.jsonl'])(
  'what %s says of syntax is what the judge says, and no program with a finding passes',
  { timeout: 5 * MINUTES },
  async (path) => {
    const text = sharedCase(path);
    if (text === null) return;
    const engine = await nodeEngine();
    const records = parseGradeFile(text, path);
    const analyses = await nodeServices.analyse(records.map(({ code }) => ({ code, layers: ['syntax'] })));
    for (const [i, record] of records.entries()) {
      const { compiles, undefinedNames, forbiddenImports } = analyses[i]!.syntax!;
      if (compiles && undefinedNames.length + forbiddenImports.length === 0) continue;
      const { outcome } = engine.judge({ ...record, limits: { ticksPerTest: 20_000, wallMs: 2 * MINUTES } });
      expect([record.id, outcome === 'syntax_error']).toEqual([record.id, !compiles]);
      expect([record.id, outcome]).not.toEqual([record.id, 'passed']);
    }
  },
);
