/** The memory that micro-batches work in: one arena and one table buffer, which grow in few steps and are never thrown away. */

import { EngineError } from '../../core/errors.ts';
import type { RowPlan } from '../plan/plan.ts';
import type { ModelSpec } from '../spec.ts';
import type { Buffer, Gpu } from './gpu.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { type BatchTables, batchTables } from './tables.ts';
import { layOutWorkspace, vectorsPerRow, type Workspace } from './workspace.ts';

/** More rows than this gain nothing: every kernel fills a large GPU. */
const MOST_ROWS = 8192;
/** On a software adapter, whose watchdog would end longer dispatches. Fixed, so that the same device sums in the same order. */
const MOST_SOFTWARE_ROWS = 512;
const LEAST_ROWS = 256;

/** A micro-batch whose tables are on the device. */
export interface Placed {
  readonly arena: Buffer;
  readonly tables: Buffer;
  readonly workspace: Workspace;
  readonly shape: BatchTables;
}

export class Room {
  readonly #gpu: Gpu;
  readonly #spec: ModelSpec;
  #mostRows: number;
  readonly #arena: GrowingBuffer;
  readonly #tables: GrowingBuffer;
  readonly #workspaces = new Map<string, Workspace>();

  /** @param mostRows rows of a micro-batch at most; by default as many as the device can use */
  constructor(gpu: Gpu, spec: ModelSpec, mostRows = gpu.software ? MOST_SOFTWARE_ROWS : MOST_ROWS) {
    this.#gpu = gpu;
    this.#spec = spec;
    this.#mostRows = mostRows;
    this.#arena = new GrowingBuffer(gpu, 'float32');
    this.#tables = new GrowingBuffer(gpu, 'int32');
  }

  /** The most rows of a micro-batch, with or without gradients. */
  mostRows(gradients: boolean): number {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.#gpu.limits;
    const bytes = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    return Math.min(this.#mostRows, Math.floor(bytes / (16 * vectorsPerRow(this.#spec, gradients))));
  }

  /** After the device ran out of memory: halves micro-batches from now on. False when they are as small as can be. */
  shrink(): boolean {
    if (this.#mostRows / 2 < LEAST_ROWS + this.#spec.contextLength) return false;
    this.#mostRows /= 2;
    return true;
  }

  /** Lays a plan out and uploads its tables, after whatever still works in the room. */
  async place(plan: RowPlan, gradients: boolean): Promise<Placed> {
    const shape = batchTables(plan, this.#spec);
    const most = this.mostRows(gradients);
    const needed = Math.max(shape.rows, shape.pairs);
    if (needed > most) {
      throw new EngineError('missing-limit', `webgpu: expected at most ${most} rows at once, got ${needed}`);
    }
    const workspace = this.#workspace(Math.min(most, bucket(needed, LEAST_ROWS)), gradients);
    const arena = await this.#arena.atLeast(4 * workspace.length);
    const { length } = shape.ints;
    const tables = await this.#tables.atLeast(length, bucket(length, 4096));
    this.#gpu.upload(tables, shape.ints);
    return { arena, tables, workspace, shape };
  }

  #workspace(rows: number, gradients: boolean): Workspace {
    const key = `${rows} ${gradients}`;
    const workspace = this.#workspaces.get(key) ?? layOutWorkspace(this.#spec, rows, gradients);
    this.#workspaces.set(key, workspace);
    return workspace;
  }
}

/** `least` doubled until it holds `count`. */
function bucket(count: number, least: number): number {
  return least * 2 ** Math.max(0, Math.ceil(Math.log2(count / least)));
}
