/** What a program does on inputs from its problem's generator, as one text for each: no right answers are involved. */

import { FAILURE_TEXTS, type InputSettings, opaqueText, type ProbeResult, raisedText } from '../../core/behaviour.ts';
import { canonicalLines } from '../../core/compare-lines.ts';
import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Problem } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { valueText } from '../../core/value-text.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import type { CallResult, Failure } from '../judging/program.ts';
import { openProgram } from './answering.ts';
import { probeLimits } from './budgets.ts';
import { drawDifferent, REMEMBERED, SourceError } from './generator.ts';
import { remember } from './remember.ts';

export interface ProbeRequest extends InputSettings {
  readonly problem: Pick<Problem, 'id' | 'entryPoint' | 'call' | 'inputs' | 'compare' | 'limits' | 'allow' | 'undo'>;
  readonly code: string;
}

type Inputs = { readonly calls: readonly (readonly PyValue[])[] } | { readonly error: string };

function drawCalls(trusted: Interpreter, source: string, settings: InputSettings): Inputs {
  try {
    return { calls: drawDifferent(trusted, source, settings) };
  } catch (error) {
    if (error instanceof SourceError) return { error: error.message };
    throw error;
  }
}

/** How far the machine came in its time is no behaviour of a program. */
class Unsteady extends Error {}

function failureText({ outcome, error, raised, exitStatus }: Failure): string {
  switch (outcome) {
    case 'timeout':
      if (error.startsWith(WALL_CLOCK)) throw new Unsteady(error);
      return FAILURE_TEXTS.timeout;
    case 'memory_limit':
    case 'output_limit':
    case 'forbidden':
      return FAILURE_TEXTS[outcome];
    case 'syntax_error':
      return raisedText('SyntaxError');
    case 'runtime_error': {
      if (exitStatus !== undefined) return raisedText('SystemExit');
      // Errors that are found without an exception begin with the name of one; the others are crashes.
      const type = raised?.type ?? /^\w+(?=: )/.exec(error)?.[0];
      return type === undefined ? FAILURE_TEXTS.crash : raisedText(type);
    }
    default:
      return outcome satisfies never;
  }
}

/** Printed text as far as it counts. */
const asCompared = (printed: PyValue): PyValue =>
  printed.type === 'str' ? { type: 'str', value: canonicalLines(printed.value) } : printed;

function outputText(result: CallResult, { call, compare }: ProbeRequest['problem']): string {
  switch (result.type) {
    case 'value':
      return valueText(call === 'stdin' ? asCompared(result.value) : result.value, compare);
    case 'opaque':
      return opaqueText(result.reason);
    case 'failed':
      return failureText(result.failure);
    default:
      return result satisfies never;
  }
}

/** One program on its problem's inputs. */
export type ProbeOf = (sealed: Interpreter, trusted: Interpreter, request: ProbeRequest) => ProbeResult;

/**
 * Runs programs as judging does: one after the other in a state of its own, in which all its calls are made, with grants
 * and undo of the problem, but a tenth of its budgets. Both interpreters are back at their checkpoints afterwards.
 */
export function createProbe(): ProbeOf {
  const callsOf = remember(
    REMEMBERED,
    (_: Interpreter, source: string, { seed, count, size }: InputSettings) => `${seed} ${count} ${size} ${source}`,
    drawCalls,
  );
  return (sealed, trusted, { problem, code, ...settings }) => {
    const fail = (what: string) => ({ error: `problem ${JSON.stringify(problem.id)}: ${what}` });
    if (problem.inputs === undefined) return fail('expected a generator under "inputs", got none');
    const inputs = callsOf(trusted, problem.inputs, settings);
    if ('error' in inputs) return fail(inputs.error);
    using program = openProgram(sealed, code, problem, probeLimits(problem.limits));
    try {
      const failure = program.load();
      if (failure !== undefined) return { outputs: inputs.calls.map(() => failureText(failure)) };
      return { outputs: inputs.calls.map((args) => outputText(program.answer(args), problem)) };
    } catch (error) {
      if (error instanceof Unsteady) return fail(error.message);
      throw error;
    }
  };
}
