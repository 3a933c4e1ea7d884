/** Empirical complexity: a program in the sealed interpreter on inputs of growing size from its problem's generator. */

import type { Growth } from '../../core/analysis.ts';
import type { Problem } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { openProgram } from './answering.ts';
import { GROWTH_LIMITS, GROWTH_SIZES } from './budgets.ts';
import { fitGrowth } from './fit.ts';
import { InputStream, REMEMBERED, SourceError } from './generator.ts';
import { remember } from './remember.ts';

export interface GrowthJob {
  readonly problem: Pick<Problem, 'entryPoint' | 'call' | 'inputs'>;
  readonly code: string;
}

/** Inputs of each size; the dearest counts, as complexity speaks of the worst case. */
const DRAWS = 8;
const SEED = 0;
/** Loop iterations and calls from one tick to the next (Python/emscripten_signal.c). */
const STEPS_PER_TICK = 51;
/** Enough for one size: neither more inputs of it nor larger ones are worth their price. */
const DEAR_TICKS = GROWTH_LIMITS.ticksPerTest / 5;

interface Inputs {
  /** Arguments: `[size][draw]`. */
  readonly calls: readonly (readonly (readonly PyValue[])[])[];
  /** Texts or collections are among the arguments, so that one C call may do work that grows with them. */
  readonly bulky: boolean;
}

const isNumber = ({ type }: PyValue) => ['none', 'bool', 'int', 'float', 'complex'].includes(type);

/** Null when the generator fails. */
function drawInputs(trusted: Interpreter, source: string): Inputs | null {
  using stream = new InputStream(trusted, source, SEED);
  try {
    const drawn = GROWTH_SIZES.map((size) => Array.from({ length: DRAWS }, () => stream.next(size)));
    return { calls: drawn, bulky: !drawn.flat(2).every(isNumber) };
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

const stepsToTick = (python: Interpreter): number => python.u32(python.api._Py_emscripten_signal_clock.value);

/** Ticks of the dearest call, in parts; undefined when a call failed. */
function dearest(
  sealed: Interpreter,
  { code, problem }: GrowthJob,
  calls: readonly (readonly PyValue[])[],
): number | undefined {
  using program = openProgram(sealed, code, problem, GROWTH_LIMITS);
  if (program.load() !== undefined) return undefined;
  let [most, total] = [0, 0];
  for (const args of calls) {
    const before = stepsToTick(sealed);
    const result = program.answer(args);
    if (result.type === 'failed') return undefined;
    const parts = (before - stepsToTick(sealed) + sealed.meter.fuelUsed) / STEPS_PER_TICK;
    most = Math.max(most, result.ticks + parts);
    total += result.ticks + parts;
    if (total > DEAR_TICKS) break;
  }
  return most;
}

/** Fits the growth of one program; null where nothing can be said. */
export type GrowthOf = (sealed: Interpreter, trusted: Interpreter, job: GrowthJob) => Growth | null;

/**
 * Measures growth. A program starts anew for every size, so that what it remembers of smaller inputs makes larger ones
 * no cheaper. It ends at the first call that fails or is dear. Null when there is no generator or it fails, when too few
 * sizes ran, and when nothing that is counted grows although the arguments do: then the work may hide in a C call. Both
 * interpreters are back at their checkpoints afterwards.
 */
export function createGrowth(): GrowthOf {
  const inputsOf = remember(REMEMBERED, (_: Interpreter, source: string) => source, drawInputs);
  return (sealed, trusted, job) => {
    const inputs = job.problem.inputs === undefined ? null : inputsOf(trusted, job.problem.inputs);
    if (inputs === null) return null;
    const points: { size: number; ticks: number }[] = [];
    for (const [i, size] of GROWTH_SIZES.entries()) {
      const ticks = dearest(sealed, job, inputs.calls[i]!);
      if (ticks === undefined) break;
      points.push({ size, ticks });
      if (ticks > DEAR_TICKS) break;
    }
    const growth = fitGrowth(points);
    return growth?.exponent === 0 && inputs.bulky ? null : growth;
  };
}
