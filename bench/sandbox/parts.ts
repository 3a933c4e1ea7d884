/** The parts of the bench that run in Node: throughput, undo, execution under the barrier, killed loops, growth with tests, boot. */

import { performance } from 'node:perf_hooks';
import { loadPyodide } from 'pyodide';
import { py } from '../../src/core/value-make.ts';
import { Engine } from '../../src/sandbox/judging/engine.ts';
import { pyodideFolder } from '../../src/sandbox/snapshot/image-build.ts';
import { HEAVY } from './heavy.ts';
import { type Cost, round, sideBySide } from './measure.ts';
import { readProblems, type Sample, sampleOf } from './samples.ts';
import { type Files, inProcesses, judgeAll, runPythonWay, withoutUndo } from './ways.ts';

const ROUNDS = 7;
/** A process costs fifty programs of ours, so that fewer of them do. */
const PROCESSES = 20;

const costs = ({ wall, cpu }: Cost) => ({ 'wall ms': round(wall), 'cpu ms': round(cpu) });
const perSecond = ({ wall }: Cost) => round(1000 / wall);

function undoBoth(engine: Engine, plain: Engine): void {
  engine.sealed.restore();
  plain.sealed.restore();
}

/** Candidates of five tests each, in every way. */
export async function throughput(engine: Engine, plain: Engine, samples: readonly Sample[]) {
  const runPython = await runPythonWay();
  const all = {
    'marked pages': () => judgeAll(engine, samples),
    'undo between tests': () => judgeAll(engine, samples, 'test'),
    'no undo': () => withoutUndo(engine, () => judgeAll(engine, samples)),
    'plain copy': () => judgeAll(plain, samples),
    'plain module, no undo': () => withoutUndo(plain, () => judgeAll(plain, samples)),
    runPython: () => runPython(samples),
  };
  const ways = await sideBySide(ROUNDS, samples.length, all, () => undoBoth(engine, plain));
  const process = inProcesses(samples.slice(0, PROCESSES));
  const ours = ways['marked pages'];
  return {
    'per candidate': Object.fromEntries(Object.entries(ways).map(([name, cost]) => [name, costs(cost)])),
    'CPython process': process === null ? null : costs(process),
    'candidates per second': perSecond(ours),
    'process ÷ ours (≥ 30)': process === null ? null : round(process.cpu / ours.cpu),
    'runPython ÷ ours (≥ 1)': round(ways.runPython.cpu / ours.cpu),
    'plain copy ÷ ours': round(ways['plain copy'].cpu / ours.cpu),
    'ours ÷ no undo': round(ours.cpu / ways['no undo'].cpu),
    'undo between tests ÷ ours': round(ways['undo between tests'].cpu / ours.cpu),
  };
}

/** One long call on the module with and without the barrier; undo is not counted. */
export async function execution(engine: Engine, plain: Engine) {
  const ratios: Record<string, number> = {};
  for (const [name, code] of Object.entries(HEAVY)) {
    const tests = { type: 'values', tests: [{ args: [], expected: py(0) }], compare: 'python' } as const;
    const limits = { ticksPerTest: 1e9, fuelPerTest: 1e9, wallMs: 1e6 };
    const job = { code, entryPoint: 'solution', tests, limits };
    const ways = {
      barrier: () => withoutUndo(engine, () => engine.judge(job)),
      without: () => withoutUndo(plain, () => plain.judge(job)),
    };
    const { barrier, without } = await sideBySide(3 * ROUNDS, 1, ways, () => undoBoth(engine, plain));
    ratios[name] = round(barrier.cpu / without.cpu);
  }
  return { 'barrier ÷ plain module': ratios };
}

/** A loop that is killed against an honest one of as many ticks, whose time is its budget. */
export async function killedLoop(engine: Engine) {
  const ticks = 5_000;
  const limits = { ticksPerTest: ticks, fuelPerTest: 1e9, wallMs: 1e6 };
  const job = (body: string) => ({
    code: `def solution():\n${body}`,
    entryPoint: 'solution',
    tests: { type: 'values', tests: [{ args: [], expected: py(0) }], compare: 'python' } as const,
    limits,
  });
  const endless = job('    i = 0\n    while True: i += 1\n');
  // One tick is 51 iterations; a little less than the budget.
  const honest = job(`    i = 0\n    while i < ${Math.floor(50.5 * ticks)}: i += 1\n    return 0\n`);
  const outcomes = [endless, honest].map((each) => engine.judge(each).outcome);
  if (outcomes.join() !== 'timeout,passed')
    throw new Error(`bench: expected a killed and an honest loop, got ${outcomes}`);
  const { killed, passed } = await sideBySide(ROUNDS, 1, {
    killed: () => engine.judge(endless),
    passed: () => engine.judge(honest),
  });
  return { 'killed loop ÷ its budget (< 2)': round(killed.cpu / passed.cpu) };
}

/** Milliseconds per candidate with more and more tests, with and without undo between them. */
export async function growth(engine: Engine) {
  const problems = readProblems()
    .filter(({ reference }) => reference !== undefined)
    .slice(0, 40);
  const rows: Record<string, { program: number; test: number }> = {};
  for (const tests of [1, 5, 20, 100]) {
    const samples = problems.map((problem) => sampleOf(problem, problem.reference!, tests));
    const { program, test } = await sideBySide(3, samples.length, {
      program: () => judgeAll(engine, samples),
      test: () => judgeAll(engine, samples, 'test'),
    });
    rows[tests] = { program: round(program.cpu), test: round(test.cpu) };
  }
  return { 'cpu ms per candidate, by number of tests and undo scope': rows };
}

/** An engine from image and shared module against Pyodide's own boot. */
export async function boot({ module, image }: Files) {
  const { ours, plain } = await sideBySide(4, 1, {
    ours: () => new Engine(module, image, 'node'),
    plain: () => loadPyodide({ indexURL: pyodideFolder() }),
  });
  return {
    ours: costs(ours),
    'loadPyodide()': costs(plain),
    'ours ÷ loadPyodide() (≤ 0.45)': round(ours.cpu / plain.cpu),
  };
}

/** The undo alone, after a typical candidate. */
export function undoAlone(engine: Engine, samples: readonly Sample[]) {
  const { sealed } = engine;
  const { restore } = sealed;
  const times: number[] = [];
  sealed.restore = () => {
    const from = performance.now();
    restore.call(sealed);
    times.push(performance.now() - from);
  };
  judgeAll(engine, samples);
  sealed.restore = restore;
  const base = sealed.bytes.slice(0, sealed.api.sbrk(0) >>> 0);
  const copies = Array.from({ length: 40 }, () => {
    const from = performance.now();
    sealed.memory.bytes.set(base);
    return performance.now() - from;
  });
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return {
    'marked pages, median wall ms': round(median(times)),
    'plain copy, median wall ms': round(median(copies)),
    'copy ÷ marked': round(median(copies) / median(times)),
  };
}
