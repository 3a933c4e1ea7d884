/** Kernels of the WebAssembly engine against plain loops and golden numbers, shapes at every edge of the tiles included. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasm } from '../../scripts/build-wasm.ts';
import { createRng, uniform } from '../../src/core/rng.ts';
import { parseCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { planBatch } from '../../src/model/plan/plan.ts';
import { drawToken } from '../../src/model/sampling.ts';
import { MODEL_PRESETS } from '../../src/model/spec.ts';
import { Arena } from '../../src/model/wasm/arena.ts';
import { instantiate, type Kernels, START } from '../../src/model/wasm/kernels.ts';
import { Network } from '../../src/model/wasm/network.ts';
import { addGradient, optimizerStep } from '../../src/model/wasm/optimizer.ts';
import { arenaLayout } from '../../src/model/wasm/shape.ts';
import { currentPlatform } from '../../src/model/wasm/surroundings.ts';
import config16 from '../cases/checkpoints/gpt2-tiny/fp16/config.json' with { type: 'json' };
import expected16 from '../cases/checkpoints/gpt2-tiny/fp16/expected.json' with { type: 'json' };
import config32 from '../cases/checkpoints/gpt2-tiny/fp32/config.json' with { type: 'json' };
import expected32 from '../cases/checkpoints/gpt2-tiny/fp32/expected.json' with { type: 'json' };
import adamw from '../cases/golden/adamw.json' with { type: 'json' };
import entropies from '../cases/golden/entropy_exact_kl.json' with { type: 'json' };
import clip from '../cases/golden/grad_clip.json' with { type: 'json' };

let module: WebAssembly.Module;

beforeAll(async () => {
  await buildWasm();
  module = await (await currentPlatform()).loadModule();
});

function open(): { kernels: Kernels; arena: Arena } {
  const kernels = instantiate(module);
  return { kernels, arena: new Arena(kernels.memory, kernels.heapBase()) };
}

describe('gemm', () => {
  const shapes = [1, 4, 5, 8, 13, 16, 550];
  it.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)('multiplies any shape (transposed: %i, %i)', (transA, transB) => {
    const { kernels, arena } = open();
    const most = 600 * 600;
    const scratch = arena.reserveBytes('scratch', kernels.gemmScratchBytes(600));
    const [a, b, c, bias] = ['a', 'b', 'c', 'bias'].map((name) => arena.reserve(name, most)) as [
      number,
      number,
      number,
      number,
    ];
    arena.commit();
    kernels.setGemmScratch(scratch, 600);
    const rng = createRng('tests', 1);
    for (const p of [a, b, bias])
      arena.floats(p, most).forEach((_, i, all) => {
        all[i] = rng.next() - 0.5;
      });
    const [A, B, C, D] = [a, b, c, bias].map((p) => arena.floats(p, most)) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    for (const m of shapes.slice(0, 6)) {
      for (const n of shapes) {
        for (const k of [1, 3, 8, 16, 515]) {
          const lda = transA ? m : k;
          const ldb = transB ? k : n;
          const ldc = n + 3;
          const start = (m + n + k) % 3;
          C.fill(0.25);
          kernels.gemm(transA, transB, m, n, k, a, lda, b, ldb, c, ldc, start, bias);
          let worst = 0;
          for (let i = 0; i < m; i++) {
            for (let j = 0; j < n; j++) {
              let sum = start === START.overwrite ? 0 : start === START.accumulate ? 0.25 : D[j]!;
              for (let q = 0; q < k; q++)
                sum += A[transA ? q * lda + i : i * lda + q]! * B[transB ? j * ldb + q : q * ldb + j]!;
              worst = Math.max(worst, Math.abs(sum - C[i * ldc + j]!));
            }
            // Nothing is written past the row.
            if (C[i * ldc + n] !== 0.25) worst = Number.POSITIVE_INFINITY;
          }
          expect(worst, `${m} × ${n} × ${k}`).toBeLessThan(2e-5);
        }
      }
    }
  });

  it('traps when its scratch memory is too small', () => {
    const { kernels, arena } = open();
    const scratch = arena.reserveBytes('scratch', kernels.gemmScratchBytes(8));
    arena.commit();
    kernels.setGemmScratch(scratch, 8);
    expect(() => kernels.gemm(0, 0, 1, 9, 1, scratch, 1, scratch, 9, scratch, 9, 0, 0)).toThrow(
      WebAssembly.RuntimeError,
    );
  });
});

describe('head', () => {
  const V = 77;
  const stride = 80;
  const rows = 500;

  it('draws the tokens and log-probs of the specification', () => {
    const { kernels: k, arena } = open();
    const logits = arena.reserve('logits', rows * stride);
    const names = ['streams', 'steps', 'ids', 'logProbs'] as const;
    const [streams, steps, ids, logProbs] = names.map((name) => arena.reserve(name, rows)) as [
      number,
      number,
      number,
      number,
    ];
    const scratch = arena.reserve('scratch', stride);
    arena.commit();
    k.setSampleScratch(scratch);
    const rng = createRng('tests', 4);
    const values = Float32Array.from({ length: rows * stride }, () => 3 * rng.normal());
    for (const temperature of [1, 0.3, 2, 0]) {
      arena.floats(logits, rows * stride).set(values);
      arena.ints(streams, rows).forEach((_, i, all) => {
        all[i] = 17 * i;
      });
      arena.ints(steps, rows).forEach((_, i, all) => {
        all[i] = i % 50;
      });
      const scale = temperature === 0 ? 1 : 1 / temperature;
      k.sampleRows(logits, rows, V, stride, scale, temperature === 0 ? 1 : 0, 99, streams, steps, ids, logProbs);
      for (let r = 0; r < rows; r++) {
        const u = uniform(99, 17 * r, r % 50);
        const row = values.subarray(r * stride, r * stride + V);
        const drawn = drawToken(row, { temperature, topK: 0, topP: 1 }, u);
        expect(arena.ints(ids, rows)[r]).toBe(drawn.id);
        expect(arena.floats(logProbs, rows)[r]).toBeCloseTo(drawn.logProb, 4);
      }
    }
  });

  it('has the same random bits as core/rng', () => {
    const { kernels } = open();
    for (const [seed, stream, counter] of [
      [0, 0, 0],
      [1, 2, 3],
      [2 ** 31 - 1, 2 ** 32 - 1, 7],
      [123456, 987654, 47],
    ] as const) {
      expect(kernels.uniform(seed, stream, counter)).toBe(uniform(seed, stream, counter));
    }
  });

  it('has the golden log-probs and entropies', () => {
    const { kernels: k, arena } = open();
    const logits = arena.reserve('logits', 1024);
    const [target, logProb, entropy, stats] = [1, 1, 1, 2].map((n) => arena.reserve('row', n)) as [
      number,
      number,
      number,
      number,
    ];
    arena.commit();
    for (const { in: input, out } of entropies.cases) {
      const vocab = input.logits.length;
      out.logp_with_temperature.forEach((expected, id) => {
        arena.floats(logits, vocab).set(input.logits);
        arena.ints(target, 1)[0] = id;
        const width = Math.ceil(vocab / 8) * 8;
        k.headForward(logits, 1, vocab, width, target, 1 / input.temperature, logProb, entropy, stats);
        expect(Math.abs(arena.floats(logProb, 1)[0]! - expected)).toBeLessThan(1e-5 * Math.max(1, Math.abs(expected)));
        if (input.temperature === 1) expect(arena.floats(entropy, 1)[0]).toBeCloseTo(out.entropy, 4);
      });
    }
  });
});

describe('optimizer', () => {
  it('takes the golden AdamW steps', () => {
    const { kernels: k, arena } = open();
    const [w, g, m, v] = ['w', 'g', 'm', 'v'].map((name) => arena.reserve(name, 8)) as [number, number, number, number];
    arena.commit();
    for (const { in: input, out } of adamw.cases) {
      for (const p of [w, g, m, v]) arena.floats(p, 8).fill(0);
      arena.floats(w, 8).set(input.param);
      input.grads.forEach((gradient, t) => {
        arena.floats(g, 8).set(gradient);
        const { lr, beta1, beta2, eps, weight_decay } = input;
        const size = lr / (1 - beta1 ** (t + 1));
        const root = 1 / Math.sqrt(1 - beta2 ** (t + 1));
        k.adamW(w, g, m, v, 8, 1, beta1, beta2, 1 - beta1, 1 - beta2, eps, 1 - lr * weight_decay, size, root);
        out.params_after_each_step[t]!.forEach((expected, i) => {
          expect(Math.abs(arena.floats(w, 8)[i]! - expected)).toBeLessThan(2e-6 * Math.max(1, Math.abs(expected)));
        });
      });
    }
  });

  it('lets decaying moments end at 0, not as denormals', () => {
    const { kernels: k, arena } = open();
    const [w, g, m, v] = ['w', 'g', 'm', 'v'].map((name) => arena.reserve(name, 4)) as [number, number, number, number];
    arena.commit();
    arena.floats(m, 4).fill(1e-3);
    arena.floats(v, 4).fill(1e-6);
    for (let t = 1; t <= 2000; t++) k.adamW(w, g, m, v, 4, 1, 0.9, 0.95, 0.1, 0.05, 1e-8, 1, 1e-3, 1);
    expect([...arena.floats(m, 4), ...arena.floats(v, 4)]).toEqual(new Array(8).fill(0));
  });

  it('clips by the golden global norms', () => {
    const spec = { ...MODEL_PRESETS.nano, vocabSize: 16 };
    for (const { in: input, out } of clip.cases) {
      const network = new Network(module, spec);
      const halves = input.grads.flat().map((g) => g / 2);
      network.vector('total').fill(7);
      network.vector('gradient').set(halves);
      addGradient(network, true);
      addGradient(network, false);
      const step = { learningRate: 0, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0, clipNorm: input.max_norm };
      const { gradNorm } = optimizerStep(network, step, 0);
      expect(gradNorm).toBeCloseTo(out.total_norm, 4);
      const clipped = network.vector('moment1');
      out.clipped.flat().forEach((expected, i) => {
        expect(clipped[i]).toBeCloseTo(expected, 6);
      });
    }
  });
});

describe.each([
  ['fp16', config16, expected16],
  ['fp32', config32, expected32],
] as const)('gpt2-tiny %s', (kind, config, expected) => {
  it('has the logits of transformers', () => {
    const file = new URL(`../cases/checkpoints/gpt2-tiny/${kind}/model.safetensors`, import.meta.url);
    const { spec, weights } = parseCheckpoint(config, new Uint8Array(readFileSync(file)));
    const network = new Network(module, spec);
    network.setWeights('policy', weights);
    for (const { input_ids, logits } of expected.cases) {
      const sequence = { prompt: input_ids.slice(0, 1), completion: [...input_ids.slice(1), 0] };
      const [plan] = planBatch([sequence], input_ids.length, spec);
      network.load(plan!);
      network.forward(plan!, 'policy', false);
      const { vocabStride, logits: base } = network.buffers;
      const got = network.arena.floats(base, input_ids.length * vocabStride);
      logits.forEach((row, t) => {
        const worst = Math.max(...row.map((value, id) => Math.abs(value - got[t * vocabStride + id]!)));
        expect(worst).toBeLessThan(2e-4);
      });
    }
  });
});

it('packs parameters in multiples of four floats, as the vector loops need', () => {
  for (const preset of Object.values(MODEL_PRESETS)) {
    for (const vocabSize of [550, 551]) {
      for (const { size } of arenaLayout({ ...preset, vocabSize, valueHead: true }).slots) expect(size % 8).toBe(0);
    }
  }
});

describe('arena', () => {
  it('knows its regions and refuses to read past them', () => {
    const { arena } = open();
    const a = arena.reserve('a', 10);
    const b = arena.reserve('b', 100_000);
    arena.commit();
    arena.floats(a, 10).fill(1);
    expect(arena.floats(b, 100_000).every((x) => x === 0)).toBe(true);
    expect(() => arena.floats(a, 11)).toThrow('at most 10 elements in a, got 11');
    expect(() => arena.ints(a + 4, 1)).toThrow('start of a region');
    expect(() => arena.reserve('c', 2 ** 31)).toThrow('4 GiB');
  });
});
