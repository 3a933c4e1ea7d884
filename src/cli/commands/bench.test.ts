import { afterEach, describe, expect, it, vi } from 'vitest';
import { type EngineRow, raceEngines } from '../../../bench/engines.ts';
import { timesOf } from '../../../bench/exercise.ts';
import { runBench } from '../../../bench/main.ts';
import { engineTable, type Parts, shortfall, summarize } from '../../../bench/result.ts';
import { renderTable } from '../../../bench/table.ts';
import type { StepRecord } from '../../core/records.ts';
import type { Timing } from '../../model/benchmark/race.ts';
import { WORKLOAD_SIZES } from '../../model/benchmark/workload.ts';
import { MODEL_PRESETS } from '../../model/spec.ts';
import { BrowserSession } from '../browser-session.ts';
import { bench } from './bench.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function timing(name: string, update: number, tokensPerSecond: number, dispatches: number | null = null): Timing {
  const task = (wall: number) => ({ wall, cpu: wall, dispatches });
  const sample = { ...task(1e6 / tokensPerSecond), tokens: 1000, tokensPerSecond };
  return { name, update: task(update), score: task(1), sample, peakBytes: 1e6 };
}

function row(kind: EngineRow['kind'], threads: number, update: number, tokensPerSecond: number): EngineRow {
  return { kind, threads, timing: timing(`${kind} ${threads}`, update, tokensPerSecond) };
}

const STEP = { step: 0, epoch: 0, updates: 1, outcomes: {}, problems: [], digest: '' };

const OURS = [row('ours', 1, 600, 1000), row('ours', 2, 300, 1500)];
const STOCK = row('stock', 1, 2400, 250);
const TORCH = [row('torch', 1, 480, 500), row('torch', 2, 360, 1000)];

function parts(rows: readonly EngineRow[], more: Partial<Parts> = {}): Parts {
  return {
    cores: 2,
    ceilings: { gigaflops: 50, gigabytes: 10 },
    engines: [engineTable(WORKLOAD_SIZES.quick, rows)],
    growth: null,
    page: null,
    webgpu: null,
    exercise: null,
    missing: {},
    ...more,
  };
}

describe('ratios', () => {
  it('are above 1 where ours is faster, with as many workers as the other has threads', () => {
    expect(summarize(parts([...OURS, STOCK, ...TORCH])).ratios).toMatchObject({
      decode_vs_stock: 6,
      update_vs_stock: 8,
      decode_vs_torch: 1.5,
      update_vs_torch: 1.2,
      decode_vs_stock_one_worker: 4,
      update_vs_stock_one_worker: 4,
      decode_vs_torch_one_thread: 2,
      update_vs_torch_one_thread: 0.8,
    });
  });

  it('are null where a peer is not installed', () => {
    const { ratios, dispatches } = summarize(parts([...OURS, STOCK]));
    expect(ratios).toMatchObject({ decode_vs_torch: null, update_vs_torch: null, exercise_vs_trl: null });
    expect(ratios).toMatchObject({ webgpu_decode_vs_stock: null, webgpu_update_vs_stock: null });
    expect(dispatches).toEqual({ update: null, token: null });
  });

  it('compare epochs with programs judged one after another and side by side', () => {
    const seconds = { sample: 0.2, judge: 0.4, reference: 0.1, update: 0.3, total: 1 };
    const trl = (processes: number, total: number) => {
      return { processes, total, cpu: total, sample: 1, judge: 1, rest: 1, reward: 0.3 };
    };
    const exercise = {
      epochs: 3,
      rollouts: 160,
      ours: { total: 1.25, cpu: 1, parts: seconds, between: 0.25, reward: 0.3 },
      trl: [trl(1, 10), trl(2, 7.5)],
    };
    const { ratios, cpu_ratios } = summarize(parts(OURS, { exercise }));
    expect(ratios).toMatchObject({ exercise_vs_trl: 8, exercise_vs_trl_parallel: 6 });
    expect(cpu_ratios).toMatchObject({ exercise_vs_trl: 10, exercise_vs_trl_parallel: 7.5 });
  });

  it('count dispatches per update and per token of the whole batch', () => {
    const workload = { sequences: 8, tokens: 20, promptTokens: 11, sharedBy: 8 };
    const webgpu = {
      adapter: 'some GPU',
      workload,
      ours: timing('webgpu', 1, 1, 40),
      stock: timing('tfjs', 4, 0.1, 900),
    };
    const { ratios, dispatches } = summarize(parts(OURS, { webgpu }));
    expect(dispatches).toEqual({ update: 40, token: 4 });
    expect(ratios).toMatchObject({ webgpu_update_vs_stock: 4, webgpu_decode_vs_stock: 10 });
  });
});

