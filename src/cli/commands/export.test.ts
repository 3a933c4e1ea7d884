/** `export`: folders from a run's folder and from settings alone; nothing is overwritten, and what is missing is named. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { fixtureEvaluation } from '../../../test/support/fixture-run.ts';
import { chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { writeConfigFile } from '../../core/config-file.ts';
import { initialAdapters } from '../../model/adapted/adapters.ts';
import { openModelFolder } from '../../model/adapted/folder.ts';
import { formatAdapter } from '../../model/adapted/peft.ts';
import { readSafetensors } from '../../model/checkpoint/safetensors.ts';
import { parseProblems } from '../../problems/format.ts';
import { specOf } from '../../trainer/imported/load.ts';
import { openCheckpoint } from '../checkpoint-folder.ts';
import { problemsAlone, readProblemsAt } from '../problems-file.ts';
import { run } from '../run.ts';
import { keepChoice, keepOwn } from '../run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = fileURLToPath(new URL('../../../public/models/small', import.meta.url));

const CASES = fileURLToPath(new URL('../../../test/cases/checkpoints', import.meta.url));

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

test('only what belongs to a model goes along, however its weights are cut', async () => {
  const llama = join(CASES, 'llama-bytes');
  const mine = join(folder, 'mine');
  cpSync(llama, mine, { recursive: true });
  for (const name of ['LICENSE', 'notes.txt', 'optimizer.pt', 'chat_template.jinja'])
    writeFileSync(join(mine, name), 'x');
  const belong = [
    ...['LICENSE', 'chat_template.jinja', 'config.json', 'generation_config.json'],
    ...[1, 2, 3].map((part) => `model-0000${part}-of-00003.safetensors`),
    ...['model.safetensors.index.json', 'tokenizer.json', 'tokenizer_config.json'],
  ];
  const out = join(folder, 'belong');
  const settings = ['--preset', 'nano-test', '--algorithm', 'grpo', '--checkpoint', mine];
  const { status, stdout } = await exported('--to', 'trl', ...settings, '--out', out);
  expect(status).toBe(0);
  expect(readdirSync(join(out, 'model')).sort()).toEqual(belong);
  const part = 'model-00002-of-00003.safetensors';
  expect(readFileSync(join(out, 'model', part))).toEqual(readFileSync(join(llama, part)));
  const { files, bytes } = JSON.parse(stdout);
  expect(files).toContain(`model/${part}`);
  const sizes = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(bytes).toBe(sizes.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0));
  // veRL's prompts are messages, and a template in a file of its own would go before the one that leaves them as they are.
  const verl = join(folder, 'belong-verl');
  expect((await exported('--to', 'verl', ...settings, '--out', verl)).status).toBe(0);
  expect(readdirSync(join(verl, 'model')).sort()).toEqual(belong.filter((name) => name !== 'chat_template.jinja'));
});

test('adapters are merged while they are written; where that fails nothing of it stays', async () => {
  const base = join(folder, 'merge-base');
  cpSync(join(CASES, 'codegen-bytes'), base, { recursive: true });
  writeFileSync(join(base, 'LICENSE'), 'Apache');
  const opened = await openModelFolder((await openCheckpoint(base)).files);
  const spec = specOf(opened, { rank: 2, alpha: 4, targets: 'attention' });
  const { config, model } = formatAdapter({ spec, weights: initialAdapters(spec, 1) }, base);
  const path = runFolder('merging');
  const choice = { ...DEFAULT_CHOICE, preset: 'nano-test', settings: { model: 'imported:mine' } } as const;
  writeFileSync(join(path, 'config.json'), JSON.stringify(writeConfigFile(choice)));
  rmSync(join(path, 'checkpoint'), { recursive: true });
  mkdirSync(join(path, 'checkpoint'));
  writeFileSync(join(path, 'checkpoint/adapter_config.json'), config);
  writeFileSync(join(path, 'checkpoint/adapter_model.safetensors'), model);
  const out = join(folder, 'merged');
  expect(await exported('--to', 'huggingface', '--run', path, '--out', out)).toMatchObject({ status: 0 });
  expect(readdirSync(out)).not.toContain('expected.json');
  expect(readFileSync(join(out, 'LICENSE'), 'utf8')).toBe('Apache');
  const merged = await openModelFolder((await openCheckpoint(out)).files);
  expect(merged).toMatchObject({ dtype: 'F32', parameters: opened.parameters });
  // B begins with 0, so that nothing is added yet.
  const name = 'h.0.attn.qkv_proj.weight';
  expect(await merged.tensors.read(name)).toEqual(await opened.tensors.read(name));

  const weights = readFileSync(join(base, 'model.safetensors'));
  // A view of the file: each half becomes a NaN.
  readSafetensors(weights).get(`transformer.${name}`)!.bytes.fill(0xff);
  writeFileSync(join(base, 'model.safetensors'), weights);
  const broken = join(folder, 'broken');
  const { status, stderr } = await exported('--to', 'huggingface', '--run', path, '--out', broken);
  expect(status).toBe(1);
  expect(stderr).toContain('expected finite numbers');
  expect(existsSync(broken)).toBe(false);
});

test('adapters go out as the run left them, whether or not their base is there', async () => {
  const path = runFolder('with-adapters');
  const left = {
    'adapter_config.json': JSON.stringify({ base_model_name_or_path: join(folder, 'nowhere') }),
    'adapter_model.safetensors': 'weights',
    'README.md': '# adapters',
  };
  const none = await exported('--to', 'adapter', '--run', path, '--out', join(folder, 'no-adapter'));
  expect([none.status, none.stderr]).toEqual([
    1,
    expect.stringContaining('expected the adapters of an imported model'),
  ]);
  rmSync(join(path, 'checkpoint'), { recursive: true });
  mkdirSync(join(path, 'checkpoint'));
  for (const [name, text] of Object.entries(left)) writeFileSync(join(path, 'checkpoint', name), text);
  const out = join(folder, 'adapters-out');
  expect((await exported('--to', 'adapter', '--run', path, '--out', out)).status).toBe(0);
  for (const [name, text] of Object.entries(left)) expect(readFileSync(join(out, name), 'utf8')).toBe(text);
  expect((await exported('--to', 'adapter', '--out', join(folder, 'alone'))).stderr).toContain(
    'expected a run (--run DIR)',
  );
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

/** Of each kind: tests by example, standard input (APPS), asserts (MBPP). */
const THREE_KINDS = [
  { id: 'mine', text: 'Add one.', tests: [{ args: [1], expected: 2 }] },
  { problem_id: 7, question: 'Read a number, print it.', input_output: '{"inputs": ["1\\n"], "outputs": ["1\\n"]}' },
  { task_id: 11, text: 'Write a function f.', code: 'def f(a):\n    return a', test_list: ['assert f(1) in (1, 2)'] },
];

