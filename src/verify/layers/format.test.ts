/** Which programs are one function and nothing else, and how statements are found without a parser. */

import { describe, expect, test } from 'vitest';
import { judged, verdict } from '../../../test/support/letters.ts';
import { formatLayer } from './format.ts';
import { topLevelStatements } from './statements.ts';

describe('topLevelStatements', () => {
  test.each([
    ['nothing', '\n  \n# only a comment\n', []],
    ['a body is part of its function', 'def f(x):\n    y = x\n\n    return y\n', ['def f(x):']],
    ['comments end statements', 'x = 1  # one\n', ['x = 1']],
    ['a hash in a string is text', "x = '#1'\ny = 2\n", ["x = '#1'", 'y = 2']],
    ['brackets span lines', 'def f(\na,\nb):\n    return [\n1,\n2]\nx = 1\n', ['def f(', 'x = 1']],
    ['strings span lines', 'def f():\n    """\nnot code(\n\\"""\n"""\n    return 1\n', ['def f():']],
    ['a quote inside other quotes', 'def f():\n    return "\'" + \'"\'\nx = 1\n', ['def f():', 'x = 1']],
    ['a backslash joins lines', 'x = 1 + \\\n2\ny = 3\n', ['x = 1 + \\', 'y = 3']],
    ['an escaped quote', "x = '\\''\ny = 1\n", ["x = '\\''", 'y = 1']],
    ['carriage returns', 'import a\r\ndef f():\r\n    pass\r\n', ['import a', 'def f():']],
  ])('%s', (_, source, statements) => {
    expect(topLevelStatements(source)).toEqual(statements);
  });
});

describe('formatLayer', () => {
  const formOf = (code: string) => formatLayer(judged(verdict('wrong_answer', 0, 1), { code })).value;
  const f = 'def solution(x):\n    return x\n';

  test.each([
    ['the function alone', f, 1],
    ['imports before it', `import math\nfrom re import sub, match\n\n\n${f}`, 1],
    ['a decorator', `import functools\n@functools.cache\n${f}`, 1],
    ['type parameters', 'def solution[T](x: T) -> T:\n    return x\n', 1],
    ['another name', 'def answer(x):\n    return x\n', 0],
    ['a name that begins alike', 'def solution2(x):\n    return x\n', 0],
    ['twice', f + f, 0],
    ['a call after it', `${f}print(solution(1))\n`, 0],
    ['a second function', `def helper():\n    pass\n${f}`, 0],
    ['code behind an import', `import math; x = 1\n${f}`, 0],
    ['nothing', '', 0],
    ['a function within a condition', `if True:\n    ${f.replace('\n', '\n    ')}`, 0],
  ])('%s', (_, code, value) => {
    expect(formOf(code)).toBe(value);
  });
});

test('a program that reads standard input has no wanted form, but must compile', () => {
  const problem = { entryPoint: 'solution', call: 'stdin' } as const;
  const of = (outcome: 'wrong_answer' | 'syntax_error') =>
    formatLayer(judged(verdict(outcome, 0, 1), { problem, code: 'print(1)\n' })).value;
  expect([of('wrong_answer'), of('syntax_error')]).toEqual([null, 0]);
});
