/** `export`: folders from a run's folder and from settings alone; nothing is overwritten, and what is missing is named. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { fixtureEvaluation } from '../../../test/support/fixture-run.ts';
import { chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { writeConfigFile } from '../../core/config-file.ts';
import { parseProblems } from '../../problems/format.ts';
import { run } from '../run.ts';
import { keepChoice, keepOwn } from '../run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = fileURLToPath(new URL('../../../public/models/small', import.meta.url));

const LECTURE = fileURLToPath(new URL('../../../public/problems/lecture.json', import.meta.url));

/** Runs the command in this process; what it printed, and its exit code. */
async function exported(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest: unknown[]) => {
      printed[name] += String(text);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }),
  );
  try {
    return { status: await run(['export', ...args]), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The folder of a short run on two problems, as `train` leaves it. */
function runFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  const choice = { ...DEFAULT_CHOICE, preset: 'nano-test', settings: { seed: 3 } } as const;
  writeFileSync(join(path, 'config.json'), JSON.stringify(writeConfigFile(choice)));
  const seconds = { sample: 1, judge: 1, reference: 0, update: 1, total: 3 };
  const counts = { step: 1, epoch: 1, updates: 2, metrics: { reward: 0.25 }, outcomes: { passed: 2 }, problems: [] };
  writeFileSync(join(path, 'steps.jsonl'), `${JSON.stringify({ ...counts, digest: '0', seconds })}\n`);
  writeFileSync(join(path, 'evaluations.jsonl'), '');
  cpSync(SMALL, join(path, 'checkpoint'), { recursive: true });
  return path;
}

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a run becomes an experiment for TRL: its problems in its order, its settings, the model that it began with', async () => {
  const out = join(folder, 'trl');
  const { status, stdout } = await exported('--to', 'trl', '--run', runFolder('run a'), '--out', out);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ to: 'trl', name: 'run-a', out });
  const rows = linesOf(join(out, 'train.jsonl'));
  expect(rows.map(({ step }) => step)).toEqual([1, 1, 2, 2]);
  expect(rows[0].prompt).toMatch(/^# Problem: .+\n# Solution:\n$/);
  const task = JSON.parse(rows[0].task);
  expect(task).toMatchObject({
    entry_point: 'solution',
    reward: 'binary',
    truncated: 'zero',
    max_tokens: 24,
    end_ids: [1],
  });
  // Public and reward tests pay; hidden ones are for evaluation alone.
  expect(task.tests).toHaveLength(8);
  expect(JSON.parse(linesOf(join(out, 'eval.jsonl'))[0].task).tests.length).toBeGreaterThan(20);
  const { trl, lora } = JSON.parse(readFileSync(join(out, 'settings.json'), 'utf8'));
  expect(trl).toMatchObject({ seed: 3, max_steps: 4, num_generations: 4, beta: 0.04, learning_rate: 3e-4 });
  expect(lora).toBeNull();
  expect(readFileSync(join(out, 'model/model.safetensors'))).toEqual(readFileSync(join(SMALL, 'model.safetensors')));
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('- `algorithm.deviation` (here "population")');
});

