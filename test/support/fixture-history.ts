/** A history in memory, of made-up runs: what the page's list of runs is drawn with when there is no trainer. */

import { parseConfig } from '../../src/core/config.ts';
import type { RunHistory, RunInfo, RunLabel, RunSnapshot, StorageReport } from '../../src/core/history.ts';
import type { Estimate, RolloutRecord, RunEvent } from '../../src/core/records.ts';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts } from './fixture-run.ts';

const MINUTE = 60_000;
/** When the newest of them began: a fixed moment, so that pictures of the page do not change. */
const NOW = Date.UTC(2026, 10, 12, 9, 30);

interface KeptRun {
  readonly info: RunInfo;
  readonly events: readonly RunEvent[];
}

/** How much less a run learned than the made-up one, and how much further its model went: no two of them look alike. */
interface Manner {
  readonly learned: number;
  readonly moved: number;
}

const scaled = (estimate: Estimate, by: number): Estimate => ({
  value: estimate.value * by,
  low: estimate.low * by,
  high: estimate.high * by,
});

function inManner(event: RunEvent, { learned, moved }: Manner): RunEvent {
  switch (event.type) {
    case 'step': {
      const { metrics } = event.record;
      const changed = {
        ...metrics,
        reward: (metrics.reward ?? 0) * learned,
        'train/pass@1': (metrics['train/pass@1'] ?? 0) * learned,
        kl: (metrics.kl ?? 0) * moved,
        entropy: (metrics.entropy ?? 0) / moved,
      };
      return { ...event, record: { ...event.record, metrics: changed } };
    }
    case 'evaluation': {
      if (event.when === 'before') return event;
      const sets = event.evaluation.sets.map((set) => ({
        ...set,
        passAt1: scaled(set.passAt1, learned),
        curve: set.curve.map((point) => ({ ...point, pass: scaled(point.pass, learned) })),
        problems: set.problems.map((problem) => ({ ...problem, correct: Math.round(problem.correct * learned) })),
      }));
      return { ...event, evaluation: { ...event.evaluation, sets } };
    }
    default:
      return event;
  }
}

function kept(id: string, steps: number, more: Partial<RunInfo>, manner: Manner = { learned: 1, moved: 1 }): KeptRun {
  const events = fixtureEvents(steps).map((event) => inManner(event, manner));
  const measured = (when: 'before' | 'after'): Estimate | null => {
    const found = events.find((event) => event.type === 'evaluation' && event.when === when);
    return found?.type === 'evaluation' ? (found.evaluation.sets[0]?.passAt1 ?? null) : null;
  };
  const info: RunInfo = {
    id,
    config: FIXTURE_CONFIG,
    status: steps >= EPOCHS ? 'ended' : 'interrupted',
    startedAt: NOW,
    name: '',
    note: '',
    baseline: false,
    imported: false,
    steps,
    before: measured('before'),
    after: measured('after'),
    checkpoints: [20, 40, EPOCHS].filter((step) => step <= steps),
    bytes: 3_900_000 + 210_000 * steps,
    ...more,
  };
  return { info, events };
}

const first = (): KeptRun[] => [
  kept('r4', 23, { startedAt: NOW, config: parseConfig({ epochs: EPOCHS, seed: 1 }) }, { learned: 0.94, moved: 0.9 }),
  kept(
    'r3',
    EPOCHS,
    {
      startedAt: NOW - 40 * MINUTE,
      config: parseConfig({ epochs: EPOCHS, seed: 0, algorithm: { beta: 0, clipHigh: 0.28 } }),
      name: 'no KL, higher clip',
      note: 'Entropy stays open longer; the gain on other phrasings is the same within its band.',
    },
    { learned: 0.97, moved: 1.4 },
  ),
  kept('r2', EPOCHS, { startedAt: NOW - 90 * MINUTE, baseline: true, name: 'as in the lecture' }),
  kept(
    'r1',
    EPOCHS,
    {
      startedAt: NOW - 26 * 60 * MINUTE,
      config: parseConfig({ epochs: EPOCHS, seed: 2, optimizer: { learningRate: 0.001 } }),
      imported: true,
      name: 'from a classmate',
      checkpoints: [EPOCHS],
    },
    { learned: 0.72, moved: 2.2 },
  ),
];

/** What a test may start from: nothing, or four runs: one interrupted, one noted, the baseline, one imported. */
export class FixtureHistory implements RunHistory {
  #runs: KeptRun[];
  readonly #removed = new Map<string, KeptRun>();
  #persisted = false;

  constructor(runs: 'some' | 'none' = 'some') {
    this.#runs = runs === 'some' ? first() : [];
  }

  async runs(): Promise<readonly RunInfo[]> {
    return this.#runs.map(({ info }) => info).toSorted((a, b) => b.startedAt - a.startedAt);
  }

  async readRun(id: string): Promise<RunSnapshot | null> {
    const found = this.#runs.find(({ info }) => info.id === id);
    if (found === undefined) return null;
    const { config, status } = found.info;
    return { id, config, events: found.events, finished: status === 'ended' };
  }

  async labelRun(id: string, label: RunLabel): Promise<void> {
    this.#runs = this.#runs.map(({ info, events }) => {
      if (info.id === id) return { info: { ...info, ...label }, events };
      return { info: label.baseline === true ? { ...info, baseline: false } : info, events };
    });
  }

  async removeRun(id: string): Promise<void> {
    const found = this.#runs.find(({ info }) => info.id === id);
    if (found !== undefined) this.#removed.set(id, found);
    this.#runs = this.#runs.filter(({ info }) => info.id !== id);
  }

  async restoreRun(id: string): Promise<void> {
    const found = this.#removed.get(id);
    if (found !== undefined) this.#runs.push(found);
    this.#removed.delete(id);
  }

  async forgetRemoved(): Promise<void> {
    this.#removed.clear();
  }

  async exportRun(id: string): Promise<Blob> {
    return new Blob([JSON.stringify(this.#find(id))], { type: 'application/zip' });
  }

  /** Takes what `exportRun` gave, under another id. */
  async importRun(bundle: Blob): Promise<RunInfo> {
    const text = await bundle.text();
    if (!text.startsWith('{"info"')) throw new Error('bundle: expected a zip, got something else');
    const { info, events }: KeptRun = JSON.parse(text);
    const run = { info: { ...info, id: `${info.id}-${this.#runs.length}`, imported: true, baseline: false }, events };
    this.#runs.push(run);
    return run.info;
  }

  async rolloutsOf(id: string, step = this.#find(id).info.steps): Promise<readonly RolloutRecord[]> {
    return step > this.#find(id).info.steps ? [] : fixtureRollouts(step);
  }

  async loadRun(id: string): Promise<void> {
    if (this.#find(id).info.checkpoints.length === 0)
      throw new Error(`history: expected a checkpoint of ${id}, got none`);
  }

  async storage(): Promise<StorageReport> {
    return {
      kind: 'indexeddb',
      files: true,
      used: 61_300_000,
      quota: 12_400_000_000,
      persisted: this.#persisted,
      trouble: null,
    };
  }

  async persist(): Promise<boolean> {
    this.#persisted = true;
    return true;
  }

  #find(id: string): KeptRun {
    const found = this.#runs.find(({ info }) => info.id === id);
    if (found === undefined) throw new Error(`history: expected a run ${id}, found none`);
    return found;
  }
}
