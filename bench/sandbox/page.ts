/** The page of the bench in a real browser: mounts the sealed frame with some workers, then judges everything a few times. */

import { connect, type SandboxClient } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';

export interface BootTimes {
  /** Milliseconds from the start to the first worker that can judge, loading and unpacking the files included. */
  readonly readyMs: number;
  /** Of them, since the frame has everything. */
  readonly bootMs: number;
}

let client: SandboxClient | undefined;

async function mount(workers: number): Promise<BootTimes> {
  const from = performance.now();
  const frame = await mountSandbox({ baseUrl: '/sandbox/', workers });
  client = connect(frame.port);
  const bootMs = await client.ready;
  return { readyMs: performance.now() - from, bootMs };
}

/** Milliseconds per program, least of the rounds. */
async function judge(assignments: readonly Assignment[], rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await client!.run(assignments);
    least = Math.min(least, (performance.now() - from) / assignments.length);
  }
  return least;
}

const bench = { mount, judge };

declare global {
  interface Window {
    sandboxBench: typeof bench;
  }
}
window.sandboxBench = bench;
