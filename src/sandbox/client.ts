/** The trainer's side of the sandbox: everything it can do, and a Judge and the command line's `grade`, over a port to the sealed frame. */

import { type GradeRecord, type GradeResult, toGradeResult } from '../core/grade.ts';
import type { Judge } from '../core/judge.ts';
import type { InterpreterState, Job, Result } from './judging/jobs.ts';
import { judgeJobs, runTwice } from './judging/kinds.ts';
import { createServices, type SandboxServices } from './services.ts';
import type { PoolReply, PoolRequest } from './workers/protocol.ts';

/** All methods reject only when the client was disposed or the frame is gone. */
export interface SandboxClient extends SandboxServices, Disposable {
  /** The state of each worker's sealed interpreter after its last undo. */
  digest(): Promise<readonly InterpreterState[]>;
  /** Resolves with the boot time in milliseconds when the first worker can judge. */
  readonly ready: Promise<number>;
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Milliseconds between two questions whether the frame is still there. */
const PING_MS = 3000;
/** The frame's own thread is idle, so that it answers at once; so many silences in a row mean that it is gone. */
const MAX_SILENCES = 5;

/**
 * Speaks to the pool behind `port`. One client per port.
 *
 * @param onTrouble hears of workers that died and were replaced
 */
export function connect(port: MessagePort, onTrouble?: (message: string) => void, pingMs = PING_MS): SandboxClient {
  const running = new Map<number, Waiting<readonly Result[]>>();
  const asking = new Map<number, Waiting<readonly InterpreterState[]>>();
  const ready = Promise.withResolvers<number>();
  let next = 0;
  let closed: Error | undefined;
  const close = (error: Error) => {
    closed ??= error;
    clearInterval(timer);
    for (const waiting of [running, asking]) {
      for (const { reject } of waiting.values()) reject(closed);
      waiting.clear();
    }
  };
  let silences = 0;
  // A port says nothing when the frame behind it was removed or its process died: only asking tells.
  const timer = setInterval(() => {
    if (running.size + asking.size === 0) silences = 0;
    else if (silences++ < MAX_SILENCES) port.postMessage({ type: 'ping' } satisfies PoolRequest);
    else close(new Error('sandbox: the sealed frame is gone'));
  }, pingMs);
  port.onmessage = ({ data }: MessageEvent<PoolReply>) => {
    silences = 0;
    switch (data.type) {
      case 'results':
        running.get(data.batch)?.resolve(data.results);
        running.delete(data.batch);
        break;
      case 'states':
        asking.get(data.batch)?.resolve(data.states);
        asking.delete(data.batch);
        break;
      case 'ready':
        ready.resolve(data.bootMs);
        break;
      case 'pong':
        break;
      case 'infra':
        onTrouble?.(data.message);
        break;
      default:
        data satisfies never;
    }
  };
  /** Sends a request and keeps its promise among those that wait for an answer of its kind. */
  const ask = <T>(waiting: Map<number, Waiting<T>>, request: (batch: number) => PoolRequest): Promise<T> =>
    new Promise((resolve, reject) => {
      if (closed !== undefined) return reject(closed);
      const batch = next++;
      waiting.set(batch, { resolve, reject });
      port.postMessage(request(batch));
    });
  return {
    ...createServices((jobs: readonly Job[]) => ask(running, (batch) => ({ type: 'run', batch, jobs }))),
    digest: () => ask(asking, (batch) => ({ type: 'digest', batch })),
    ready: ready.promise,
    [Symbol.dispose]: () => {
      port.close();
      close(new Error('sandbox: the client was closed'));
    },
  };
}

/** A Judge over a port that `mountSandbox` made. */
export function createJudge(port: MessagePort, onTrouble?: (message: string) => void): Judge {
  return judgeWith(connect(port, onTrouble));
}

/** A Judge over a client that is shared with `gradeRecords`. */
export function judgeWith(client: SandboxClient): Judge {
  return {
    judge: (jobs) => judgeJobs(jobs, client.run),
    [Symbol.asyncDispose]: async () => client[Symbol.dispose](),
  };
}

/** Records handed over at a time: enough to keep all workers busy, few enough for steady progress. */
const GRADE_BATCH = 32;

/**
 * Grades records in input order (CONTRACTS §8).
 *
 * @param onProgress hears after every batch how many records are done
 */
export async function gradeRecords(
  client: Pick<SandboxClient, 'run'>,
  records: readonly GradeRecord[],
  onProgress?: (done: number, total: number) => void,
): Promise<GradeResult[]> {
  const results: GradeResult[] = [];
  for (let start = 0; start < records.length; start += GRADE_BATCH) {
    const batch = records.slice(start, start + GRADE_BATCH);
    const verdicts = await runTwice(batch, client.run);
    results.push(...batch.map((record, i) => toGradeResult(record, verdicts[i]!)));
    onProgress?.(results.length, records.length);
  }
  return results;
}
