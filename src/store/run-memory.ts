/** Keeps runs in memory: for tests, and for browsers that refuse storage, where a reload forgets. */

import type { RunEvent } from '../core/records.ts';
import { packRollouts, unpackRollouts } from './packing.ts';
import {
  freshRun,
  type KeptPiece,
  lineOf,
  newestFirst,
  type RunStore,
  type StepRollouts,
  type StoredCheckpoint,
  type StoredRun,
  type TrainingState,
  withEvents,
} from './runs.ts';

interface Kept {
  line: StoredRun;
  readonly events: RunEvent[];
  state: TrainingState | null;
  /** By step, packed: they take a tenth of the room. */
  readonly rollouts: Map<number, Uint8Array<ArrayBuffer>>;
  readonly checkpoints: Map<number, StoredCheckpoint>;
}

const fresh = (line: StoredRun): Kept => ({
  ...{ line, events: [], state: null },
  ...{ rollouts: new Map(), checkpoints: new Map() },
});

export function memoryRunStore(): RunStore {
  const all = new Map<string, Kept>();
  const update = (id: string, change: (line: StoredRun) => StoredRun): boolean => {
    const kept = all.get(id);
    if (kept) kept.line = change(kept.line);
    return kept !== undefined;
  };
  const insert = (line: StoredRun): Kept => {
    if (all.has(line.id)) throw new Error(`storage: expected a new run, got ${line.id}, which is kept already`);
    const kept = fresh(line);
    all.set(line.id, kept);
    return kept;
  };
  return {
    kind: 'memory',
    files: false,
    async begin(run) {
      insert(freshRun(run));
    },
    async append(id, events, state, rollouts = []) {
      const packed = await packAll(rollouts);
      const kept = all.get(id);
      if (kept === undefined) return;
      kept.line = withEvents(kept.line, events, state);
      kept.events.push(...events);
      if (state) kept.state = state;
      for (const [step, bytes] of packed) kept.rollouts.set(step, bytes);
    },
    async keepCheckpoint(id, step, checkpoint) {
      all.get(id)?.checkpoints.set(step, { ...checkpoint, weights: checkpoint.weights.slice() });
    },
    async finish(id, endedAt) {
      const kept = all.get(id);
      if (kept === undefined) return;
      kept.line = { ...kept.line, finished: true, endedAt, state: null };
      kept.state = null;
    },
    async label(id, label) {
      if (!all.has(id)) return;
      if (label.baseline === true)
        for (const other of all.keys()) update(other, (line) => ({ ...line, baseline: false }));
      update(id, (line) => ({ ...line, ...label }));
    },
    setRemoved: async (id, removedAt) => update(id, (line) => ({ ...line, removedAt })),
    runs: async () =>
      newestFirst([...all.values()].map(({ line }) => line).filter(({ removedAt }) => removedAt === null)),
    async run(id) {
      const line = all.get(id)?.line;
      return line === undefined || line.removedAt !== null ? null : line;
    },
    removed: async () => [...all.values()].filter(({ line }) => line.removedAt !== null).map(({ line }) => line.id),
    events: async (id) => [...(all.get(id)?.events ?? [])],
    state: async (id) => all.get(id)?.state ?? null,
    async rollouts(id, step) {
      const packed = all.get(id)?.rollouts.get(step);
      return packed === undefined ? null : unpackRollouts(packed);
    },
    checkpoint: async (id, step) => all.get(id)?.checkpoints.get(step) ?? null,
    async kept(id) {
      const wanted = id === undefined ? [...all.values()] : [all.get(id) ?? []].flat();
      return wanted.flatMap(piecesOf);
    },
    async letGo(pieces) {
      for (const { run, kind, step } of pieces) {
        const kept = all.get(run);
        (kind === 'rollouts' ? kept?.rollouts : kept?.checkpoints)?.delete(step);
      }
    },
    async add(whole) {
      const packed = await packAll(whole.rollouts);
      const kept = insert(lineOf(whole));
      kept.events.push(...whole.events);
      kept.state = whole.state;
      for (const [step, bytes] of packed) kept.rollouts.set(step, bytes);
      for (const { step, ...checkpoint } of whole.checkpoints) kept.checkpoints.set(step, checkpoint);
    },
    async discard(id) {
      all.delete(id);
    },
    strays: async () => [],
    sweep: async () => undefined,
  };
}

function piecesOf({ line, rollouts, checkpoints }: Kept): KeptPiece[] {
  const run = line.id;
  return [
    ...[...checkpoints].map(([step, { weights }]): KeptPiece => {
      return { run, kind: 'checkpoint', step, bytes: weights.byteLength };
    }),
    ...[...rollouts].map(([step, { length }]): KeptPiece => ({ run, kind: 'rollouts', step, bytes: length })),
  ];
}

const packAll = (all: readonly StepRollouts[]) =>
  Promise.all(all.map(async ({ step, rollouts }) => [step, await packRollouts(rollouts)] as const));