test('a run becomes an experiment for veRL, whose prompts are messages and whose template leaves them as they are', async () => {
  const out = join(folder, 'verl');
  expect((await exported('--to', 'verl', '--run', runFolder('b'), '--out', out)).status).toBe(0);
  const [row] = linesOf(join(out, 'train.json'));
  expect(row).toMatchObject({ data_source: 'greenbar', ability: 'code', extra_info: { split: 'train', index: 0 } });
  expect(row.prompt).toEqual([{ role: 'user', content: expect.stringMatching(/^# Problem: /) }]);
  expect(JSON.parse(row.reward_model.ground_truth).tests).toHaveLength(8);
  const { chat_template } = JSON.parse(readFileSync(join(out, 'model/tokenizer_config.json'), 'utf8'));
  expect(chat_template).toContain("message['content']");
  expect(readFileSync(join(out, 'run_verl.sh'), 'utf8')).toContain('  actor_rollout_ref.rollout.n=4 \\\n');
});

test('the trained model of a run comes as a Hugging Face folder', async () => {
  const out = join(folder, 'hf');
  expect((await exported('--to', 'huggingface', '--run', runFolder('c'), '--out', out)).status).toBe(0);
  expect(readdirSync(out).sort()).toEqual([
    ...[
      'README.md',
      'config.json',
      'generation_config.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ],
  ]);
  const generation = JSON.parse(readFileSync(join(out, 'generation_config.json'), 'utf8'));
  expect(generation).toMatchObject({
    do_sample: true,
    temperature: 1,
    top_k: 0,
    top_p: 1,
    eos_token_id: 1,
    pad_token_id: 0,
  });
});

test('the card of the trained model is the one that train has written, and one without a card gets what is known', async () => {
  const own = runFolder('carded');
  writeFileSync(join(own, 'checkpoint/README.md'), '# What train has written');
  const out = join(folder, 'hf-card');
  expect((await exported('--to', 'huggingface', '--run', own, '--out', out)).status).toBe(0);
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toBe('# What train has written');

  const bare = runFolder('bare');
  rmSync(join(bare, 'checkpoint/README.md'));
  const measured = ['before', 'after'].map((when, i) => ({ when, ...fixtureEvaluation(i, 8) }));
  writeFileSync(join(bare, 'evaluations.jsonl'), measured.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const made = join(folder, 'hf-made');
  expect((await exported('--to', 'huggingface', '--run', bare, '--out', made)).status).toBe(0);
  const card = readFileSync(join(made, 'README.md'), 'utf8');
  expect(card).toContain('# bare');
  expect(card).toContain('`seed=3`');
  expect(card).toContain('by reinforcement learning');
  expect(card).toMatch(/\| the lecture’s ten \| 1 \| [\d.]+ % \| [\d.]+ % \|/);
});

test('a model that no run has trained is not called trained', async () => {
  const out = join(folder, 'hf-foreign');
  const checkpoint = join(runFolder('foreign'), 'checkpoint');
  rmSync(join(checkpoint, 'README.md'));
  expect((await exported('--to', 'huggingface', '--checkpoint', checkpoint, '--out', out)).status).toBe(0);
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('no run has trained it');
});

test('problems of a person are kept beside the settings, and exported with the others', async () => {
  const path = runFolder('own');
  const [problem] = parseProblems(readFileSync(LECTURE, 'utf8'), LECTURE);
  const own = [{ ...problem!, id: 'mine', text: 'Return what only I have asked for.' }];
  // Two were asked for; the reference of one has told no results.
  const choice = { ...DEFAULT_CHOICE, preset: 'nano-test', settings: { seed: 3, ownProblems: 2 } } as const;
  keepChoice(path, choice);
  expect(chosenConfig(keepOwn(path, choice, own)).ownProblems).toBe(1);
  const out = join(folder, 'own-trl');
  expect((await exported('--to', 'trl', '--run', path, '--out', out)).status).toBe(0);
  const prompts = (file: string) => linesOf(join(out, file)).map(({ prompt }) => prompt as string);
  const mine = (prompt: string) => prompt.includes('only I have asked for');
  expect(prompts('train.jsonl').filter(mine)).toHaveLength(2);
  expect(prompts('eval.jsonl').filter(mine)).toHaveLength(1);
});

test('the results of a run come as tables', async () => {
  const out = join(folder, 'results');
  expect((await exported('--to', 'results', '--run', runFolder('d'), '--out', out)).status).toBe(0);
  expect(linesOf(join(out, 'metrics.jsonl'))).toEqual([expect.objectContaining({ reward: 0.25 })]);
  expect(existsSync(join(out, 'completions.parquet'))).toBe(true);
});

test('settings alone will do, with a model that comes with the page', async () => {
  const out = join(folder, 'alone');
  const flags = ['--preset', 'nano-test', '--algorithm', 'gspo', '--set', 'groupSize=6'];
  expect((await exported('--to', 'trl', ...flags, '--out', out)).status).toBe(0);
  const { trl } = JSON.parse(readFileSync(join(out, 'settings.json'), 'utf8'));
  expect(trl).toMatchObject({ num_generations: 6, importance_sampling_level: 'sequence', loss_type: 'grpo' });
});

test('what cannot be exported is refused in one sentence, and nothing is written', async () => {
  const full = runFolder('e');
  const nowhere = join(folder, 'nowhere');
  const refusals: [args: string[], message: string, status: number][] = [
    [['--to', 'trl', '--algorithm', 'ppo', '--out', nowhere], 'trl: algorithm.advantage: expected one that', 1],
    [['--to', 'verl', '--algorithm', 'rlef', '--out', nowhere], 'verl: algorithm.advantage: expected one that', 1],
    [['--to', 'trl', '--out', full], `${full}: expected an empty or new folder, but something is in it`, 1],
    [
      ['--to', 'trl', '--run', nowhere, '--out', nowhere],
      `${nowhere}: expected the folder of a run, but config.json`,
      1,
    ],
    [['--to', 'results', '--out', nowhere], 'export: --to results: expected a run (--run DIR), got none', 2],
    [['--out', nowhere], 'export: expected --to with one of huggingface, trl, verl, results', 2],
    [['--to', 'trl', '--run', full, '--seed', '1'], 'export: --seed: expected none beside --run', 2],
    [['--to', 'tensorflow'], '--to: expected huggingface, trl, verl, results, got "tensorflow"', 2],
  ];
  for (const [args, message, status] of refusals) {
    const ran = await exported(...args);
    expect(ran).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(existsSync(nowhere)).toBe(false);
});
