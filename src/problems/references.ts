/** Results that only a reference can tell: its calls written as a generator of inputs, which the sandbox draws from. */

import { messageOf } from '../core/errors.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../core/own-problems.ts';
import { containerText, repr } from '../core/repr.ts';
import type { Problem, TestCase } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { writeJson } from './lossless.ts';
import { writeValue } from './values.ts';

/** Python that gives exactly this value, where `inf` and `nan` are defined. */
function exactText(value: PyValue): string {
  switch (value.type) {
    case 'int':
      // Decimal digits beyond a limit are refused by Python.
      return value.value < 0n ? `-0x${(-value.value).toString(16)}` : `0x${value.value.toString(16)}`;
    case 'complex':
      return `complex(${exactText({ type: 'float', value: value.re })}, ${exactText({ type: 'float', value: value.im })})`;
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'dict':
      return containerText(value, exactText);
    default:
      return repr(value);
  }
}

/** A generator that gives these calls, one after another. */
export function generatorOf(calls: readonly (readonly PyValue[])[]): string {
  const lists = calls.map((args) => `    lambda: [${args.map(exactText).join(', ')}],`);
  return [
    'inf = float("inf")',
    'nan = float("nan")',
    '_calls = [',
    ...lists,
    ']',
    '_at = -1',
    'def inputs(random, size):',
    '    global _at',
    '    _at = min(_at + 1, len(_calls) - 1)',
    '    return _calls[_at]()',
    '',
  ].join('\n');
}

/** Tests of a problem by its own generator and reference: what the sandbox can do. */
export type MakeTests = (problem: Problem, count: number) => Promise<readonly TestCase[]>;

/** Calls, and characters of their source, that are asked at once. */
const AT_ONCE = 100;
const MOST_SOURCE = 400_000;
/** Calls that fail by themselves before a reference is not asked any more. */
const MOST_FAILURES = 20;

const keyOf = (args: readonly PyValue[]): string => writeJson({ type: 'array', items: args.map(writeValue) });

type Calls = readonly (readonly PyValue[])[];

/** Calls in parts that can be asked at once. */
function partsOf(calls: Calls): Calls[] {
  const parts: (readonly PyValue[])[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const args of calls) {
    const length = args.reduce((sum, value) => sum + exactText(value).length, 0);
    const last = parts.at(-1);
    if (last === undefined || last.length >= AT_ONCE || size + length > MOST_SOURCE) {
      parts.push([args]);
      size = length;
    } else {
      last.push(args);
      size += length;
    }
  }
  return parts;
}

/** Asks for results; of calls that fail together, those that fail alone are found by halving. */
class Asker {
  readonly found = new Map<string, TestCase>();
  readonly failures: string[] = [];
  readonly #problem: Problem;
  readonly #make: MakeTests;

  constructor(problem: Problem, make: MakeTests) {
    this.#problem = problem;
    this.#make = make;
  }

  async ask(calls: Calls): Promise<void> {
    if (this.failures.length > MOST_FAILURES) return;
    try {
      const tests = await this.#make({ ...this.#problem, inputs: generatorOf(calls) }, calls.length);
      for (const test of tests) this.found.set(keyOf(test.args), test);
    } catch (error) {
      if (calls.length === 1) {
        this.failures.push(messageOf(error));
        return;
      }
      const half = Math.ceil(calls.length / 2);
      await this.ask(calls.slice(0, half));
      await this.ask(calls.slice(half));
    }
  }
}

/**
 * The tests of one problem, with the results that its reference gives. Calls on which the reference fails, by its budget or
 * otherwise, are left out, which is said; without a single public one, or with many that fail, the problem is refused.
 */
export async function askReference({ problem, calls }: ReferenceRequest, make: MakeTests): Promise<ReferenceAnswer> {
  const asker = new Asker(problem, make);
  for (const part of partsOf([...calls.public, ...calls.hidden])) await asker.ask(part);
  const { found, failures } = asker;
  const testsOf = (list: Calls) => list.flatMap((args) => found.get(keyOf(args)) ?? []);
  const shown = testsOf(calls.public);
  if (shown.length === 0 || failures.length > MOST_FAILURES) {
    return {
      error: failures[0] ?? `problem ${JSON.stringify(problem.id)}: expected a result of its reference, got none`,
    };
  }
  const left = calls.public.length + calls.hidden.length - found.size;
  const notes =
    left === 0
      ? []
      : [`${left} of ${left + found.size} calls are left out: the reference failed (${failures[0] ?? 'no result'})`];
  return { problem: { ...problem, tests: { public: shown, reward: shown, hidden: testsOf(calls.hidden) } }, notes };
}
