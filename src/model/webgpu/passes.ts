/** Forward and backward passes over a whole batch: cut into micro-batches that are run one after another and read back once. */

import { EngineError } from '../../core/errors.ts';
import type { Coefficients, TokenBatch, TokenScores } from '../../core/policy.ts';
import { completionWidth, emptyScores, roundUp } from '../batch.ts';
import { spreadPairs, sumByPair } from '../plan/pairs.ts';
import { planBatch, type RowPlan } from '../plan/plan.ts';
import type { ModelSpec } from '../spec.ts';
import type { Buffer, Gpu } from './gpu.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { NORM_PARTS } from './kernels/optimizer.ts';
import { type Batch, Network } from './network.ts';
import type { Optimizer } from './optimizer.ts';
import { type Placed, Room } from './room.ts';
import type { WeightBuffers } from './weights.ts';
import { matrixTable, normTable, type Workspace } from './workspace.ts';

/** Where gradients go, and which: left out, nothing is kept for a backward pass. */
export interface GradientRequest {
  readonly coefficients: Coefficients;
  readonly optimizer: Optimizer;
}

export interface PassResult {
  readonly scores: TokenScores;
  /** NaN without gradients. */
  readonly gradNorm: number;
}

/** Tables of the gradient kernels, which belong to a workspace. */
interface GradientTables {
  readonly matrices: Buffer;
  readonly tiles: number;
  readonly norms: Buffer;
}

/** Room for results grows in steps of this many numbers. */
const RESULT_STEP = 16384;

export class Passes {
  readonly #gpu: Gpu;
  readonly #spec: ModelSpec;
  readonly #network: Network;
  readonly #room: Room;
  readonly #gradientTables = new Map<Workspace, GradientTables>();
  /** Four numbers per pair of every micro-batch, then the parts of the gradient's norm. */
  readonly #results: GrowingBuffer;

  constructor(gpu: Gpu, spec: ModelSpec, mostRows?: number) {
    this.#gpu = gpu;
    this.#spec = spec;
    this.#network = new Network(gpu, spec);
    this.#room = new Room(gpu, spec, mostRows);
    this.#results = new GrowingBuffer(gpu, 'float32');
  }

  /** Scores a batch under some weights, with a request also their gradient. Where memory is short, in smaller parts. */
  async run(batch: TokenBatch, weights: WeightBuffers, request?: GradientRequest): Promise<PassResult> {
    for (;;) {
      try {
        return await this.#run(batch, weights, request);
      } catch (error) {
        const full = error instanceof EngineError && error.trouble === 'out-of-memory';
        if (!full || !this.#room.shrink()) throw error;
      }
    }
  }

  async #run(batch: TokenBatch, weights: WeightBuffers, request: GradientRequest | undefined): Promise<PassResult> {
    const width = completionWidth(batch.sequences);
    const limits = { rows: this.#room.mostRows(request !== undefined), probs: Number.POSITIVE_INFINITY };
    const plans = planBatch(batch.sequences, width, this.#spec, { ...limits, parts: () => 1 });
    const pairs = plans.reduce((sum, plan) => sum + plan.headRows.length, 0);
    const needed = 4 * pairs + NORM_PARTS;
    const results = await this.#results.atLeast(needed, roundUp(needed, RESULT_STEP));
    const orders: Int32Array[] = [];
    let at = 0;
    for (const plan of plans) {
      const placed = await this.#room.place(plan, request !== undefined);
      const { arena, workspace, shape } = placed;
      await this.#pass({ ...placed, weights, temperature: batch.temperature }, plan, request, at > 0);
      this.#gpu.copy(arena, 4 * workspace.out, results, at, 4 * shape.pairs);
      at += 4 * shape.pairs;
      orders.push(shape.order);
    }
    if (request) {
      request.optimizer.sumSquares();
      this.#gpu.copy(request.optimizer.normParts, 0, results, at, NORM_PARTS);
    }
    const numbers = at + (request ? NORM_PARTS : 0);
    const values = numbers === 0 ? new Float32Array() : await this.#gpu.read(results, 0, numbers);
    const squares = values.subarray(at).reduce((sum, part) => sum + part, 0);
    const scores = this.#scores(plans, orders, values, width, batch.sequences.length);
    return { scores, gradNorm: request ? Math.sqrt(squares) : Number.NaN };
  }

  /** One micro-batch; what it computes stays on the device. */
  async #pass(
    batch: Omit<Batch, 'shape'> & Placed,
    plan: RowPlan,
    request: GradientRequest | undefined,
    accumulate: boolean,
  ): Promise<void> {
    if (request === undefined) {
      this.#network.forward(batch);
      return;
    }
    const { arena, workspace, shape } = batch;
    const { coefficients, optimizer } = request;
    const kinds = [coefficients.logProb, coefficients.entropy, coefficients.value];
    const sums = kinds.map((values) => sumByPair(values, plan));
    const packed = new Float32Array(4 * shape.pairs);
    shape.order.forEach((pair, i) => {
      packed.set([sums[0]![pair]!, sums[1]![pair]!, sums[2]![pair]!], 4 * i);
    });
    this.#gpu.upload(arena, packed, 4 * workspace.coefficients);
    this.#network.forward(batch);
    const tables = await this.#tablesOf(workspace);
    this.#network.backward(batch, { gradient: optimizer.gradient, ...tables, accumulate });
  }

  async #tablesOf(workspace: Workspace): Promise<GradientTables> {
    const known = this.#gradientTables.get(workspace);
    if (known) return known;
    const { ints, tiles } = matrixTable(this.#spec, workspace);
    const tables = {
      matrices: await this.#upload(ints),
      tiles,
      norms: await this.#upload(normTable(this.#spec, workspace)),
    };
    this.#gradientTables.set(workspace, tables);
    return tables;
  }

  async #upload(ints: readonly number[]): Promise<Buffer> {
    const buffer = await this.#gpu.allocate(ints.length, 'int32');
    this.#gpu.upload(buffer, Int32Array.from(ints));
    return buffer;
  }

  #scores(
    plans: readonly RowPlan[],
    orders: readonly Int32Array[],
    values: Float32Array,
    width: number,
    sequences: number,
  ): TokenScores {
    const scores = emptyScores(this.#spec, width, sequences);
    let at = 0;
    plans.forEach((plan, p) => {
      const order = orders[p]!;
      const place = new Int32Array(order.length);
      order.forEach((pair, i) => {
        place[pair] = at + 4 * i;
      });
      spreadPairs((pair) => values[place[pair]!]!, plan, scores.logProb);
      spreadPairs((pair) => values[place[pair]! + 1]!, plan, scores.entropy);
      if (scores.value) spreadPairs((pair) => values[place[pair]! + 2]!, plan, scores.value);
      at += 4 * order.length;
    });
    return scores;
  }
}
