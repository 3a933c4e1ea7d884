/** The messages between page, sealed frame and sandbox workers: plain data that structured cloning carries. */

import type { InterpreterState, Job, Result } from '../judging/jobs.ts';

/** Page → frame, once, with a MessagePort: everything the frame needs, because it can fetch nothing. */
export interface FrameBoot {
  readonly type: 'boot';
  /** Bytes of the interpreter's module. */
  readonly wasm: ArrayBuffer;
  /** Bytes of the unpacked image file. */
  readonly image: ArrayBuffer;
  /** Classic script of the worker. */
  readonly workerSource: string;
  /** Workers that judge at the same time; one more is kept as a spare. */
  readonly workers: number;
}

/** Client → pool, over the port. Jobs of one message may share objects, as their tests: each is cloned once. */
export type PoolRequest =
  | { readonly type: 'run'; readonly batch: number; readonly jobs: readonly Job[] }
  | { readonly type: 'digest'; readonly batch: number }
  | { readonly type: 'ping' };

/** Pool → client: all results of a batch in order, the state of each worker, or news about the pool. */
export type PoolReply =
  | { readonly type: 'results'; readonly batch: number; readonly results: readonly Result[] }
  | { readonly type: 'states'; readonly batch: number; readonly states: readonly InterpreterState[] }
  | { readonly type: 'ready'; readonly bootMs: number }
  | { readonly type: 'pong' }
  | { readonly type: 'infra'; readonly message: string };

/** Pool → worker. The first message is `boot`. */
export type WorkerRequest =
  | { readonly type: 'boot'; readonly module: WebAssembly.Module; readonly image: ArrayBuffer }
  | { readonly type: 'run'; readonly jobs: readonly Job[] }
  | { readonly type: 'digest' };

/** Worker → pool. Results come in order, in one or more messages per `run`. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | { readonly type: 'results'; readonly results: readonly Result[] }
  | { readonly type: 'state'; readonly state: InterpreterState }
  | { readonly type: 'failed'; readonly message: string };
