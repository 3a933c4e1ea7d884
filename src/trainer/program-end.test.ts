/** Where a program ends that a model trained on whole files wrote. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutProgram, programEnd } from './program-end.ts';

const FUNCTION = 'def solution(a, b):\n    return a + b\n';

test.each([
  ['another function', 'def other():\n    pass\n'],
  ['a class', 'class A:\n'],
  ['a decorator', '@cache\ndef f():'],
  ['a comment', '# Problem: the next one'],
  ['a call', 'print(solution(1, 2))'],
  ['a guard', "if __name__ == '__main__':\n    solution(1, 2)"],
  ['a docstring', '"""\nUsage'],
  ['an assertion', 'assert solution(1, 2) == 3'],
  ['the end of text, written out', '<|endoftext|>def'],
  ['two blank lines', '\n\n'],
])('a function ends before %s', (_, next) => {
  expect(cutProgram(FUNCTION + next)).toBe(FUNCTION);
  expect(cutProgram(`${FUNCTION}\n${next}`)).toBe(FUNCTION);
});

test.each([
  ['while it goes on', 'def solution(a):\n    if a:\n\n        return 1\n\n    return 2\n'],
  ['before its body', 'def solution(\na,\nb,\n):\n'],
  ['at a bracket at column 0', 'def solution(a):\n    return f(\n        a\n)\n'],
  ['after imports, comments and blank lines', `import math\n# adds\nN = 3\n\n\n\n${FUNCTION}`],
  ['at a comment below its header', 'def solution(a):\n# adds\n    return a\n'],
  ['without any function', 'print(1)\nprint(2)\n# three\n\n\n\nprint(3)\n'],
  ['as a script that reads its input', 'def main():\n    return input()\n\nprint(main())\n'],
  ['', ''],
])('a program does not end %s', (_, text) => {
  expect(programEnd(text)).toBeNull();
  expect(cutProgram(text)).toBe(text);
});

test.each([
  ['def f(x): return x\nprint(f(1))', 'def f(x): return x\n'],
  ['class A:\n    x = 1\ny = A()', 'class A:\n    x = 1\n'],
  ['async def f():\n    pass\nf()', 'async def f():\n    pass\n'],
  [`import math\n\n\n${FUNCTION}import sys`, `import math\n\n\n${FUNCTION}`],
  ['def main():\n    print(input())\nmain()\n\n\n# more', 'def main():\n    print(input())\nmain()\n'],
  ['x = 1<|endoftext|>y', 'x = 1\n'],
])('%j is cut', (text, program) => {
  expect(cutProgram(text)).toBe(program);
});

test('an end that was seen stays where it is, whatever follows', () => {
  const line = fc.constantFrom(
    'def f():',
    '    return 1',
    'print(1)',
    '',
    '# x',
    '    ',
    ')',
    'import a',
    'class B:',
    '\t2',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 4 }), (lines, more) => {
      const text = lines.join('\n');
      const end = programEnd(text);
      if (end !== null) expect(programEnd(`${text}\n${more.join('\n')}`)).toBe(end);
    }),
  );
});
