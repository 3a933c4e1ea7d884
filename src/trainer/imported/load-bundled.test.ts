/** Models of this house come back however their weights were saved: in one file or in parts, in 32 bits or as bfloat16. */

import { mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { safetensorsBytes } from '../../../test/support/model-files.ts';
import { serveStatic } from '../../cli/static-server.ts';
import { decode, readSafetensors } from '../../model/checkpoint/safetensors.ts';
import { readFacts } from './facts.ts';
import { loadImported } from './load.ts';
import { loadBundled } from './load-bundled.ts';

const SMALL = fileURLToPath(new URL('../../../public/models/small', import.meta.url));
const SMALL_FILES = ['config.json', 'tokenizer.json'] as const;
const folder = mkdtempSync(join(tmpdir(), 'greenbar-own-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tensors = [...readSafetensors(readFileSync(join(SMALL, 'model.safetensors')))].map(([name, tensor]) => ({
  ...{ name, shape: tensor.shape, values: decode(name, tensor) },
}));

/** The upper halves of the numbers: bfloat16 as PyTorch lays it out, rounded towards 0. */
const upper = (values: Float32Array): Uint8Array => {
  const words = new Uint16Array(values.slice().buffer);
  return new Uint8Array(words.filter((_, i) => i % 2 === 1).buffer);
};

function part(dtype: 'F32' | 'BF16', some: typeof tensors): Uint8Array {
  const contents = some.map(({ values }) => (dtype === 'F32' ? new Uint8Array(values.slice().buffer) : upper(values)));
  let end = 0;
  const header = Object.fromEntries(
    some.map(({ name, shape }, i) => {
      const from = end;
      end += contents[i]!.length;
      return [name, { dtype, shape, data_offsets: [from, end] }];
    }),
  );
  return safetensorsBytes(header, new Uint8Array(Buffer.concat(contents)));
}

/** A folder as `save_pretrained` leaves it when the file would be too large. */
function sharded(dtype: 'F32' | 'BF16'): string {
  const path = mkdtempSync(join(folder, `${dtype}-`));
  for (const name of SMALL_FILES) writeFileSync(join(path, name), readFileSync(join(SMALL, name)));
  const half = Math.ceil(tensors.length / 2);
  const map: Record<string, string> = {};
  [tensors.slice(0, half), tensors.slice(half)].forEach((some, i) => {
    const file = `model-0000${i + 1}-of-00002.safetensors`;
    writeFileSync(join(path, file), part(dtype, some));
    for (const { name } of some) map[name] = file;
  });
  writeFileSync(join(path, 'model.safetensors.index.json'), JSON.stringify({ metadata: {}, weight_map: map }));
  return path;
}

test.each(['F32', 'BF16'] as const)('parts of %s are the model that one file is', async (dtype) => {
  const path = sharded(dtype);
  await using server = await serveStatic(folder, { port: 0, mounts: { '/models/base': path, '/models/whole': SMALL } });
  const whole = await loadBundled(server.url, 'whole', () => {});
  const told: [number, number][] = [];
  const parts = await loadBundled(server.url, 'base', (done, total) => told.push([done, total]));
  const [done, total] = told.at(-1)!;
  expect(done).toBe(total);
  expect(parts.spec).toEqual(whole.spec);
  const off = parts.weights.findIndex((value, i) => {
    const wanted = whole.weights[i]!;
    return dtype === 'F32' ? value !== wanted : Math.abs(value - wanted) > Math.abs(wanted) * 2 ** -7;
  });
  expect(off).toBe(-1);

  const names = readdirSync(path);
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await openAsBlob(join(path, name))] as const)),
  );
  const { facts, used } = await readFacts(files);
  expect(facts).toMatchObject({ dtype, parameters: parts.weights.length });
  expect([...used].sort()).toEqual(names.sort());
  const kept = new Map([...files].filter(([name]) => used.includes(name)));
  const lora = { rank: 1, alpha: 1, targets: 'attention' } as const;
  const imported = await loadImported({ name: 'mine', digest: '', files: kept }, { lora, seed: 0 });
  expect(imported.weights).toEqual(parts.weights);
});

test('a model that is not there is told by its file', async () => {
  await using server = await serveStatic(folder, {
    port: 0,
    mounts: { '/models/none': mkdtempSync(join(folder, 'x')) },
  });
  await expect(loadBundled(server.url, 'none', () => {})).rejects.toThrow(
    /models\/none\/.*: expected the file, got HTTP 404/,
  );
});