test('problems of a file join those of the settings, as train lets them', async () => {
  const file = join(folder, 'three.jsonl');
  writeFileSync(file, THREE_KINDS.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const flags = ['--preset', 'nano-test', '--problems', file];
  const out = join(folder, 'file-trl');
  expect((await exported('--to', 'trl', ...flags, '--out', out)).status).toBe(0);
  const tasksOf = (name: string) => linesOf(join(out, name)).map((row) => ({ ...row, task: JSON.parse(row.task) }));
  const training = tasksOf('train.jsonl');
  expect(training.map(({ step }) => step)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  const own = tasksOf('eval.jsonl').filter(({ set }) => set === 'own');
  expect(own.map(({ task }) => [task.call, task.tests.type])).toEqual([
    [undefined, undefined],
    ['stdin', undefined],
    [undefined, 'asserts'],
  ]);
  for (const { problem, prompt } of own) {
    expect(training.filter((row) => row.problem === problem && row.prompt === prompt)).toHaveLength(2);
  }
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toMatch(/One step here is 5 prompts/);

  const verl = join(folder, 'file-verl');
  expect((await exported('--to', 'verl', ...flags, '--set', 'ownProblems=1', '--out', verl)).status).toBe(0);
  expect(linesOf(join(verl, 'train.json'))).toHaveLength(2 * 3);
  const sources = linesOf(join(verl, 'val.json')).map((row) => row.data_source);
  expect(sources.filter((source) => source === 'greenbar_own')).toHaveLength(3);
});

test('a run on problems of every kind is exported to all, and its model and tables without them', async () => {
  const path = runFolder('three');
  const file = join(folder, 'three-run.jsonl');
  writeFileSync(file, THREE_KINDS.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const own = await problemsAlone(await readProblemsAt(file));
  const choice = { ...DEFAULT_CHOICE, preset: 'nano-test', settings: { ownProblems: 3 } } as const;
  keepChoice(path, choice);
  keepOwn(path, choice, own);
  const to = async (kind: string) => exported('--to', kind, '--run', path, '--out', join(folder, `${kind}-three`));
  for (const kind of ['trl', 'verl']) expect((await to(kind)).status).toBe(0);
  expect(linesOf(join(folder, 'trl-three/train.jsonl'))).toHaveLength(2 * 5);
  rmSync(join(path, 'problems.json'));
  for (const kind of ['huggingface', 'results']) expect((await to(kind)).status).toBe(0);
  rmSync(join(folder, 'trl-three'), { recursive: true });
  expect(await to('trl')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("expected 3 of a person's own problems in problems.json, got 0"),
  });
});

test('the results of a run come as tables', async () => {
  const out = join(folder, 'results');
  expect((await exported('--to', 'results', '--run', runFolder('d'), '--out', out)).status).toBe(0);
  expect(linesOf(join(out, 'metrics.jsonl'))).toEqual([expect.objectContaining({ reward: 0.25 })]);
  expect(existsSync(join(out, 'completions.parquet'))).toBe(false);
  const readme = readFileSync(join(out, 'README.md'), 'utf8');
  expect(readme).toContain('No program of the run is kept, so that there is no table of completions');
  expect(readme).not.toContain('data_files="completions.parquet"');
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
      2,
    ],
    [['--to', 'results', '--out', nowhere], 'export: --to results: expected a run (--run DIR), got none', 2],
    [['--out', nowhere], 'export: expected --to with one of huggingface, adapter, trl, verl, results', 2],
    [['--to', 'trl', '--run', full, '--seed', '1'], 'export: --seed: expected none beside --run', 2],
    [['--to', 'tensorflow'], '--to: expected huggingface, adapter, trl, verl, results, got "tensorflow"', 2],
  ];
  for (const [args, message, status] of refusals) {
    const ran = await exported(...args);
    expect(ran).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(existsSync(nowhere)).toBe(false);
});
