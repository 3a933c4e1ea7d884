/**
 * What judging costs: programs in the sandbox's interpreter with exact undo, beside a fresh CPython process for each
 * (where python3 is installed). Run with `npx tsx bench/sandbox.ts`.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repr } from '../src/core/repr.ts';
import type { Problem } from '../src/core/types.ts';
import { parseProblems } from '../src/problems/format.ts';
import { runCallJobs } from '../src/sandbox/node.ts';

const TESTS = 5;
const ROUNDS = 5;

interface Sample {
  readonly problem: Problem;
  readonly code: string;
}

function samples(): Sample[] {
  const file = fileURLToPath(new URL('../public/problems/auxiliary.json', import.meta.url));
  return parseProblems(readFileSync(file, 'utf8'), 'auxiliary.json').flatMap((problem) =>
    problem.reference === undefined ? [] : [{ problem, code: problem.reference }],
  );
}

const argsOf = ({ tests }: Problem) => [...tests.public, ...tests.reward].slice(0, TESTS).map(({ args }) => args);

/** Milliseconds of wall time and of this process's CPU per program. */
async function inSandbox(programs: readonly Sample[]): Promise<{ wall: number; cpu: number }> {
  const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
  await runCallJobs(
    programs.map(({ problem, code }) => ({ code, entryPoint: problem.entryPoint, argsList: argsOf(problem) })),
  );
  const cpu = process.cpuUsage(cpuFrom);
  return {
    wall: (performance.now() - from) / programs.length,
    cpu: (cpu.user + cpu.system) / 1000 / programs.length,
  };
}

/** Milliseconds of wall time per program, or null without a python3. */
function inProcesses(programs: readonly Sample[]): number | null {
  const from = performance.now();
  for (const { problem, code } of programs) {
    const calls = argsOf(problem).map((args) => `${problem.entryPoint}(${args.map((one) => repr(one)).join(', ')})`);
    const { error } = spawnSync('python3', ['-c', `${code}\nprint(${calls.join(', ')})`]);
    if (error) return null;
  }
  return (performance.now() - from) / programs.length;
}

const all = samples();
await inSandbox(all.slice(0, 20));
const rounds = [];
for (let round = 0; round < ROUNDS; round++) {
  const sandbox = await inSandbox(all);
  const processes = inProcesses(all.slice(0, 40));
  rounds.push({ ...sandbox, processes, ratio: processes === null ? null : processes / sandbox.wall });
}
const least = (values: readonly number[]) => Math.min(...values);
console.log(
  JSON.stringify(
    {
      programs: all.length,
      tests: TESTS,
      'sandbox ms per program (least of rounds)': least(rounds.map(({ wall }) => wall)),
      'sandbox CPU ms per program': least(rounds.map(({ cpu }) => cpu)),
      'CPython process ms per program': rounds.some(({ processes }) => processes === null)
        ? null
        : least(rounds.map(({ processes }) => processes!)),
      'times faster, each round': rounds.map(({ ratio }) => ratio),
    },
    null,
    2,
  ),
);
