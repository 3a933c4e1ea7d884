/** The ways of running candidates that the bench holds side by side, all in this process but the last. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPyodide } from 'pyodide';
import { Engine } from '../../src/sandbox/judging/engine.ts';
import type { loadSandboxFiles } from '../../src/sandbox/snapshot/files.ts';
import { pyodideFolder } from '../../src/sandbox/snapshot/image-build.ts';
import type { Cost } from './measure.ts';
import type { Sample } from './samples.ts';

export type Files = Awaited<ReturnType<typeof loadSandboxFiles>>;

/** Judges every sample. */
export function judgeAll(engine: Engine, samples: readonly Sample[], undo?: 'test'): void {
  for (const { assignment } of samples) engine.judge(undo === undefined ? assignment : { ...assignment, undo });
}

/** Does something with an engine that undoes nothing; what there is to undo stays for the next `restore`. */
export function withoutUndo(engine: Engine, work: () => void): void {
  const { sealed } = engine;
  const { restore } = sealed;
  sealed.restore = () => undefined;
  try {
    work();
  } finally {
    sealed.restore = restore;
  }
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

/** Makes a CPython process say its CPU seconds as the last line of its errors. */
const SAY_TIME = `import atexit, sys, time
atexit.register(lambda: print('\\n', time.process_time(), file=sys.stderr))
`;

/** The lecture's way, a CPython process for every candidate: the cost of one; null without a python3. */
export function inProcesses(samples: readonly Sample[]): Cost | null {
  let cpu = 0;
  const from = performance.now();
  for (const { assignment, calls } of samples) {
    const program = `${SAY_TIME}${assignment.code}\nprint(${calls.join(', ')})`;
    const { error, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
    if (error !== undefined) return null;
    cpu += 1000 * Number(stderr.trimEnd().split('\n').at(-1));
  }
  return { wall: (performance.now() - from) / samples.length, cpu: cpu / samples.length };
}
