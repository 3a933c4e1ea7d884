/** Where the files of an imported model come from, and which way they take: adapters of any other model, the whole of one of ours. */

import { mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { FACTS } from '../../../test/support/model-library-behaviour.ts';
import { serveStatic } from '../../cli/static-server.ts';
import { memoryModelLibrary } from '../../store/model-library.ts';
import { isAdapted } from '../environment.ts';
import { readFacts } from './facts.ts';
import { findFolder } from './find-folder.ts';
import { loadImported } from './load.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const OWN = at('public/models/small');
const LLAMA = at('test/cases/checkpoints/llama-bytes');

const folder = mkdtempSync(join(tmpdir(), 'greenbar-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REQUEST = { lora: { rank: 2, alpha: 4, targets: 'attention' }, seed: 1 } as const;

async function blobsOf(path: string): Promise<Map<string, Blob>> {
  const names = readdirSync(path);
  return new Map(await Promise.all(names.map(async (name) => [name, await openAsBlob(join(path, name))] as const)));
}

const serve = (path: string) => serveStatic(folder, { port: 0, mounts: { '/models/imported/mine': path } });

test('a folder that is served is fetched as far as it is needed, told as it comes, and has the digest of a kept one', async () => {
  await using server = await serve(LLAMA);
  const library = memoryModelLibrary();
  const told: [number, number][] = [];
  const found = await findFolder('mine', library, server.url, (done, total) => told.push([done, total]));
  expect([...found.files.keys()].filter((name) => name.endsWith('.safetensors'))).toHaveLength(3);
  const [done, total] = told.at(-1)!;
  expect(done).toBe(total);
  const model = await loadImported(found, REQUEST);
  expect(model).toMatchObject({
    spec: { decoder: { architecture: 'llama' }, lora: REQUEST.lora },
    base: { name: 'mine' },
  });
  const kept = await library.add('mine', FACTS, found.files, () => {});
  expect(kept.digest).toBe(found.digest);
  const again = await findFolder('mine', library, 'http://nowhere.invalid/', () => {});
  expect(again.digest).toBe(found.digest);
});

test('weights in one file go before their parts, and other formats stay where they are', async () => {
  for (const name of ['config.json', 'model.safetensors', 'model-00001-of-00002.safetensors', 'tokenizer.json'])
    writeFileSync(join(folder, name), '{}');
  for (const name of ['pytorch_model.bin', 'README.md', 'merges.txt']) writeFileSync(join(folder, name), 'x');
  await using server = await serve(folder);
  const { files } = await findFolder('mine', memoryModelLibrary(), server.url, () => {});
  expect([...files.keys()].sort()).toEqual(['config.json', 'merges.txt', 'model.safetensors', 'tokenizer.json']);
});

test('a model that is nowhere is asked for by name', async () => {
  await using server = await serve(LLAMA);
  await expect(findFolder('other', memoryModelLibrary(), server.url, () => {})).rejects.toThrow(
    'models: expected the imported model other in this browser, found none: import its files under that name',
  );
});

test('a model of this house is trained whole, whoever brings it', async () => {
  const files = await blobsOf(OWN);
  const { facts, used, refusal, notes } = await readFacts(files);
  expect(facts).toMatchObject({ architecture: 'gpt2', parameters: 306_048, layers: 2, vocabSize: 600 });
  expect(facts.bytes).toBe(used.reduce((sum, name) => sum + files.get(name)!.size, 0));
  expect(refusal).toBeNull();
  expect(notes).toEqual([expect.stringContaining('all of it is trained')]);
  const model = await loadImported({ name: 'mine', digest: '', files }, REQUEST);
  expect(isAdapted(model)).toBe(false);
  expect(model.weights).toHaveLength(306_048);
  expect(model.codec.ends).toBeUndefined();
});

test('a model whose weights are cut short is refused in one sentence', async () => {
  const files = await blobsOf(LLAMA);
  const part = 'model-00002-of-00003.safetensors';
  files.set(part, files.get(part)!.slice(0, 100));
  await expect(readFacts(files)).rejects.toThrow(/^model: model-00002-of-00003\.safetensors: /);
});
