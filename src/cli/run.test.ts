/** Commands on bad input: one sentence on stderr, nothing on stdout, the right exit code, and nothing written. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process and catches what it prints. */
async function greenbar(...args: string[]): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  try {
    return { status: await run(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ROW = { id: 'a', code: 'def solution(x):\n    return x\n' };
const row = (value: object) => JSON.stringify({ ...ROW, ...value });

test.each([
  [[], 'greenbar: expected a command (train, eval, sample, grade, passk, pretrain, serve), got nothing'],
  [['teach'], 'greenbar: expected a command (train, eval, sample, grade, passk, pretrain, serve), got teach'],
  [['train', '--epoch', '3'], 'train: unknown flag --epoch: expected --config'],
  [['train', '--epochs', 'many'], '--epochs: expected a whole number from 0 to 100000, got "many"'],
  [['train', '--backend', 'gpu'], '--backend: expected auto, webgpu, wasm, cpu, got "gpu"'],
  [['train', '--seed'], '--seed: expected a value, got nothing'],
  [['train', 'lecture'], 'train: unexpected argument "lecture"'],
  [['grade'], 'grade: expected FILE.jsonl, got nothing'],
  [['grade', 'x.jsonl', '--workers', '0'], '--workers: expected a whole number from 1 to 16, got "0"'],
  [['passk', 'x.jsonl', '--k', '0'], '--k: expected whole numbers with commas between, such as 1,10, got "0"'],
  [['eval', '--sets', 'lecture,mine'], '--sets: expected a list of lecture, phrasings, compositions'],
  [['sample'], 'sample: expected one of --text and --problem'],
  [['serve', '--port', '99999'], '--port: expected a whole number from 0 to 65535, got "99999"'],
])('wrong use: %j', async (args, message) => {
  const { status, stdout, stderr } = await greenbar(...args);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

const FILES: readonly (readonly [name: string, content: string, message: string])[] = [
  [
    'syntax.jsonl',
    `${row({ tests: [{ args: [1], expected: 1 }] })}\n{"id": "b",}\n`,
    'syntax.jsonl, line 2, column 12: expected a key in double quotes, got "}"',
  ],
  [
    'field.jsonl',
    row({ tests: [{ args: [1] }] }),
    'field.jsonl, line 1: tests[0].expected: expected a value, got nothing: the field is missing',
  ],
  [
    'value.jsonl',
    row({ tests: [{ args: [1], expected: { $object: 'x' } }] }),
    'value.jsonl, line 1: tests[0].expected: expected plain data',
  ],
  [
    'type.jsonl',
    row({ code: 3, tests: [{ args: [1], expected: 1 }] }),
    'type.jsonl, line 1: code: expected a string, got the number 3',
  ],
  [
    'literal.jsonl',
    row({ tests: [{ args_python: '[1', expected_python: '1' }] }),
    'literal.jsonl, line 1: tests[0].args_python: Python literal, line 1, column 3: expected , or ], got the end',
  ],
  ['empty.jsonl', '\n', 'empty.jsonl: expected at least one line, got an empty file'],
];

test.each(FILES)('grade refuses %s before anything runs', async (name, content, message) => {
  const { status, stdout, stderr } = await greenbar('grade', file(name, content));
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

test('a file that is not there', async () => {
  const { status, stderr } = await greenbar('grade', join(folder, 'nope.jsonl'));
  expect(stderr).toContain('nope.jsonl: expected a file, but there is none');
  expect(status).toBe(1);
});

test.each([
  ['config.json', '{"epochs": 3', 'expected JSON: '],
  ['unknown.json', '{"epocs": 3}', 'epocs: '],
  ['wrong.json', '{"algorithm": {"beta": "high"}}', 'algorithm.beta: '],
])('train refuses the settings %s and leaves no folder behind', async (name, content, message) => {
  const out = join(folder, `out-${name}`);
  const { status, stdout, stderr } = await greenbar('train', '--config', file(name, content), '--out', out);
  expect(stderr).toContain(`${name}: ${message}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(status).toBe(1);
  expect(existsSync(out)).toBe(false);
});

test('train does not write over the records of another run', async () => {
  const steps = file('steps.jsonl', '{"step": 1}\n');
  const { status, stderr } = await greenbar('train', '--out', folder);
  expect(stderr).toContain('expected a folder without results, but steps.jsonl is there');
  expect(status).toBe(1);
  expect(readdirSync(folder)).not.toContain('config.json.part');
  rmSync(steps);
});

test('a checkpoint folder that is not whole', async () => {
  file('config.json', '{}');
  const { status, stderr } = await greenbar('eval', '--checkpoint', folder);
  expect(stderr).toContain('expected a checkpoint, but model.safetensors is missing');
  expect(status).toBe(1);
});

test('a pre-training that is not there cannot go on', async () => {
  const { status, stderr } = await greenbar('pretrain', '--resume', '--out', join(folder, 'none'));
  expect(stderr).toContain('expected a pre-training to go on with, but state.json is missing');
  expect(status).toBe(1);
});

test('passk prints the mean over problems, and refuses too few samples', async () => {
  const lines = [true, false, true, true].map((passed, i) => JSON.stringify({ task_id: i < 2 ? 'a' : 'b', passed }));
  const path = file('graded.jsonl', lines.join('\n'));
  const { status, stdout } = await greenbar('passk', path, '--k', '1,2');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).mean).toEqual({ 'pass@1': 0.75, 'pass@2': 1 });
  const few = await greenbar('passk', path, '--k', '3');
  expect(few.stderr).toContain('expected at least 3 judged samples of problem a, got 2');
  expect(few.status).toBe(1);
});

test('help goes to stdout', async () => {
  const { status, stdout, stderr } = await greenbar('train', '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('--epochs N');
  expect(stderr).toBe('');
});
