/** Entry of a sandbox worker: wakes the engine up, then answers batches of jobs. A classic script inside the sealed frame. */

import '../../core/dispose.ts';
import { unpackImage } from '../cpython/image.ts';
import { Engine } from '../judging/engine.ts';
import type { Job } from '../judging/jobs.ts';
import { lockDown } from './lockdown.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

/** Results wait for each other at most this long, so that messages are few but a stuck program costs little. */
const SEND_EVERY_MS = 100;

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
// Kept here because the lockdown takes it away.
const send = scope.postMessage.bind(scope) as (reply: WorkerReply) => void;
let engine: Engine | undefined;

function run(engine: Engine, jobs: readonly Job[]): void {
  let results = [];
  let sent = performance.now();
  for (const job of jobs) {
    results.push(engine.run(job));
    if (performance.now() - sent < SEND_EVERY_MS) continue;
    send({ type: 'results', results });
    results = [];
    sent = performance.now();
  }
  if (results.length > 0) send({ type: 'results', results });
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
        run(engine!, data.jobs);
        break;
      case 'digest':
        send({ type: 'state', state: engine!.state });
        break;
      default:
        data satisfies never;
    }
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
