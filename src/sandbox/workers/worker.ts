/** Entry of a sandbox worker: wakes the engine up, then answers batches of programs. A classic script inside the sealed frame. */

import { unpackImage } from '../cpython/image.ts';
import { Engine } from '../judging/engine.ts';
import { lockDown } from './lockdown.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

/** Verdicts wait for each other at most this long, so that messages are few but a stuck program costs little. */
const SEND_EVERY_MS = 100;

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
// Kept here because the lockdown takes it away.
const send = scope.postMessage.bind(scope) as (reply: WorkerReply) => void;
let engine: Engine | undefined;

function run(assignments: Extract<WorkerRequest, { type: 'run' }>['assignments']): void {
  let verdicts = [];
  let sent = performance.now();
  for (const assignment of assignments) {
    verdicts.push(engine!.judge(assignment));
    if (performance.now() - sent < SEND_EVERY_MS) continue;
    send({ type: 'verdicts', verdicts });
    verdicts = [];
    sent = performance.now();
  }
  if (verdicts.length > 0) send({ type: 'verdicts', verdicts });
}

scope.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    switch (data.type) {
      case 'boot': {
        engine = new Engine(data.module, unpackImage(new Uint8Array(data.image)), 'sealed');
        const left = lockDown(scope);
        send(
          left.length === 0 ? { type: 'ready' } : { type: 'failed', message: `lockdown: ${left.join(', ')} left open` },
        );
        break;
      }
      case 'run':
        run(data.assignments);
        break;
      default:
        data satisfies never;
    }
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
