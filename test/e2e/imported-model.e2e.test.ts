/** A tiny CodeGen from a Hugging Face folder: through the command line, and kept in a browser that is closed in the middle of a run. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { chosenConfig } from '../../src/core/config-choice.ts';
import { parseDecoder } from '../../src/model/adapted/decoder-config.ts';
import { parseAdapter } from '../../src/model/adapted/peft.ts';
import { decode, readSafetensors } from '../../src/model/checkpoint/safetensors.ts';
import { greenbar, ROOT, succeed } from '../support/greenbar.ts';

const FOLDER = join(ROOT, 'test/cases/checkpoints/codegen-bytes');
const folder = mkdtempSync(join(tmpdir(), 'greenbar-imported-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (path: string) => new Uint8Array(readFileSync(path));

/** Random weights write no programs: what is paid for that teaches something all the same. */
const SETTINGS = {
  backend: 'wasm',
  reward: 'coderl',
  algorithm: { advantage: 'reward', dropZeroVariance: false, maskTruncated: false },
  rollout: { truncated: 'judge' },
  sampling: { maxNewTokens: 12 },
  evaluation: { before: false, samples: 1, heldOutSamples: 0 },
} as const;

const FLAGS = [
  ...['--preset', 'nano-test', '--backend', 'wasm', '--reward', 'coderl', '--set', 'algorithm.advantage=reward'],
  ...['--set', 'algorithm.dropZeroVariance=false', '--set', 'algorithm.maskTruncated=false'],
  ...['--set', 'rollout.truncated=judge', '--set', 'sampling.maxNewTokens=12', '--set', 'evaluation.before=false'],
  ...['--set', 'evaluation.samples=1', '--set', 'evaluation.heldOutSamples=0', '--set', 'lora.rank=2'],
];

/** The largest number in any B, which begins at 0. */
function farthestB(adapters: Uint8Array): number {
  const all = [...readSafetensors(adapters)].filter(([name]) => name.endsWith('.lora_B.weight'));
  return Math.max(...all.flatMap(([name, tensor]) => [...decode(name, tensor)].map(Math.abs)));
}

test('the command line trains adapters of a folder and writes them for PEFT; the folder stays as it is', async () => {
  const before = bytes(join(FOLDER, 'model.safetensors'));
  const out = join(folder, 'run');
  const { json } = await succeed('train', '--checkpoint', FOLDER, ...FLAGS, '--out', out);
  expect(json[0]).toMatchObject({
    ...{ epochs: 2, engine: 'tfjs', backend: 'wasm' },
    changed: { model: 'imported:codegen-bytes', lora: { rank: 2 } },
  });
  const checkpoint = join(out, 'checkpoint');
  expect(readdirSync(checkpoint)).toEqual(
    expect.arrayContaining([
      'README.md',
      'adapter_config.json',
      'adapter_model.safetensors',
      'merges.txt',
      'vocab.json',
    ]),
  );
  const config = JSON.parse(readFileSync(join(checkpoint, 'adapter_config.json'), 'utf8'));
  expect(config.base_model_name_or_path).toBe(FOLDER);
  const decoder = parseDecoder(JSON.parse(readFileSync(join(FOLDER, 'config.json'), 'utf8')));
  const { vocabSize, contextLength, width } = decoder;
  const adapters = bytes(join(checkpoint, 'adapter_model.safetensors'));
  const base = { decoder, vocabSize, contextLength, width, endOfText: 0 };
  expect(parseAdapter(config, adapters, base).spec.lora).toEqual({ rank: 2, alpha: 16, targets: 'attention' });
  expect(farthestB(adapters)).toBeGreaterThan(1e-5);
  expect(readFileSync(join(checkpoint, 'README.md'), 'utf8')).toContain('LoRA adapters (rank 2, alpha 16');
  expect(bytes(join(FOLDER, 'model.safetensors'))).toEqual(before);
});

test('sample takes such a folder, and what does not fit is refused in one sentence', async () => {
  const asked = ['--text', 'Add', '--n', '2', '--max-new-tokens', '8', '--backend', 'wasm'];
  const { json } = await succeed('sample', '--checkpoint', FOLDER, ...asked);
  expect(json).toHaveLength(2);
  expect(json[0]).toMatchObject({ code: expect.any(String), tokens: expect.any(Number) });
  const alone = await greenbar('sample', '--checkpoint', join(folder, 'run/checkpoint'), ...asked);
  expect(alone).toMatchObject({ status: 1, stderr: expect.stringContaining('got adapters alone') });
  const twice = await greenbar('train', '--checkpoint', FOLDER, '--model', 'small');
  expect(twice).toMatchObject({ status: 2, stderr: expect.stringContaining('expected no --model beside') });
});

test('a browser keeps an imported model, and a run of it goes on after the page was closed', async () => {
  const keep = join(folder, 'kept');
  const names = readdirSync(FOLDER).filter((name) => name !== 'expected.json');
  const files = Object.fromEntries(names.map((name) => [name, bytes(join(FOLDER, name))]));
  const config = chosenConfig({
    ...{ preset: 'nano-test', algorithm: 'grpo' },
    settings: { ...SETTINGS, model: 'imported:mine' },
  });
  {
    await using session = await BrowserSession.open({ keep });
    const told: number[] = [];
    const model = await session.call('importModel', { name: 'mine', files }, ({ done, total }) => {
      told.push(done / total);
    });
    expect(model).toMatchObject({ id: 'imported:mine', architecture: 'codegen' });
    expect(told.at(-1)).toBe(1);
    const cut = session.call('train', config, (events) => {
      if (events.some((event) => event.type === 'step')) throw new Error('closed after a step');
    });
    await expect(cut).rejects.toThrow('closed after a step');
  }
  await using session = await BrowserSession.open({ keep });
  expect((await session.call('importedModels', undefined)).map(({ id }) => id)).toEqual(['imported:mine']);
  const [run] = await session.call('runs', undefined);
  expect(run).toMatchObject({ status: 'interrupted', config: { model: 'imported:mine' } });
  const summary = await session.call('resumeRun', { id: run!.id });
  expect(summary?.epochs).toBe(2);
  const adapters = (await session.call('checkpoint', undefined))['adapter_model.safetensors'];
  expect(farthestB(adapters!)).toBeGreaterThan(1e-5);
  await session.call('removeModel', { id: 'imported:mine' });
  expect(await session.call('importedModels', undefined)).toEqual([]);
});
