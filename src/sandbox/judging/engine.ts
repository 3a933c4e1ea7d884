/** One worker's engine: a sealed interpreter for programs, a trusted one for everything else, and the kinds of job they do. */

import { messageOf } from '../../core/errors.ts';
import type { Harness, Verdict } from '../../core/types.ts';
import { analyse } from '../analysis/analyse.ts';
import { freshTests } from '../analysis/fresh.ts';
import { createGrowth } from '../analysis/growth.ts';
import { createProbe } from '../analysis/probe.ts';
import type { SandboxImage } from '../cpython/image.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { judgeAsserts } from './asserts.ts';
import { type Assignment, programOf } from './assignment.ts';
import { type InterpreterState, type Job, lostResult, type Result, resultsOf } from './jobs.ts';
import { judgeRuns } from './runs.ts';
import { createSealedInterpreter } from './sealed.ts';
import { TrustedInterpreter } from './trusted.ts';
import { type Integrity, infraError, judgeValues } from './verdict.ts';
import { judgeWeak } from './weak.ts';

/** The weak harnesses put themselves behind a function that they call with values. */
const refusedHarness = (tests: string, harness: Harness): Verdict =>
  infraError(`harness: expected sealed for ${tests}, got ${harness}`, 0, 'weak');

export class Engine {
  readonly #module: WebAssembly.Module;
  readonly #image: SandboxImage;
  readonly #integrity: Integrity;
  readonly #growthOf = createGrowth();
  readonly #probeOf = createProbe();
  #sealed: Interpreter;
  #trusted: TrustedInterpreter | undefined;

  /** Instantiates the sealed interpreter (about 0.1 s); `module` is compiled from the sandbox's own file. */
  constructor(module: WebAssembly.Module, image: SandboxImage, integrity: Integrity) {
    this.#module = module;
    this.#image = image;
    this.#integrity = integrity;
    this.#sealed = createSealedInterpreter(module, image);
  }

  /** The interpreter that programs run in, at its checkpoint between jobs. */
  get sealed(): Interpreter {
    return this.#sealed;
  }

  /** Between jobs: whether undo left nothing of the programs behind. */
  get state(): InterpreterState {
    return { pristine: this.#sealed.isPristine(), digest: this.#sealed.digest() };
  }

  /** Does one job; after a failure of ours, which is an answer too, the interpreters are made anew. */
  run(job: Job): Result {
    try {
      return this.#run(job);
    } catch (error) {
      this.#sealed = createSealedInterpreter(this.#module, this.#image);
      this.#trusted = undefined;
      const name = error instanceof Error ? `${error.name}: ` : '';
      return lostResult(job, `sandbox: ${name}${messageOf(error)}`, this.#integrity);
    }
  }

  #run(job: Job): Result {
    switch (job.kind) {
      case 'judge':
        return { kind: job.kind, result: this.#judge(job.job) };
      case 'analyse':
        return { kind: job.kind, result: analyse(this.#second(), job.job) };
      case 'fresh':
        return { kind: job.kind, result: freshTests(this.#second().python, job.job) };
      case 'growth':
        return { kind: job.kind, result: this.#growthOf(this.#sealed, this.#second().python, job.job) };
      case 'probe':
        return { kind: job.kind, result: this.#probeOf(this.#sealed, this.#second().python, job.job) };
      default:
        return job satisfies never;
    }
  }

  /** The trusted interpreter, made when it is first needed (about 0.1 s). */
  #second(): TrustedInterpreter {
    this.#trusted ??= new TrustedInterpreter(this.#module, this.#image);
    return this.#trusted;
  }

  /** Runs one program against its tests. */
  judge(assignment: Assignment): Verdict {
    const [verdict] = resultsOf('judge', [this.run({ kind: 'judge', job: assignment })]);
    return verdict!;
  }

  #judge(job: Assignment): Verdict {
    const { tests, harness = 'sealed' } = job;
    const program = programOf(job);
    if (tests.type === 'stdin') {
      if (harness !== 'sealed') return refusedHarness('tests on standard input', harness);
      return judgeRuns(this.#sealed, { ...job, tests }, this.#integrity);
    }
    if (tests.type === 'values') {
      const values = { ...tests, ...program };
      return harness === 'sealed'
        ? judgeValues(this.#sealed, values, this.#integrity)
        : judgeWeak(this.#sealed, values, harness);
    }
    if (harness !== 'sealed') return refusedHarness('assert tests', harness);
    return judgeAsserts(this.#sealed, this.#second(), { ...program, tests }, this.#integrity);
  }
}
