import { describe, expect, it } from 'vitest';
import { fixtureBenchmark } from '../../../test/support/fixture-benchmark.ts';
import { fastestRow, machineRows } from './machine-words.ts';

const report = fixtureBenchmark();

describe('machineRows', () => {
  it('puts each engine of ours beside TensorFlow.js on the same device', () => {
    const [gpu, cores] = machineRows(report);
    expect(gpu!.ours.engine).toBe('webgpu');
    expect(gpu!.stock!.backend).toBe('webgpu');
    expect(gpu!.times!.update).toBeCloseTo(61 / 8.4);
    expect(gpu!.times!.sample).toBeCloseTo(240 / 9);
    expect(cores!.times!.score).toBeCloseTo(270 / 24);
  });

  it('scales to the 160 rollouts of an epoch', () => {
    expect(machineRows(report)[1]!.epochSeconds).toBeCloseTo(((41 + 24 + 78) * 160) / 64 / 1000);
  });

  it('has no ratio without something to compare with', () => {
    const [gpu] = machineRows({ ...report, engines: report.engines.slice(0, 1) });
    expect(gpu!.times).toBeNull();
  });
});

describe('fastestRow', () => {
  it('is the one with the shortest epoch, an emulated GPU aside', () => {
    expect(fastestRow(machineRows(report))!.ours.backend).toBe('webgpu');
    const emulated = report.engines.map((one) => (one.backend === 'webgpu' ? { ...one, software: true } : one));
    expect(fastestRow(machineRows({ ...report, engines: emulated }))!.ours.backend).toBe('wasm');
    expect(fastestRow([])).toBeNull();
  });
});
