/** Commands on bad input: one sentence on stderr, nothing on stdout, the right exit code, and nothing written. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseConfig } from '../core/config.ts';
import { UNKNOWN_ID } from '../core/samples.ts';
import { cutCurve } from './commands/pretrain.ts';
import { trainConfig } from './commands/train-choice.ts';
import { freshFolder } from './files.ts';
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
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest: unknown[]) => {
      printed[name] += String(text);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }),
  );
  try {
    return { status: await run(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ROW = { id: 'a', code: 'def solution(x):\n    return x\n' };
const row = (value: object) => JSON.stringify({ ...ROW, ...value });

test.each([
  [
    [],
    'greenbar: expected a command (train, eval, sample, grade, audit, passk, export, pretrain, bench, serve), got nothing',
  ],
  [
    ['teach'],
    'greenbar: expected a command (train, eval, sample, grade, audit, passk, export, pretrain, bench, serve), got teach',
  ],
  [['train', '--epoch', '3'], 'train: unknown flag --epoch: expected --config'],
  [['train', '--epochs', 'many'], '--epochs: expected a whole number from 0 to 100000, got "many"'],
  [['train', '--backend', 'gpu'], '--backend: expected auto, webgpu, wasm, cpu, got "gpu"'],
  [['train', '--seed'], '--seed: expected a value, got nothing'],
  [['train', '--set', 'algorithm.beta'], '--set: expected PATH=VALUE such as algorithm.beta=0.1, got "algorithm.beta"'],
  [['train', '--set', 'beta=1'], '--set: beta: unknown setting; expected algorithm.beta'],
  [['train', '--set', 'algorithm.beta=x'], '--set: algorithm.beta: expected a number from 0 to 100, got "x"'],
  [['train', '--set', 'algorithm.beta=101'], '--set: algorithm.beta: expected a number from 0 to 100, got 101'],
  [['train', '--set', 'seed=1', '--set', 'seed=2'], '--set: seed: expected it once, got it twice'],
  [['train', '--algorithm', 'sapo'], '--algorithm: expected grpo, dr-grpo, '],
  [['train', 'lecture'], 'train: unexpected argument "lecture"'],
  [['grade'], 'grade: expected FILE.jsonl, got nothing'],
  [['grade', 'x.jsonl', '--workers', '0'], '--workers: expected a whole number from 1 to 16, got "0"'],
  [['passk', 'x.jsonl', '--k', '0'], '--k: expected whole numbers with commas between, such as 1,10, got "0"'],
  [['eval', '--sets', 'lecture,mine'], '--sets: expected a list of lecture, phrasings, compositions'],
  [
    ['eval', '--samples', 'x.jsonl', '--n', '3'],
    'eval: expected only --problems, --k, --workers, --results, --fresh, --require-all beside --samples, got --n',
  ],
  [
    ['eval', '--temperature', '1', '--samples', 'x.jsonl'],
    'eval: expected only --problems, --k, --workers, --results, --fresh, --require-all beside --samples, got --temperature',
  ],
  [['eval', '--temperature', '0.8,0.8'], '--temperature: expected every value once, got 0.8 twice'],
  [['eval', '--against', 'nope'], '--against: expected base, small, or a folder with a checkpoint, got "nope"'],
  [['eval', '--solutions', '5'], 'eval: expected --solutions only with --codet'],
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
  ['list.json', '[]', 'expected an object with settings, got []'],
  ['number.json', '3', 'expected an object with settings, got 3'],
  ['null.json', 'null', 'expected an object with settings, got null'],
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

test('train uses a folder again in which nothing was recorded', () => {
  const out = join(folder, 'empty-run');
  mkdirSync(out);
  writeFileSync(join(out, 'steps.jsonl'), '');
  expect(freshFolder(out, 'steps.jsonl')).toBe(out);
});

test('a settings file changes only the settings that it names', () => {
  const config = file('deep.json', '{"sampling": {"maxNewTokens": 10}, "optimizer": {"learningRate": 0.001}}');
  const { sampling, optimizer, reward } = trainConfig({ preset: 'lecture', config });
  expect(sampling).toEqual({ ...parseConfig({}).sampling, temperature: 0.8, topP: 0.95, maxNewTokens: 10 });
  expect(optimizer).toEqual({ ...parseConfig({}).optimizer, learningRate: 0.001 });
  expect(reward).toBe('fraction');
  expect(trainConfig({ preset: 'lecture', reward: 'coderl', config }).reward).toBe('coderl');
  expect(trainConfig({ config }).harness).toBe('sealed');
  expect(trainConfig({ config, harness: 'weak-exit' }).harness).toBe('weak-exit');
});

test.each([
  [['grade'], '{"id": 1}\n\n{"id": "\xff"}\n', 3],
  [['passk'], '{"task_id": "\xc3"}', 1],
  [['train', '--config'], '\xff\xfe{\0}\0', 1],
])('%j refuses bytes that are not UTF-8', async (command, content, line) => {
  const path = file('bytes', Buffer.from(content, 'latin1'));
  const { status, stdout, stderr } = await greenbar(...command, path);
  expect(stderr).toBe(`${path}, line ${line}: expected UTF-8 text, got bytes that are not\n`);
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

test('a byte-order mark is no part of a file', async () => {
  const path = file('bom.jsonl', '\uFEFF{"task_id": "a", "passed": true}\n');
  expect(JSON.parse((await greenbar('passk', path)).stdout).mean).toEqual({ 'pass@1': 1 });
});

test('a path through a file is refused in one sentence', async () => {
  const out = join(file('plain', 'x'), 'out');
  const { status, stderr } = await greenbar('train', '--out', out);
  expect(stderr).toBe(`${out}: expected to make it, but a part of the path is a file and not a folder\n`);
  expect(status).toBe(1);
});

test('a checkpoint folder that is not whole', async () => {
  file('config.json', '{}');
  const { status, stderr } = await greenbar('eval', '--checkpoint', folder);
  expect(stderr).toContain('expected a checkpoint, but model.safetensors is missing');
  expect(status).toBe(1);
});

test('a report that cannot be written is refused before anything is measured', async () => {
  const through = join(file('plain', 'x'), 'report.json');
  const cases = [
    [join(folder, 'none', 'report.json'), 'expected its folder to be there, but there is none'],
    [folder, 'expected a file, got a folder'],
    [through, 'expected to open it, but a part of the path is a file and not a folder'],
  ] as const;
  for (const [path, message] of cases) {
    const { status, stdout, stderr } = await greenbar('eval', '--report', path);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^${path}(?:\\.part)?: ${message}\n$`));
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a pre-training that is not there cannot go on', async () => {
  const { status, stderr } = await greenbar('pretrain', '--resume', '--out', join(folder, 'none'));
  expect(stderr).toContain('expected a pre-training to go on with, but state.json is missing');
  expect(status).toBe(1);
});

describe('a pre-training whose files are damaged', () => {
  const out = join(folder, 'damaged');
  const state = { preset: 'base', seed: 0, steps: 2200, step: 2, tokens: 9, parameters: 3 };
  const resume = () => greenbar('pretrain', '--resume', '--out', out);

  beforeEach(() => {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'state.json'), JSON.stringify(state));
    for (const name of ['weights', 'moment1', 'moment2']) writeFileSync(join(out, `${name}-2.f32`), Buffer.alloc(12));
  });

  test.each([
    ['state.json', '{"preset":', 'expected JSON: '],
    ['state.json', JSON.stringify({ ...state, step: '2' }), 'step: expected number, got "2"'],
    ['state.json', JSON.stringify({ ...state, step: 1.5 }), 'step: expected a whole number of at least 0, got 1.5'],
    ['state.json', JSON.stringify({ ...state, step: 2201 }), 'step: expected at most 2200, got 2201'],
    ['state.json', '[]', 'preset: expected "preset", got undefined'],
    ['moment1-2.f32', 'short', 'expected 12 bytes (3 numbers), got 5'],
  ])('%s with %s', async (name, content, message) => {
    writeFileSync(join(out, name), content);
    const { status, stderr } = await resume();
    expect(stderr).toContain(`${join(out, name)}: ${message}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });

  test('a missing file', async () => {
    rmSync(join(out, 'weights-2.f32'));
    const { stderr } = await resume();
    expect(stderr).toContain('weights-2.f32: expected the weights of step 2, but there is no such file');
  });

  test('rows of the curve after the kept step are dropped, a cut one too', () => {
    const rows = [1, 2, 3].map((step) => `{"step":${step},"nll":0.5,"tokens":7}\n`);
    writeFileSync(join(out, 'curve.jsonl'), `${rows.join('')}{"step":2,"nl`);
    cutCurve(out, 2);
    expect(readFileSync(join(out, 'curve.jsonl'), 'utf8')).toBe(rows.slice(0, 2).join(''));
  });
});

test('passk reads what gzip packed, and leaves out rows of problems that eval did not know', async () => {
  const rows = [
    { problem: 'a', passed: true, outcome: 'passed', tests_passed: 2, tests_total: 2, note: 'NaN' },
    { problem: 'b', passed: false, outcome: 'infra_error', result: UNKNOWN_ID },
  ];
  const text = rows.map((one) => JSON.stringify(one).replace('"NaN"', 'NaN')).join('\n');
  const { status, stdout, stderr } = await greenbar('passk', file('graded.jsonl.gz', gzipSync(text)));
  expect(stderr).toBe('1 sample of a problem that was not known is left out\n');
  expect(JSON.parse(stdout)).toMatchObject({
    mean: { 'pass@1': 1 },
    problems: [{ problem: 'a' }],
    unscored: 0,
    unknown: 1,
  });
  expect(status).toBe(0);
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
