/** Training, evaluation, sampling and pre-training through the command line and the built page, at the smallest scale. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.ts';
import type { RolloutRecord, StepRecord } from '../../src/core/records.ts';
import { finish, greenbar, ROOT, startGreenbar, succeed } from '../support/greenbar.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-train-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Step records without what depends on the machine. */
function stepsOf(file: string): Omit<StepRecord, 'seconds' | 'spans'>[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { seconds: _seconds, spans: _spans, ...rest } = JSON.parse(line) as StepRecord;
      return rest;
    });
}

test('a short run reports before and after, and one seed gives the same records twice', async () => {
  const files = [];
  for (const name of ['first', 'second']) {
    const out = join(folder, name);
    const flags = ['--preset', 'nano-test', '--model', 'base', '--backend', 'wasm', '--seed', '3', '--out', out];
    const { json } = await succeed('train', ...flags);
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      before: { lecture: { 'pass@1': { value: expect.any(Number) }, n: 4, 'pass@64': null } },
      after: { lecture: { 'visible@1': expect.any(Number), greedy: expect.any(Number) } },
      epochs: 2,
      seconds: { total: expect.any(Number) },
      backend: 'wasm',
      adapter: expect.any(String),
      tokens_per_second: expect.any(Number),
      seed: 3,
      preset: 'nano-test',
      algorithm: 'grpo',
      changed: {
        seed: 3,
        backend: 'wasm',
        epochs: 2,
        lectureProblems: 2,
        groupSize: 4,
        sampling: { maxNewTokens: 24 },
      },
      steps: join(out, 'steps.jsonl'),
      checkpoint: join(out, 'checkpoint'),
    });
    files.push(join(out, 'steps.jsonl'));
  }
  const [first, second] = files.map(stepsOf);
  expect(first!.map(({ step }) => step)).toEqual([1, 2]);
  expect(second).toEqual(first);
});

test('an algorithm, a file and single settings decide together what is trained, and the summary says so', async () => {
  const out = join(folder, 'chosen');
  const file = join(folder, 'chosen.json');
  writeFileSync(file, JSON.stringify({ version: 1, preset: 'nano-test', algorithm: 'dapo', settings: { epochs: 9 } }));
  const single = ['--set', 'epochs=1', '--set', 'algorithm.beta=0.1', '--set', 'rollout.dynamicRounds=1'];
  const { json } = await succeed('train', '--config', file, ...single, '--backend', 'wasm', '--out', out);
  const changed = {
    backend: 'wasm',
    model: 'small',
    epochs: 1,
    algorithm: { clipHigh: 0.28, beta: 0.1, maskTruncated: false },
    rollout: { dynamicRounds: 1, overlongCache: 10 },
  };
  expect(json[0]).toMatchObject({ preset: 'nano-test', algorithm: 'dapo', changed, epochs: 1 });
  expect((json[0] as { changed: object }).changed).not.toHaveProperty('algorithm.clipLow');
  expect(JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'))).toEqual({
    version: 1,
    preset: 'nano-test',
    algorithm: 'dapo',
    settings: { backend: 'wasm', epochs: 1, algorithm: { beta: 0.1 }, rollout: { dynamicRounds: 1 } },
  });
  expect(stepsOf(join(out, 'steps.jsonl'))).toHaveLength(1);
});

