/** Writes problems in the format that `format.ts` reads: one test a line, so that differences between versions read well. */

import type { Grant, Problem, TestCase, TestSuite } from '../core/types.ts';
import { writeAssertSuite } from './assert-suite.ts';
import { LIMIT_FIELDS, TEST_KINDS } from './format.ts';
import { writeJson } from './lossless.ts';
import { writeValue } from './values.ts';

function writeTest(test: TestCase): string {
  return writeJson({
    type: 'object',
    entries: [
      ['args', { type: 'array', items: test.args.map(writeValue) }],
      ['expected', writeValue(test.expected)],
    ],
  });
}

function writeTests(tests: readonly TestCase[], indent: string): string {
  if (tests.length === 0) return '[]';
  return `[\n${tests.map((test) => `${indent}  ${writeTest(test)}`).join(',\n')}\n${indent}]`;
}

/** A plain list stands for tests that are both public and reward. */
function writeSuite(suite: TestSuite): string {
  if (suite.public === suite.reward && suite.hidden.length === 0) return writeTests(suite.reward, '  ');
  return `{\n${TEST_KINDS.map((kind) => `    "${kind}": ${writeTests(suite[kind], '    ')}`).join(',\n')}\n  }`;
}

function writeLimits(problem: Problem): string | undefined {
  if (problem.limits === undefined) return undefined;
  const { limits } = problem;
  return JSON.stringify(Object.fromEntries(Object.entries(LIMIT_FIELDS).map(([name, field]) => [name, limits[field]])));
}

const grantForm = (grant: Grant) => (grant.type === 'stdout' ? 'stdout' : { file: grant.path, text: grant.text });

/** One problem as JSON text; `parseProblems` reads it back equal. */
export function writeProblem(problem: Problem): string {
  const asserts = problem.asserts === undefined ? undefined : writeAssertSuite(problem.asserts);
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['id', JSON.stringify(problem.id)],
    ['text', JSON.stringify(problem.text)],
    ['entry_point', JSON.stringify(problem.entryPoint)],
    ['call', JSON.stringify(problem.call)],
    ['tests', asserts?.tests ?? writeSuite(problem.tests)],
    ['test_setup', asserts?.test_setup],
    ['test_calls', asserts?.test_calls],
    ['compare', problem.compare === 'python' ? undefined : JSON.stringify(problem.compare)],
    ['tolerance', JSON.stringify(problem.tolerance)],
    ['limits', writeLimits(problem)],
    ['allow', problem.allow && JSON.stringify(problem.allow.map(grantForm))],
    ['undo', JSON.stringify(problem.undo)],
    ['reference', JSON.stringify(problem.reference)],
    ['inputs', JSON.stringify(problem.inputs)],
    ['license', JSON.stringify(problem.license)],
    ['source', JSON.stringify(problem.source)],
  ];
  const present = fields.filter(([, value]) => value !== undefined);
  return `{\n${present.map(([name, value]) => `  "${name}": ${value}`).join(',\n')}\n}`;
}

/** A whole file: a list of problems. */
export function writeProblems(problems: readonly Problem[]): string {
  return `[\n${problems.map(writeProblem).join(',\n')}\n]\n`;
}
