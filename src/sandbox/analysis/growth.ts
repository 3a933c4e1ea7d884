/** Empirical complexity: a program in the sealed interpreter on inputs of growing size from its problem's generator. */

import type { Growth } from '../../core/analysis.ts';
import type { Problem } from '../../core/types.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import { Program } from '../judging/program.ts';
import { GROWTH_LIMITS, GROWTH_SIZES } from './budgets.ts';
import { fitGrowth } from './fit.ts';
import { InputStream, SourceError } from './generator.ts';

export interface GrowthJob {
  readonly problem: Pick<Problem, 'entryPoint' | 'inputs'>;
  readonly code: string;
}

/** Inputs of each size; the dearest counts, as complexity speaks of the worst case. */
const DRAWS = 5;
const SEED = 0;
/** Loop iterations and calls from one tick to the next (Python/emscripten_signal.c). */
const STEPS_PER_TICK = 51;
/** A call dearer than this ends the growth: the next sizes would pass the budget. */
const DEAR_TICKS = GROWTH_LIMITS.ticksPerTest / 4;

/** Marshalled arguments: `[size][draw]`. */
function drawInputs(trusted: Interpreter, source: string): Uint8Array[][] {
  using stream = new InputStream(trusted, source, SEED);
  return GROWTH_SIZES.map((size) =>
    Array.from({ length: DRAWS }, () => marshal({ type: 'tuple', items: stream.next(size) })),
  );
}

const stepsToTick = (python: Interpreter): number => python.u32(python.api._Py_emscripten_signal_clock.value);

/** Ticks of the dearest call, in parts; undefined when a call gave no value. */
function dearest(sealed: Interpreter, { code, problem }: GrowthJob, inputs: readonly Uint8Array[]): number | undefined {
  using program = new Program(sealed, code, problem.entryPoint, GROWTH_LIMITS);
  if (program.load() !== undefined) return undefined;
  let most = 0;
  for (const args of inputs) {
    const before = stepsToTick(sealed);
    const result = program.test(args);
    if (result.type === 'failed') return undefined;
    const parts = (before - stepsToTick(sealed) + sealed.meter.fuelUsed) / STEPS_PER_TICK;
    most = Math.max(most, result.ticks + parts);
  }
  return most;
}

/**
 * Fits the growth of a program. The program starts anew for every size, so that what it remembers of smaller inputs
 * makes larger ones no cheaper. It ends at the first call that fails; null when there is no generator, the generator
 * fails, or too few sizes ran. Both interpreters are back at their checkpoints afterwards.
 */
export function growthOf(sealed: Interpreter, trusted: Interpreter, job: GrowthJob): Growth | null {
  if (job.problem.inputs === undefined) return null;
  let inputs: Uint8Array[][];
  try {
    inputs = drawInputs(trusted, job.problem.inputs);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
  const points: { size: number; ticks: number }[] = [];
  for (const [i, size] of GROWTH_SIZES.entries()) {
    const ticks = dearest(sealed, job, inputs[i]!);
    if (ticks === undefined) break;
    points.push({ size, ticks });
    if (ticks > DEAR_TICKS) break;
  }
  return fitGrowth(points);
}