describe('an epoch of the exercise', () => {
  it('is the sum of its phases and of what lies between steps, the first epoch left to warm up', () => {
    const record = (scale: number): StepRecord => {
      const seconds = { sample: 2 * scale, judge: 3 * scale, reference: scale, update: 4 * scale, total: 10 * scale };
      return { ...STEP, metrics: { reward: scale }, seconds };
    };
    const run = { sample: 14, judge: 21, reference: 7, update: 28, evaluate: 50, other: 6, total: 126 };
    const times = timesOf([record(5), record(1), record(3)], run, 1.5);
    expect(times.parts).toEqual({ sample: 4, judge: 6, reference: 2, update: 8, total: 20 });
    expect(times).toMatchObject({ total: 22, between: 2, cpu: 1.5, reward: 3 });
    const { sample, judge, reference, update } = times.parts;
    expect(sample + judge + reference + update + times.between).toBe(times.total);
  });
});

describe('parts that fail', () => {
  const options = { quick: true, rounds: 1, epochs: 2, trl: false };
  const progress = () => {};

  it('leave the others be: a GPU that is lost in the page costs only its own part', async () => {
    const opened: string[] = [];
    const closed: string[] = [];
    vi.spyOn(BrowserSession, 'open').mockImplementation(async () => {
      const call = async (method: string) => {
        opened.push(method);
        throw new Error(`${method} broke`);
      };
      return { call, [Symbol.asyncDispose]: async () => void closed.push('session') } as unknown as BrowserSession;
    });
    vi.stubEnv('GREENBAR_DAWN', '/none');
    const found = await runBench({ ...options, parts: ['webgpu', 'exercise'] }, progress);
    expect(opened).toEqual(['benchmark', 'train']);
    expect(closed).toHaveLength(2);
    expect(found).toMatchObject({ page: null, exercise: null, webgpu: null });
    expect(found.missing).toMatchObject({ 'WebGPU in the page': 'benchmark broke', exercise: 'train broke' });
    expect(renderTable(found)).toContain('exercise took no part: train broke');
  });

  it('leave the engines be: a peer that does not start is missing, and ours is timed beside stock', async () => {
    const missing: string[] = [];
    const rows = await raceEngines({
      spec: { ...MODEL_PRESETS.nano, vocabSize: 40 },
      size: { sequences: 4, tokens: 8, promptTokens: 3, sharedBy: 2 },
      rounds: 1,
      // No interpreter of Python: it ends at the first line of the script.
      peers: { python: process.execPath, jax: null },
      onProgress: progress,
      onMissing: (name, reason) => missing.push(`${name}: ${reason}`),
    });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['ours', 'stock']));
    expect(missing[0]).toMatch(/^PyTorch: torch_gpt\.py: expected an answer, but it ended/);
  });

  it('fail the whole only where the engines are among them, or where nothing is left', () => {
    const reason = { missing: { engines: 'no SIMD', growth: 'too slow' } };
    expect(shortfall(['engines', 'growth'], parts(OURS))).toBeNull();
    expect(shortfall(['engines', 'growth'], parts(OURS, { missing: { growth: 'too slow' } }))).toBeNull();
    expect(shortfall(['engines', 'growth'], parts(OURS, reason))).toBe(
      'bench: expected times of the engines, got: no SIMD',
    );
    expect(shortfall(['growth'], parts(OURS, { missing: { growth: 'too slow' } }))).toBe(
      'bench: expected times of growth, got none: too slow',
    );
  });
});

describe('table', () => {
  it('names every engine, and why others took no part', () => {
    const text = renderTable(summarize(parts([...OURS, STOCK], { missing: { PyTorch: 'python3 is not there' } })));
    for (const name of ['ours 1', 'ours 2', 'stock 1']) expect(text).toContain(name);
    expect(text).toContain('PyTorch took no part: python3 is not there');
    // 600 ms beside the 300 ms of two workers.
    expect(text).toMatch(/ours 2 +300 ×0\.50/);
    expect(text).toMatch(/update_vs_stock +8\.00/);
    expect(text).not.toContain('update_vs_torch');
  });
});

describe('bench', () => {
  it('refuses an exercise of one epoch, which would only be a warm-up', async () => {
    await expect(bench.run(['--epochs', '1'])).rejects.toThrow('--epochs: expected a whole number from 2 to 1000');
  });
});
