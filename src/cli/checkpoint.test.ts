/** Which way a folder takes that a person names as a checkpoint, and how the page gets its files. */

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './build.ts';
import { servedCheckpoint, withBaseFolder } from './checkpoint.ts';
import { serveStatic } from './static-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CODEGEN = join(ROOT, 'test/cases/checkpoints/codegen-bytes');
const OWN = join(ROOT, 'public/models/small');

function made(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

test('a model of ours takes the place of one of the page, any other is imported', async () => {
  expect(await servedCheckpoint(OWN, 'base')).toEqual({
    model: 'base',
    mounts: { '/models/base': OWN },
    imported: false,
  });
  expect(await servedCheckpoint(CODEGEN, 'base')).toEqual({
    ...{ model: 'imported:codegen-bytes', imported: true },
    mounts: { '/models/imported/codegen-bytes': CODEGEN },
  });
  expect((await servedCheckpoint(CODEGEN, 'measured', 'against')).model).toBe('imported:against');
});

test.each([
  ['empty', {}, 'expected a checkpoint, but config.json is missing'],
  ['weightless', { 'config.json': '{}', 'tokenizer.json': '{}' }, 'but model.safetensors is missing'],
  [
    'of no known kind',
    { 'config.json': '{}', 'a.safetensors': '' },
    /of no known kind: config\.json: model_type: expected/,
  ],
  ['adapters', { 'adapter_config.json': '{}', 'adapter_model.safetensors': '' }, 'got adapters alone'],
])('a folder that is %s is refused', async (name, files, message) => {
  await expect(servedCheckpoint(made(name, files), 'base')).rejects.toThrow(message);
});

test('a folder without a tokenizer is refused, and one of pickled weights with the lines that convert them', async () => {
  const config = readFileSync(join(CODEGEN, 'config.json'), 'utf8');
  const pickled = made('pickled', { 'config.json': config, 'pytorch_model.bin': 'x', 'vocab.json': '{}' });
  await expect(servedCheckpoint(pickled, 'base')).rejects.toThrow(
    `${pickled}: expected model.safetensors, got pytorch_model.bin, which is not read here: convert it once in Python with import transformers; m = transformers.AutoModelForCausalLM.from_pretrained("FOLDER"); m.save_pretrained("NEW_FOLDER")`,
  );
  const mute = made('mute', { 'config.json': config });
  copyFileSync(join(CODEGEN, 'model.safetensors'), join(mute, 'model.safetensors'));
  await expect(servedCheckpoint(mute, 'base')).rejects.toThrow(/mute: .*tokenizer\.json/);
});

test('adapters say where their base lies', () => {
  const config = new TextEncoder().encode(JSON.stringify({ r: 2, base_model_name_or_path: 'mine' }));
  const files = { 'adapter_config.json': config, 'merges.txt': new Uint8Array(1) };
  const named = withBaseFolder(files, CODEGEN);
  expect(JSON.parse(new TextDecoder().decode(named['adapter_config.json']))).toEqual({
    ...{ r: 2, base_model_name_or_path: CODEGEN },
  });
  expect(withBaseFolder({ 'config.json': config }, CODEGEN)).toEqual({ 'config.json': config });
});

test('the page can ask what lies in a folder that is served to it', async () => {
  const mine = made('mine', { 'config.json': '{}' });
  mkdirSync(join(mine, 'inner'));
  copyFileSync(join(CODEGEN, 'merges.txt'), join(mine, 'merges.txt'));
  await using server = await serveStatic(OWN, { port: 0, mounts: { '/models/imported/mine': mine } });
  const listing = await (await fetch(`${server.url}models/imported/mine/files.json`)).json();
  expect(listing).toEqual({ 'config.json': 2, 'merges.txt': expect.any(Number) });
  expect((await fetch(`${server.url}models/imported/other/files.json`)).status).toBe(404);
});
