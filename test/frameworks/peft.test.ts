/** Adapters in PEFT and merged weights in transformers: the logits are ours; and what PEFT merges and saves comes back in. */

import { openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { adapterCount } from '../../src/model/adapted/adapters.ts';
import { mergedConfig, mergedModel } from '../../src/model/adapted/merge.ts';
import { readJson } from '../../src/model/adapted/model-files.ts';
import { formatAdapter } from '../../src/model/adapted/peft.ts';
import { openWeights } from '../../src/model/adapted/weights.ts';
import { adaptedLogits, adaptedSpec } from '../support/adapted-parity.ts';
import { jsonLinesOf, python, pythonTests, script, writeExport } from './python.ts';

interface Answer {
  readonly base: readonly number[];
  readonly adapted: readonly number[];
  readonly merged: readonly number[];
}

const IDS = [
  [5, 9, 20, 17, 33, 41, 7],
  [1, 60, 2, 2, 30, 11],
];

const encode = (text: string) => new TextEncoder().encode(text);

async function filesOf(folder: string): Promise<Map<string, Blob>> {
  const names = readdirSync(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await openAsBlob(join(folder, name))] as const)));
}

const furthest = (a: Float32Array, b: readonly number[]): number =>
  b.reduce((most, value, i) => Math.max(most, Math.abs(value - a[i]!)), 0);

const test = pythonTests('adapters in PEFT');

test.each(['gpt2-tiny/fp32', 'codegen-bytes', 'llama-bytes'])(
  '%s with adapters says the same there',
  async (name) => {
    const folder = fileURLToPath(new URL(`../cases/checkpoints/${name}`, import.meta.url));
    const files = await filesOf(folder);
    const { decoder, tensors } = await openWeights(files);
    const spec = adaptedSpec(decoder, 0);
    const weights = Float32Array.from({ length: adapterCount(spec) }, (_, i) => 0.3 * Math.sin(3 * i + 1));
    const { config, model } = formatAdapter({ spec, weights }, folder);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of mergedModel({ spec, weights, tensors, dtype: 'F32' })) pieces.push(piece);
    const about = mergedConfig(Object(await readJson(files, 'config.json')), 'F32');
    const made = writeExport({
      'adapter/adapter_config.json': encode(config),
      'adapter/adapter_model.safetensors': model,
      'merged/config.json': encode(JSON.stringify(about)),
      'merged/model.safetensors': new Uint8Array(await new Blob(pieces).arrayBuffer()),
    });
    try {
      const at = (part: string) => join(made, part);
      const job = { base: folder, adapter: at('adapter'), merged: at('merged'), ids: IDS, save: at('saved') };
      writeFileSync(at('job.json'), JSON.stringify(job));
      const answers = jsonLinesOf<Answer>(await python([script('peft_export.py'), at('job.json')]));
      expect(answers).toHaveLength(IDS.length);
      const saved = await openWeights(await filesOf(at('saved')));
      expect(saved.decoder).toEqual(decoder);
      for (const [i, ids] of IDS.entries()) {
        const { base, adapted, merged } = answers[i]!;
        const ours = await adaptedLogits('cpu', spec, tensors, weights, ids);
        expect(furthest(ours, base)).toBeGreaterThan(0.05);
        expect(furthest(ours, adapted)).toBeLessThan(1e-3);
        expect(furthest(ours, merged)).toBeLessThan(1e-3);
        const back = await adaptedLogits('cpu', spec, saved.tensors, new Float32Array(weights.length), ids);
        expect(furthest(ours, [...back])).toBeLessThan(1e-3);
      }
    } finally {
      rmSync(made, { recursive: true });
    }
  },
  300_000,
);