test.each([
  ['ppo', { 'critic/vf_loss': expect.any(Number), 'critic/values/mean': expect.any(Number) }],
  ['rlef', { 'num_turns/mean': expect.any(Number), 'sampling/importance_sampling_ratio/max': expect.any(Number) }],
  ['coderl', { 'critic/outcome_loss': expect.any(Number), 'critic/outcome_accuracy': expect.any(Number) }],
  ['grpo-plus', { 'sampling/staleness': 0, 'completions/max_new_tokens': 24 }],
])('%s runs in the page and keeps what its update made of every token', async (algorithm, metrics) => {
  const out = join(folder, algorithm);
  const settings = ['--set', 'epochs=1', '--set', 'groupSize=8', '--set', 'rollout.overlongCache=0'];
  const flags = ['--preset', 'nano-test', '--algorithm', algorithm, '--backend', 'wasm', '--rollouts', '--out', out];
  const { json } = await succeed('train', ...flags, ...settings);
  expect(json[0]).toMatchObject({
    algorithm,
    epochs: 1,
    tokens: expect.any(Number),
    memory: { policy: expect.any(Number) },
  });
  expect(stepsOf(join(out, 'steps.jsonl'))[0]!.metrics).toMatchObject(metrics);
  const lines = readFileSync(join(out, 'rollouts', 'step-00001.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const rollouts = lines.map((line) => JSON.parse(line) as RolloutRecord);
  expect(rollouts).toHaveLength(16);
  for (const { trained = [] } of rollouts) {
    for (const { ids, updates, after } of trained) {
      expect(updates).toHaveLength(1);
      expect(after).toHaveLength(ids.length);
    }
  }
});

test('the trained model is a checkpoint that eval and sample take, and no longer the one that training began with', async () => {
  const checkpoint = join(folder, 'first', 'checkpoint');
  const read = (from: string, name: string) => readFileSync(join(from, name));
  const base = join(ROOT, 'public/models/base');
  expect(JSON.parse(read(checkpoint, 'config.json').toString())).toMatchObject({ model_type: 'gpt2' });
  expect(read(checkpoint, 'model.safetensors').length).toBeGreaterThan(1e6);
  expect(read(checkpoint, 'model.safetensors').equals(read(base, 'model.safetensors'))).toBe(false);

  const common = ['--checkpoint', checkpoint, '--backend', 'wasm', '--max-new-tokens', '16', '--n', '2'];
  const measured = await succeed('eval', ...common, '--sets', 'lecture');
  expect(measured.json[0]).toMatchObject({ model: checkpoint, sets: { lecture: { n: 2 } } });
  expect((await succeed('sample', ...common, '--text', 'Write a function that returns 1')).json).toHaveLength(2);
});

test('sample writes programs', async () => {
  const { json } = await succeed(
    'sample',
    '--text',
    'Write a function that returns the sum of two numbers',
    '--n',
    '3',
    '--backend',
    'wasm',
  );
  expect(json).toHaveLength(3);
  for (const row of json) expect(row).toMatchObject({ code: expect.any(String), tokens: expect.any(Number) });
});

test('eval measures a checkpoint', async () => {
  const measured = await succeed(
    'eval',
    '--sets',
    'lecture',
    '--n',
    '2',
    '--backend',
    'wasm',
    '--max-new-tokens',
    '16',
  );
  expect(measured.json[0]).toMatchObject({ model: 'base', sets: { lecture: { n: 2 } } });
});

test('a checkpoint of the wrong shape is refused in one sentence', async () => {
  const wrong = join(folder, 'wrong');
  cpSync(join(ROOT, 'public/models/base'), wrong, { recursive: true });
  const config = JSON.parse(readFileSync(join(wrong, 'config.json'), 'utf8'));
  writeFileSync(join(wrong, 'config.json'), JSON.stringify({ ...config, n_embd: 2 * config.n_embd }));
  await ensureBuilt(); // Otherwise the command would say that it builds.
  const { status, stdout, stderr } = await greenbar('eval', '--checkpoint', wrong, '--sets', 'lecture', '--n', '1');
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/checkpoint: .*expected .*got /);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a pre-training that was killed goes on to the same weights', async () => {
  const flags = ['--preset', 'nano', '--steps', '4', '--checkpoint-every', '2', '--backend', 'wasm', '--seed', '5'];
  const whole = join(folder, 'whole');
  await succeed('pretrain', ...flags, '--out', whole);

  const broken = join(folder, 'broken');
  const child = startGreenbar(['pretrain', ...flags, '--out', broken]);
  const { status } = await finish(child, (stderr) => {
    if (/step 2 of 4.*kept/.test(stderr)) child.kill('SIGTERM');
  });
  expect(status).not.toBe(0);
  await succeed('pretrain', ...flags, '--out', broken, '--resume');
  const weights = (out: string) => readFileSync(join(out, 'step-4', 'model.safetensors'));
  expect(weights(broken).equals(weights(whole))).toBe(true);
  const curve = (out: string) => readFileSync(join(out, 'curve.jsonl'), 'utf8');
  expect(curve(broken)).toBe(curve(whole));
});

test('serve answers until it is asked to end', async () => {
  const child = startGreenbar(['serve']);
  const url = await new Promise<string>((resolve) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve((JSON.parse(chunk.toString()) as { url: string }).url));
  });
  expect(await (await fetch(url)).text()).toContain('<title>Greenbar</title>');
  child.kill('SIGTERM');
  await finish(child);
  await expect(fetch(url)).rejects.toThrow();
});
