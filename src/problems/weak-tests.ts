/** Tests that a program passes without doing the task: what training would find first, since it is paid all the same. */

import type { Problem, TestCase } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { pyEquals } from '../core/value-equal.ts';
import { typedText } from './typed-value.ts';

/** A program of one line that passes every visible test. */
export interface Stub {
  /** `constant`: returns this value whatever it is asked; `echo`: returns the argument at this place. */
  readonly kind: 'constant' | 'echo';
  readonly returns: string;
  /** Whether a hidden test finds it out, so that a measurement at least will not be fooled. */
  readonly found: boolean;
}

type Rules = Pick<Problem, 'tests' | 'compare' | 'tolerance'>;

/** The stubs that these tests cannot tell from a solution. */
export function passingStubs({ tests, compare, tolerance }: Rules): Stub[] {
  const visible = [...tests.public, ...tests.reward];
  const [first] = visible;
  if (first === undefined) return [];
  const passes = (list: readonly TestCase[], answer: (test: TestCase) => PyValue | undefined) =>
    list.every((test) => {
      const value = answer(test);
      return value !== undefined && pyEquals(value, test.expected, compare, tolerance);
    });
  const stub = (kind: Stub['kind'], returns: string, answer: (test: TestCase) => PyValue | undefined): Stub[] =>
    passes(visible, answer) ? [{ kind, returns, found: !passes(tests.hidden, answer) }] : [];
  return [
    ...stub('constant', typedText(first.expected), () => first.expected),
    ...first.args.flatMap((_, place) => stub('echo', String(place + 1), ({ args }) => args[place])),
  ];
}
