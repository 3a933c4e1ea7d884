/** Answers the messages of the pool with attempts instead of judging: the program's text says what to try. */

import type { Verdict } from '../../../src/core/types.ts';
import type { WorkerReply, WorkerRequest } from '../../../src/sandbox/workers/protocol.ts';
import { type Attempt, type Outcome, type Reach, tryAll } from './attempt.ts';
import { RECOVERY_ATTEMPTS, SECOND_STEPS } from './recovery-attempts.ts';
import { WORKER_ATTEMPTS } from './worker-attempts.ts';

/** What the text of an "assignment" says. */
export interface Order {
  readonly batch: 'first' | 'second';
  readonly reach: Reach;
}

const BATCHES: Readonly<Record<Order['batch'], readonly Attempt[]>> = {
  first: [...WORKER_ATTEMPTS, ...RECOVERY_ATTEMPTS],
  second: SECOND_STEPS,
};

/** Outcomes travel as the error text of a verdict. */
function asVerdict(outcomes: readonly Outcome[]): Verdict {
  const error = JSON.stringify(outcomes);
  return {
    outcome: 'wrong_answer',
    passed: 0,
    total: 1,
    perTest: [],
    error,
    ticks: 0,
    ledger: [],
    integrity: 'sealed',
  };
}

/** @param lock takes the scope's capabilities away; returns what it could not take */
export function serveAttempts(lock: (scope: object) => readonly string[]): void {
  const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
  const send = scope.postMessage.bind(scope) as (reply: WorkerReply) => void;
  const timer = scope.setTimeout.bind(scope);
  const wait = (milliseconds: number) => new Promise<void>((resolve) => timer(resolve, milliseconds));
  // A listener, because an attempt may take the handler's place where nothing is locked.
  scope.addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
    if (data.type === 'boot') {
      const left = lock(scope);
      send(left.length === 0 ? { type: 'ready' } : { type: 'failed', message: `left open: ${left.join()}` });
    }
    if (data.type !== 'run') return;
    for (const { kind, job } of data.jobs) {
      if (kind !== 'judge') continue;
      const order = JSON.parse(job.code) as Order;
      const outcomes = await tryAll(BATCHES[order.batch], order.reach, wait);
      send({ type: 'results', results: [{ kind, result: asVerdict(outcomes) }] });
    }
  });
}
