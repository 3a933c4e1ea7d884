/** The ways of running candidates that the bench holds side by side, all in this process but the last. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPyodide } from 'pyodide';
import type { loadSandboxFiles } from '../../src/sandbox/build/files.ts';
import { pyodideFolder } from '../../src/sandbox/build/image-build.ts';
import { Engine } from '../../src/sandbox/judging/engine.ts';
import type { Sample } from './samples.ts';

export type Files = Awaited<ReturnType<typeof loadSandboxFiles>>;

/** Judges every sample. */
export function judgeAll(engine: Engine, samples: readonly Sample[], undo?: 'test'): void {
  for (const { assignment } of samples) engine.judge(undo === undefined ? assignment : { ...assignment, undo });
}

/** As `judgeAll`, but nothing is undone until the end. */
export function judgeWithoutUndo(engine: Engine, samples: readonly Sample[]): void {
  const { sealed } = engine;
  sealed.restore = () => undefined;
  judgeAll(engine, samples);
  Reflect.deleteProperty(sealed, 'restore');
  sealed.restore();
}

/** The module as Pyodide ships it, without the store barrier; its undo copies everything. */
export async function plainEngine({ image }: Files): Promise<Engine> {
  const module = await WebAssembly.compile(readFileSync(join(pyodideFolder(), 'pyodide.asm.wasm')));
  const engine = new Engine(module, image, 'node');
  const { sealed } = engine;
  const base = sealed.bytes.slice(0, image.memory.length);
  const stackPointer = sealed.api.__stack_pointer.value as number;
  // What undo was before the barrier: no more than the used memory is copied.
  sealed.restore = () => {
    sealed.bytes.set(base);
    sealed.api.__stack_pointer.value = stackPointer;
  };
  return engine;
}

/** Pyodide's ordinary API: `runPython` in a fresh dict, one more call per test; nothing is undone and nothing is sealed. */
export async function runPythonWay(): Promise<(samples: readonly Sample[]) => void> {
  const pyodide = await loadPyodide({ indexURL: pyodideFolder() });
  const run = (code: string, globals: unknown): unknown => {
    const result = pyodide.runPython(code, { globals } as { globals: never });
    return result?.destroy === undefined ? result : result.destroy();
  };
  return (samples) => {
    for (const { assignment, calls } of samples) {
      const globals = pyodide.toPy({});
      for (const code of [assignment.code, ...calls]) {
        try {
          run(code, globals);
        } catch (error) {
          if (!(error instanceof pyodide.ffi.PythonError)) throw error;
        }
      }
      globals.destroy();
    }
  };
}

export const hasPython = spawnSync('python3', ['--version']).error === undefined;

/** The lecture's way: a CPython process for every candidate. */
export function inProcesses(samples: readonly Sample[]): void {
  for (const { assignment, calls } of samples) {
    spawnSync('python3', ['-c', `${assignment.code}\nprint(${calls.join(', ')})`]);
  }
}
