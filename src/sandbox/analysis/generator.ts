/** A problem's own generator of inputs, running in the trusted interpreter: one stream of arguments per seed. */

import type { InputSettings } from '../../core/behaviour.ts';
import { repr } from '../../core/repr.ts';
import type { PyValue } from '../../core/value.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import { type Failure, Program } from '../judging/program.ts';
import { GENERATOR_LIMITS } from './budgets.ts';

/** Behind the problem's source, so that its lines keep their numbers. */
const DRAW = `

import random as _greenbar_random
_greenbar_streams = {}
def _greenbar_draw(seed, size):
    if seed not in _greenbar_streams:
        _greenbar_streams[seed] = _greenbar_random.Random(seed)
    return inputs(_greenbar_streams[seed], size)
`;

/** What is wrong with a generator or a reference, as one sentence. */
export class SourceError extends Error {}

/** `TypeError: …, line 3`; lines behind the end of the source are ours and mean nothing to its author. */
export function failureText({ error, line }: Failure, source: string): string {
  const known = line !== undefined && line <= source.split('\n').length;
  return known ? `${error}, line ${line}` : error;
}

/** Draws arguments from `inputs(random, size)` with a `random.Random(seed)` that goes on from draw to draw. */
export class InputStream implements Disposable {
  readonly #program: Program;
  readonly #source: string;
  readonly #seed: number;
  #loaded = false;

  /** The interpreter must be at its checkpoint; it is back there after `dispose`. */
  constructor(python: Interpreter, source: string, seed: number) {
    this.#program = new Program(python, source + DRAW, '_greenbar_draw', GENERATOR_LIMITS);
    this.#source = source;
    this.#seed = seed;
  }

  [Symbol.dispose](): void {
    this.#program[Symbol.dispose]();
  }

  /**
   * The arguments of one call.
   *
   * @throws SourceError when the generator fails, or gives anything but a list of plain data
   */
  next(size: number): readonly PyValue[] {
    const fail = (what: string): never => {
      throw new SourceError(`inputs: ${what} (seed ${this.#seed}, size ${size})`);
    };
    if (!this.#loaded) {
      const failure = this.#program.load();
      if (failure !== undefined) return fail(failureText(failure, this.#source));
      this.#loaded = true;
    }
    const numbers = [this.#seed, size].map((value) => ({ type: 'int', value: BigInt(value) }) as const);
    const result = this.#program.test(marshal({ type: 'tuple', items: numbers }));
    switch (result.type) {
      case 'failed':
        return fail(failureText(result.failure, this.#source));
      case 'opaque':
        return fail(result.reason);
      case 'value':
        if (result.value.type === 'list' || result.value.type === 'tuple') return result.value.items;
        return fail(`expected a list of arguments, got ${result.value.type}`);
      default:
        return result satisfies never;
    }
  }
}

/** Draws for one list of arguments before it is left out because all were there already. */
const DRAWS_EACH = 8;

/** Generators whose inputs are remembered, so that many programs of one problem draw them once. */
export const REMEMBERED = 16;

/**
 * Lists of arguments, all different; sizes grow from 1 to `size`. `python` is back at its checkpoint afterwards.
 *
 * @throws SourceError as `InputStream.next`
 */
export function drawDifferent(
  python: Interpreter,
  source: string,
  { seed, count, size }: InputSettings,
): (readonly PyValue[])[] {
  using stream = new InputStream(python, source, seed);
  const drawn = new Map<string, readonly PyValue[]>();
  for (let i = 0; i < count; i++) {
    const now = count === 1 ? size : 1 + Math.round((i * (size - 1)) / (count - 1));
    for (let draw = 0; draw < DRAWS_EACH; draw++) {
      const args = stream.next(now);
      const key = args.map(repr).join(', ');
      if (drawn.has(key)) continue;
      drawn.set(key, args);
      break;
    }
  }
  return [...drawn.values()];
}
