import { expect, test } from 'vitest';
import { describeDevice, describeSeconds } from './run-summary.ts';

test('wall time is told with all its parts', () => {
  const parts = { sample: 20.12, judge: 5, reference: 1.04, update: 19.5, evaluate: 15.3, other: 1.34 };
  expect(describeSeconds({ ...parts, total: 62.3 })).toBe(
    '62.3 s in all: sampling 20.1, judging 5.0, reference 1.0, update 19.5, measuring 15.3, other 1.3',
  );
});

test('a device is told with its engine and its speed', () => {
  const info = { engine: 'wasm', backend: 'wasm', adapter: 'WebAssembly SIMD · 2 workers', parameters: 9 } as const;
  expect(describeDevice({ ...info, tokensPerSecond: 20123.4, notes: [] })).toBe(
    'the model runs on wasm (WebAssembly SIMD · 2 workers), engine wasm, 20123 tokens/s',
  );
});
