/** One worker's engine: a sealed interpreter, a trusted one when assert tests come, and the kinds of job they answer. */

import type { Verdict } from '../../core/types.ts';
import type { SandboxImage } from '../cpython/image.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { judgeAsserts } from './asserts.ts';
import { type Assignment, limitsOf } from './assignment.ts';
import { createSealedInterpreter } from './sealed.ts';
import { TrustedInterpreter } from './trusted.ts';
import { type Integrity, infraError, judgeValues } from './verdict.ts';
import { judgeWeak } from './weak.ts';

export class Engine {
  readonly #module: WebAssembly.Module;
  readonly #image: SandboxImage;
  readonly #integrity: Integrity;
  #sealed: Interpreter;
  #trusted: TrustedInterpreter | undefined;

  /** Instantiates the sealed interpreter (about 0.1 s); `module` is the compiled `pyodide.asm.wasm`. */
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

  /** Runs one program; a failure of ours is an `infra_error`, after which the interpreters are made anew. */
  judge(job: Assignment): Verdict {
    const { code, entryPoint, tests, harness = 'sealed' } = job;
    const limits = limitsOf(job);
    try {
      if (tests.type === 'values') {
        const values = { ...tests, code, entryPoint, limits };
        return harness === 'sealed'
          ? judgeValues(this.#sealed, values, this.#integrity)
          : judgeWeak(this.#sealed, values, harness);
      }
      if (harness !== 'sealed') {
        return infraError(`harness: expected sealed for assert tests, got ${harness}`, 0, 'weak');
      }
      this.#trusted ??= new TrustedInterpreter(this.#module, this.#image);
      return judgeAsserts(this.#sealed, this.#trusted, { code, entryPoint, tests, limits }, this.#integrity);
    } catch (error) {
      this.#sealed = createSealedInterpreter(this.#module, this.#image);
      this.#trusted = undefined;
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      return infraError(`sandbox: ${message}`, tests.type === 'values' ? tests.tests.length : 0, this.#integrity);
    }
  }
}
