/** The messages between page, sealed frame and sandbox workers: plain data that structured cloning carries. */

import type { Verdict } from '../../core/types.ts';
import type { Assignment } from '../judging/assignment.ts';

/** Page → frame, once, with a MessagePort: everything the frame needs, because it can fetch nothing. */
export interface FrameBoot {
  readonly type: 'boot';
  /** Bytes of `pyodide.asm.wasm`. */
  readonly wasm: ArrayBuffer;
  /** Bytes of the unpacked image file. */
  readonly image: ArrayBuffer;
  /** Classic script of the worker. */
  readonly workerSource: string;
  /** Workers that judge at the same time; one more is kept as a spare. */
  readonly workers: number;
}

/** Client → pool, over the port. Assignments of one message may share their `tests` object: it is cloned once. */
export type PoolRequest =
  | { readonly type: 'judge'; readonly batch: number; readonly assignments: readonly Assignment[] }
  | { readonly type: 'ping' };

/** Pool → client: all verdicts of a batch in order, or news about the pool. */
export type PoolReply =
  | { readonly type: 'verdicts'; readonly batch: number; readonly verdicts: readonly Verdict[] }
  | { readonly type: 'ready'; readonly bootMs: number }
  | { readonly type: 'pong' }
  | { readonly type: 'infra'; readonly message: string };

/** Pool → worker. The first message is `boot`. */
export type WorkerRequest =
  | { readonly type: 'boot'; readonly module: WebAssembly.Module; readonly image: ArrayBuffer }
  | { readonly type: 'run'; readonly assignments: readonly Assignment[] };

/** Worker → pool. Verdicts come in order, in one or more messages per `run`. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | { readonly type: 'verdicts'; readonly verdicts: readonly Verdict[] }
  | { readonly type: 'failed'; readonly message: string };
