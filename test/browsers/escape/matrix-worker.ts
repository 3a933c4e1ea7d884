/** The escape matrix of the worker: hostile JavaScript behind both walls, behind each of them alone, and behind none. */

import { connect } from '../../../src/sandbox/client.ts';
import { mountSandbox } from '../../../src/sandbox/frame.ts';
import type { Assignment } from '../../../src/sandbox/judging/assignment.ts';
import type { WorkerReply, WorkerRequest } from '../../../src/sandbox/workers/protocol.ts';
import type { Outcome, Reach } from './attempt.ts';
import type { Order } from './serve-attempts.ts';

const BATCHES = ['first', 'second'] as const;

const asAssignment = (order: Order): Assignment => ({
  code: JSON.stringify(order),
  entryPoint: '',
  tests: { type: 'values', tests: [], compare: 'python' },
});

/** In the real sealed frame. `folder` holds the worker that stands in for the real one. */
export async function tryInFrame(folder: 'fallen-worker' | 'open-worker', reach: Reach): Promise<readonly Outcome[]> {
  using frame = await mountSandbox({ baseUrl: `${folder}/`, workers: 1 });
  using client = connect(frame.port);
  const outcomes: Outcome[] = [];
  for (const batch of BATCHES) {
    const [verdict] = await client.run([asAssignment({ batch, reach })]);
    outcomes.push(...(JSON.parse(verdict!.error!) as Outcome[]));
  }
  return outcomes;
}

/** In a plain worker of the page: without the frame's policy. */
export async function tryInPage(folder: 'fallen-worker' | 'open-worker', reach: Reach): Promise<readonly Outcome[]> {
  const worker = new Worker(`${folder}/worker.js`);
  const next = () =>
    new Promise<WorkerReply>((resolve) => {
      worker.onmessage = ({ data }) => {
        // The attempts may post what they like.
        if (data.type !== 'escape') resolve(data);
      };
    });
  const send = (message: WorkerRequest) => worker.postMessage(message);
  const ready = next();
  worker.postMessage({ type: 'boot' });
  await ready;
  const outcomes: Outcome[] = [];
  for (const batch of BATCHES) {
    const answer = next();
    send({ type: 'run', jobs: [{ kind: 'judge', job: asAssignment({ batch, reach }) }] });
    const reply = await answer;
    if (reply.type !== 'results' || reply.results[0]?.kind !== 'judge') throw new Error(`escape: got ${reply.type}`);
    outcomes.push(...(JSON.parse(reply.results[0].result.error!) as Outcome[]));
  }
  worker.terminate();
  return outcomes;
}
