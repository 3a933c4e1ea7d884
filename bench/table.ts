/** The result as text for people. */

import type { Task } from '../src/model/benchmark/race.ts';
import type { BenchmarkEngine } from '../src/trainer/benchmark.ts';
import type { EngineRow } from './engines.ts';
import type { ExerciseReport } from './exercise.ts';
import type { Growth } from './growth.ts';
import type { BenchResult, EngineTable, Ratio, Ratios } from './result.ts';
import type { WebgpuReport } from './webgpu.ts';

type Cells = readonly string[];

export function renderTable(result: BenchResult): string {
  const { cores, ceilings, engines, growth, page, webgpu, exercise, dispatches, missing } = result;
  const peak = ceilings.gigaflops === null ? 'no WebAssembly SIMD' : `${ceilings.gigaflops.toFixed(1)} GFLOP/s`;
  const sections = [
    `${cores} cores · ceilings of one thread: multiply-add ${peak}, copy ${ceilings.gigabytes.toFixed(1)} GB/s`,
    ...engines.map((table) => engineSection(table, ceilings.gigaflops)),
    growth === null ? '' : growthSection(growth),
    webgpu === null ? '' : webgpuSection('Node', webgpu),
    page?.stock ? webgpuSection('the browser', pageReport(page.ours, page.stock)) : '',
    dispatches.update === null
      ? ''
      : `WebGPU dispatches, ${webgpu?.adapter ?? page?.ours.adapter ?? ''}\n${columns([
          ['one update', String(dispatches.update)],
          ['one token of every sequence', dispatches.token?.toFixed(2) ?? '–'],
        ])}`,
    exercise === null ? '' : exerciseSection(exercise),
    ratioSection(result),
    ...Object.entries(missing).map(([name, reason]) => `${name} took no part: ${reason}`),
  ];
  return sections
    .filter((section) => section !== '')
    .map((section) => `${section.trimEnd()}\n`)
    .join('\n');
}

/** Milliseconds, × the first row's, CPU milliseconds; and how near to the ceiling of its threads an engine comes. */
function engineSection({ workload, rows, update, sample }: EngineTable, peak: number | null): string {
  const { sequences, tokens, promptTokens, sharedBy } = workload;
  const title =
    `${sequences} sequences of ${tokens} tokens, prompts of ${promptTokens} shared by ${sharedBy}; ms, × the first row, CPU ms\n` +
    `by hand: update ${(update.flops / 1e9).toFixed(1)} GFLOP, ${(update.bytes / 1e9).toFixed(2)} GB; ` +
    `sampling ${(sample.flops / 1e9).toFixed(1)} GFLOP, ${(sample.bytes / 1e9).toFixed(2)} GB`;
  const [first] = rows;
  const cell = (row: EngineRow, task: Task) => {
    const timing = row.timing[task];
    if (timing === null) return '–';
    const { wall, cpu } = timing;
    const ratio = wall / first!.timing[task]!.wall;
    return `${wall.toFixed(0)} ×${ratio.toFixed(2)} (${cpu === null ? '–' : cpu.toFixed(0)})`;
  };
  const share = (row: EngineRow) => {
    if (row.kind !== 'ours' || peak === null) return '–';
    const reached = update.flops / row.timing.update.wall / 1e6;
    return `${reached.toFixed(1)} = ${((100 * reached) / (peak * row.threads)).toFixed(0)} %`;
  };
  const head = ['', 'update', 'score', 'sample', 'tokens/s', 'update GFLOP/s', 'peak MB'];
  const body = rows.map((row): Cells => {
    const { name, sample, peakBytes } = row.timing;
    const megabytes = peakBytes === null ? '–' : (peakBytes / 1e6).toFixed(0);
    const times = (['update', 'score', 'sample'] as const).map((task) => cell(row, task));
    return [name, ...times, sample?.tokensPerSecond.toFixed(0) ?? '–', share(row), megabytes];
  });
  return `${title}\n${columns([head, ...body])}`;
}

function growthSection(growth: Growth): string {
  const tables = Object.entries(growth).map(([name, points]) => {
    const head = [name, 'update ms', 'GFLOP/s', 'tokens/s', 'GFLOP/s', 'MB'];
    const body = points.map((point): Cells => {
      const { value, updateMs, updateGigaflops, tokensPerSecond, sampleGigaflops, megabytes } = point;
      const numbers = [updateMs, updateGigaflops, tokensPerSecond, sampleGigaflops, megabytes];
      return [String(value), ...numbers.map((number, i) => number.toFixed(i % 2 === 1 ? 1 : 0))];
    });
    return columns([head, ...body]);
  });
  return `Growth of the WebAssembly engine, 80 sequences of 32 tokens where nothing else is said\n${tables.join('\n')}`;
}

function pageReport(ours: BenchmarkEngine, stock: BenchmarkEngine): WebgpuReport {
  return { adapter: ours.adapter, workload: ours.workload, ours: ours.timing, stock: stock.timing };
}

function webgpuSection(where: string, { adapter, workload, ours, stock }: WebgpuReport): string {
  const title = `WebGPU in ${where} on ${adapter}: ${workload.sequences} sequences of ${workload.tokens} tokens`;
  const head = ['', 'update ms', 'dispatches', 'score ms', 'sample ms', 'dispatches', 'tokens/s', 'peak MB'];
  const body = [ours, stock].map(({ name, update, score, sample, peakBytes }): Cells => {
    const of = (value: number | null | undefined) => value?.toFixed(0) ?? '–';
    const megabytes = peakBytes === null ? null : peakBytes / 1e6;
    const numbers = [
      ...[update.wall, update.dispatches, score.wall],
      ...[sample?.wall, sample?.dispatches, sample?.tokensPerSecond],
    ];
    return [name, ...numbers.map(of), of(megabytes)];
  });
  return `${title}\n${columns([head, ...body])}`;
}

function exerciseSection({ epochs, rollouts, ours, trl }: ExerciseReport): string {
  const title = `The exercise end to end: ${rollouts} rollouts an epoch, ${epochs} epochs, seconds of one`;
  const head = ['', 'epoch', 'CPU', 'sample', 'judge', 'reference + update', 'between'];
  const row = (name: string, numbers: readonly (number | null)[]) => [
    name,
    ...numbers.map((n) => n?.toFixed(2) ?? '–'),
  ];
  const { total, cpu, parts, between } = ours;
  return `${title}\n${columns([
    head,
    row('ours, wasm in Chromium', [total, cpu, parts.sample, parts.judge, parts.reference + parts.update, between]),
    ...trl.map(({ processes, total, cpu, sample, judge, rest }) =>
      row(`TRL, ${processes} process${processes === 1 ? '' : 'es'} at a time`, [total, cpu, sample, judge, rest, null]),
    ),
  ])}`;
}

function ratioSection({ ratios, cpu_ratios }: BenchResult): string {
  const text = (ratio: Ratio) => (ratio === null ? '–' : ratio.toFixed(2));
  const names = (Object.keys(ratios) as (keyof Ratios)[]).filter((name) => ratios[name] !== null);
  if (names.length === 0) return '';
  const body = names.map((name) => [name, text(ratios[name]), text(cpu_ratios[name])]);
  return `Ratios, above 1 means ours is faster\n${columns([['', 'wall', 'CPU'], ...body])}`;
}

/** Columns as wide as their widest cell; the first one to the left, numbers to the right. */
function columns(rows: readonly Cells[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: Cells) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
  return rows.map((row) => `  ${line(row).join('  ')}\n`).join('');
}
