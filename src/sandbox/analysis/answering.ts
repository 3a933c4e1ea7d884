/** A program as something that answers arguments with values, whether it is a function that is called or a process that reads. */

import type { Limits, Problem } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import { Process, printedValue } from '../judging/process.ts';
import { type CallResult, type Conditions, type Failure, Program } from '../judging/program.ts';

/** What decides how a problem's programs are asked. */
export type Asked = Pick<Problem, 'entryPoint' | 'call'> & Conditions;

export interface Answering extends Disposable {
  /** Why the program cannot be asked at all. */
  load(): Failure | undefined;
  /** One answer under a fresh budget. */
  answer(args: readonly PyValue[]): CallResult;
}

/** `python` must be at its checkpoint; it is back there after `dispose`. */
export function openProgram(python: Interpreter, code: string, asked: Asked, limits: Limits): Answering {
  return asked.call === 'stdin' ? openProcess(python, code, asked, limits) : openFunction(python, code, asked, limits);
}

function openFunction(python: Interpreter, code: string, asked: Asked, limits: Limits): Answering {
  const program = new Program(python, code, asked.entryPoint, limits, asked);
  return {
    load: () => program.load(),
    answer: (args) => program.test(marshal({ type: 'tuple', items: args })),
    [Symbol.dispose]: () => program[Symbol.dispose](),
  };
}

/** The one argument is what stands on standard input; the answer is the text that was printed. */
function openProcess(python: Interpreter, code: string, asked: Asked, limits: Limits): Answering {
  const process = new Process(python, code, limits, asked);
  return {
    load: () => process.check(),
    answer: ([input, ...others]) => {
      if (input?.type !== 'str' || others.length > 0) {
        const error = 'TypeError: expected one text for standard input';
        return { type: 'failed', failure: { outcome: 'runtime_error', error }, ticks: 0 };
      }
      const result = process.run(new TextEncoder().encode(input.value), limits.outputBytes);
      const { ticks } = result;
      if (result.type === 'failed') return { type: 'failed', failure: result.failure, ticks };
      return { type: 'value', value: printedValue(result.printed), ticks };
    },
    [Symbol.dispose]: () => process[Symbol.dispose](),
  };
}
