/** Fresh tests of a problem: arguments from its generator, expected values from its reference, both in the trusted interpreter. */

import type { InputSettings } from '../../core/behaviour.ts';
import { withDefaults } from '../../core/limits.ts';
import { preview } from '../../core/preview.ts';
import type { Problem, TestCase } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { openProgram } from './answering.ts';
import { drawDifferent, failureText, SourceError } from './generator.ts';

export interface FreshJob extends InputSettings {
  readonly problem: Pick<Problem, 'id' | 'entryPoint' | 'call' | 'inputs' | 'reference' | 'limits'>;
}

export type FreshResult = { readonly tests: readonly TestCase[] } | { readonly error: string };

/** Characters of the arguments that an error shows. */
const SHOWN = 80;

/** Every call gets its own copy of the arguments, so that a reference that changes them spoils no test. */
function expectedValues(
  python: Interpreter,
  { problem, seed }: FreshJob,
  reference: string,
  inputs: readonly (readonly PyValue[])[],
): PyValue[] {
  using program = openProgram(python, reference, problem, withDefaults(problem.limits));
  const failure = program.load();
  if (failure !== undefined) throw new SourceError(`reference: ${failureText(failure, reference)}`);
  return inputs.map((args) => {
    const fail = (what: string): never => {
      const call = preview({ type: 'tuple', items: args }, SHOWN);
      throw new SourceError(`reference: ${what} (seed ${seed}, arguments ${call})`);
    };
    const result = program.answer(args);
    switch (result.type) {
      case 'value':
        if (problem.call === 'stdin' && result.value.type !== 'str') return fail('printed bytes that are no UTF-8');
        return result.value;
      case 'opaque':
        return fail(result.reason);
      case 'failed':
        return fail(failureText(result.failure, reference));
      default:
        return result satisfies never;
    }
  });
}

/** Tests, or one sentence that says what is wrong with the problem's sources. `python` is back at its checkpoint afterwards. */
export function freshTests(python: Interpreter, job: FreshJob): FreshResult {
  const { problem } = job;
  const sentence = (what: string) => ({ error: `problem ${JSON.stringify(problem.id)}: ${what}` });
  if (problem.inputs === undefined) return sentence('expected a generator under "inputs", got none');
  if (problem.reference === undefined) return sentence('expected a program under "reference", got none');
  try {
    const inputs = drawDifferent(python, problem.inputs, job);
    const expected = expectedValues(python, job, problem.reference, inputs);
    return { tests: inputs.map((args, i) => ({ args, expected: expected[i]! })) };
  } catch (error) {
    if (error instanceof SourceError) return sentence(error.message);
    throw error;
  }
}
