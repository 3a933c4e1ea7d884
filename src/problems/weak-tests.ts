/** Tests that a program passes without doing the task: what training would find first, since it is paid all the same. */

import { differingLine } from '../core/compare-lines.ts';
import type { Problem, TestCase } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { pyEquals } from '../core/value-equal.ts';
import { typedText } from './typed-value.ts';

/** A program of one line that passes every visible test. */
export interface Stub {
  /** `constant`: returns (or prints) this value whatever it is asked; `echo`: returns the argument at this place. */
  readonly kind: 'constant' | 'echo';
  readonly returns: string;
  /** Whether a hidden test finds it out, so that a measurement at least will not be fooled. */
  readonly found: boolean;
}

type Rules = Pick<Problem, 'call' | 'tests' | 'compare' | 'tolerance'>;

/** What a program returns, or prints, against what is expected. */
function isRight(value: PyValue, expected: PyValue, { call, compare, tolerance }: Rules): boolean {
  if (call !== 'stdin') return pyEquals(value, expected, compare, tolerance);
  return (
    value.type === 'str' &&
    expected.type === 'str' &&
    differingLine(value.value, expected.value, tolerance) === undefined
  );
}

/** The stubs that these tests cannot tell from a solution. */
export function passingStubs(problem: Rules): Stub[] {
  const { tests } = problem;
  const visible = [...tests.public, ...tests.reward];
  const [first] = visible;
  if (first === undefined) return [];
  const passes = (list: readonly TestCase[], answer: (test: TestCase) => PyValue | undefined) =>
    list.every((test) => {
      const value = answer(test);
      return value !== undefined && isRight(value, test.expected, problem);
    });
  const stub = (kind: Stub['kind'], returns: string, answer: (test: TestCase) => PyValue | undefined): Stub[] =>
    passes(visible, answer) ? [{ kind, returns, found: !passes(tests.hidden, answer) }] : [];
  return [
    ...stub('constant', typedText(first.expected), () => first.expected),
    ...first.args.flatMap((_, place) => stub('echo', String(place + 1), ({ args }) => args[place])),
  ];
}
