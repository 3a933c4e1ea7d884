/** The page of the bench in a real browser: mounts the sealed frame with some workers and judges everything a few times. */

import { connect } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';

export interface PageResult {
  /** Milliseconds from the start of the page's work to the first worker that can judge, files from this machine included. */
  readonly readyMs: number;
  /** Of them, since the frame has everything. */
  readonly bootMs: number;
  /** Milliseconds per program, least of the rounds. */
  readonly perProgram: number;
}

async function bench(workers: number, assignments: readonly Assignment[], rounds: number): Promise<PageResult> {
  const from = performance.now();
  using frame = await mountSandbox({ baseUrl: '/sandbox/', workers });
  using client = connect(frame.port);
  const bootMs = await client.ready;
  const readyMs = performance.now() - from;
  let perProgram = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await client.run(assignments);
    perProgram = Math.min(perProgram, (performance.now() - start) / assignments.length);
  }
  return { readyMs, bootMs, perProgram };
}

declare global {
  interface Window {
    benchSandbox: typeof bench;
  }
}
window.benchSandbox = bench;
