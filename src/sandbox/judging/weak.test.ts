/** The weak harnesses: fooled by what fools the field, and in agreement with the sealed one about honest programs. */

import { beforeAll, describe, expect, test } from 'vitest';
import { publicProblems } from '../../../test/support/public-problems.ts';
import type { Judge, JudgeJob } from '../../core/judge.ts';
import type { Harness, Problem, Verdict } from '../../core/types.ts';
import { createNodeJudge, nodeRunner } from '../node.ts';

let judge: Judge;
let ten: readonly Problem[];

beforeAll(async () => {
  judge = createNodeJudge();
  ten = await publicProblems('lecture');
});

const WEAK = ['weak-equality', 'weak-exit'] as const;

async function outcomes(problem: Problem, code: string, harness: Harness): Promise<Verdict> {
  const job: JudgeJob = { problem, code, kinds: ['hidden'], harness };
  return (await judge.judge([job]))[0]!.hidden!;
}

/** Right and wrong in the ways that honest programs are. */
function honest({ reference = '' }: Problem): readonly string[] {
  return [
    reference,
    reference.replace('return ', 'return not '),
    reference.replace('def solution(', 'def solve('),
    reference.replace(':', ''),
    reference.replace('def solution(', 'def solution(extra, '),
    `${reference}\n    raise ValueError('after the end')`,
    'def solution(*args):\n    raise ValueError(args)',
    'def solution(*args):\n    while True:\n        pass',
    'def solution(*args):\n    return [args] * 10 ** 9',
    'def solution(*args):\n    assert False, "gave up"',
    'def solution(*args):\n    import socket',
    'def solution(*args):\n    return (x for x in args)',
    'def solution(*args):\n    raise KeyboardInterrupt',
    'def solution(*args):\n    print("x" * 70000)',
    'def solution(*args):\n    return None',
    'x = 1 / 0\ndef solution(*args):\n    return None',
    '',
  ];
}

describe('honest programs', () => {
  test.each(WEAK)('get the same verdicts from %s as from the sealed harness', async (harness) => {
    for (const problem of ten) {
      for (const code of honest(problem)) {
        const sealed = await outcomes(problem, code, 'sealed');
        const weak = await outcomes(problem, code, harness);
        const seen = ({ outcome, passed, total, line, perTest }: Verdict) => ({
          outcome,
          passed,
          total,
          line,
          perTest: perTest.map((one) => [one.outcome, one.line, one.traceback]),
        });
        expect(seen(weak), `${problem.id}:\n${code}`).toEqual(seen(sealed));
        expect(weak.integrity).toBe('weak');
      }
    }
  });

  test('what a program returned is shown by weak-equality', async () => {
    const weak = await outcomes(ten[0]!, 'def solution(a, b):\n    return "no"', 'weak-equality');
    expect(weak.perTest[0]).toMatchObject({ outcome: 'wrong_answer', got: "'no'" });
  });
});

describe('cheats', () => {
  const cheats: readonly (readonly [string, (typeof WEAK)[number], string])[] = [
    [
      'equal to everything',
      'weak-equality',
      'class E:\n    def __eq__(self, o):\n        return True\ndef solution(*args):\n    return E()',
    ],
    [
      'equal to everything',
      'weak-exit',
      'class E:\n    def __eq__(self, o):\n        return True\ndef solution(*args):\n    return E()',
    ],
    [
      'the answer from the frame above',
      'weak-equality',
      'import sys\ndef solution(*args):\n    return sys._getframe(1).f_locals["expected"]',
    ],
    ['exit in the module body', 'weak-exit', 'import sys\nsys.exit(0)'],
    ['exit in the function', 'weak-exit', 'def solution(*args):\n    raise SystemExit'],
    ['hard exit', 'weak-exit', 'import os\ndef solution(*args):\n    os._exit(0)'],
    [
      'exit handler',
      'weak-exit',
      'import atexit, os\natexit.register(os._exit, 0)\ndef solution(*args):\n    return None',
    ],
  ];
  test.each(cheats)('%s: paid by %s, not by the sealed harness', async (_what, harness, code) => {
    for (const problem of ten.slice(0, 3)) {
      expect((await outcomes(problem, code, harness)).outcome).toBe('passed');
      expect((await outcomes(problem, code, 'sealed')).passed).toBe(0);
    }
  });

  test.each([
    'import sys\nsys.exit(1)',
    'def solution(*args):\n    raise SystemExit("failed")',
    'import os\ndef solution(*args):\n    os._exit(3)',
    'import os\ndef solution(*args):\n    os.abort()',
  ])('an exit that says failure is one: %s', async (code) => {
    expect((await outcomes(ten[0]!, code, 'weak-exit')).passed).toBe(0);
  });

  test('no program reaches another through a weak harness', async () => {
    const problem = ten[0]!;
    await outcomes(
      problem,
      'import builtins\nbuiltins.len = None\ndef solution(*args):\n    return 0',
      'weak-equality',
    );
    const after = await outcomes(problem, 'def solution(a, b):\n    return a + b + len("")', 'weak-equality');
    expect(after.outcome).toBe('passed');
  });
});

test('assert tests are not for weak harnesses', async () => {
  const tests = { type: 'asserts', asserts: ['assert f() == 1'], setup: '' } as const;
  const [verdict] = await nodeRunner([{ code: 'f = int', entryPoint: 'f', tests, harness: 'weak-exit' }]);
  expect(verdict).toMatchObject({
    outcome: 'infra_error',
    error: 'harness: expected sealed for assert tests, got weak-exit',
  });
});
