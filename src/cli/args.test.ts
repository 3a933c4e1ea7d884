/** Arguments: what was declared is read, everything else is refused in one sentence. */

import { expect, test } from 'vitest';
import { describeFlags, parseArgs, UsageError } from './args.ts';

const FLAGS = {
  seed: { type: 'integer', minimum: 0, help: 'seed' },
  temperature: { type: 'number', minimum: 0, maximum: 2, help: 'temperature' },
  backend: { type: 'choice', choices: ['auto', 'wasm'], help: 'backend' },
  sets: { type: 'choices', choices: ['lecture', 'phrasings'], help: 'sets' },
  k: { type: 'integers', minimum: 1, help: 'k' },
  rates: { type: 'numbers', minimum: 0.1, maximum: 2, help: 'rates' },
  out: { type: 'text', value: 'DIR', help: 'folder' },
  resume: { type: 'switch', help: 'go on' },
  set: { type: 'texts', value: 'PATH=VALUE', help: 'a setting' },
} as const;

test('reads every kind of flag, with a space or an equals sign', () => {
  const args =
    '--seed 3 --temperature=0.8 --backend wasm --sets lecture,phrasings --k 1,10 --rates 0.5,1 a.jsonl --out=x=y --resume --set a=1 --set=b=2';
  expect(parseArgs('train', args.split(' '), FLAGS, ['FILE'])).toEqual({
    flags: {
      seed: 3,
      temperature: 0.8,
      backend: 'wasm',
      sets: ['lecture', 'phrasings'],
      k: [1, 10],
      rates: [0.5, 1],
      out: 'x=y',
      resume: true,
      set: ['a=1', 'b=2'],
    },
    operands: ['a.jsonl'],
  });
  expect(parseArgs('train', [], FLAGS)).toEqual({ flags: {}, operands: [] });
});

test.each([
  ['--sede 1', 'train: unknown flag --sede: expected --seed, --temperature,'],
  ['--toString 1', 'train: unknown flag --toString'],
  ['--seed', '--seed: expected a value, got nothing'],
  ['--seed --resume', '--seed: expected a value, got --resume'],
  ['--seed=1.5', '--seed: expected a whole number of at least 0, got "1.5"'],
  ['--seed -1', '--seed: expected a whole number of at least 0, got "-1"'],
  ['--seed one', '--seed: expected a whole number of at least 0, got "one"'],
  ['--seed 0x1', '--seed: expected a whole number of at least 0, got "0x1"'],
  ['--temperature 3', '--temperature: expected a number from 0 to 2, got "3"'],
  ['--backend gpu', '--backend: expected auto, wasm, got "gpu"'],
  ['--sets lecture,x', '--sets: expected a list of lecture, phrasings, got "lecture,x"'],
  ['--k 1,,2', '--k: expected whole numbers with commas between, such as 1,10, got "1,,2"'],
  ['--rates 1,,2', '--rates: expected numbers from 0.1 to 2 with commas between, got "1,,2"'],
  ['--rates 0.5,3', '--rates: expected numbers from 0.1 to 2 with commas between, got "0.5,3"'],
  ['--k 1,10,01', '--k: expected every value once, got 1 twice'],
  ['--rates 0.5,1,.5', '--rates: expected every value once, got 0.5 twice'],
  ['--sets lecture,lecture', '--sets: expected every value once, got lecture twice'],
  ['--k 0', '--k: expected whole numbers with commas between, such as 1,10, got "0"'],
  ['--seed 1 --seed 2', 'train: expected --seed once, got it twice'],
  ['--resume=yes', '--resume: expected no value, got "yes"'],
  ['--out=', '--out: expected DIR, got ""'],
  ['--set a=1 --set=', '--set: expected PATH=VALUE, got ""'],
  ['more', 'train: unexpected argument "more"'],
])('refuses %s', (line, message) => {
  const parse = () => parseArgs('train', line.split(' '), FLAGS);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
});

test('a missing operand is named', () => {
  expect(() => parseArgs('grade', [], {}, ['FILE.jsonl'])).toThrow('grade: expected FILE.jsonl, got nothing');
});

test('help has one line a flag', () => {
  const text = describeFlags(FLAGS);
  expect(text.trimEnd().split('\n')).toHaveLength(9);
  expect(text).toContain('  --backend auto|wasm');
});

test('describes choices that are explained below the flags', () => {
  const about = { binary: 'all or nothing', none: '' };
  const text = describeFlags({ reward: { type: 'choice', choices: ['binary', 'none'], about, help: 'what pays' } });
  expect(text).toBe('  --reward NAME  what pays\n\n--reward:\n  binary  all or nothing\n  none\n');
});

test('long descriptions are broken between words, and begin anew where they say so', () => {
  const about = { long: `${'word '.repeat(30)}end\nSource: a paper`, short: 'x' };
  const text = describeFlags({ how: { type: 'choice', choices: ['long', 'short'], about, help: 'how' } });
  const [, ...lines] = text.slice(text.indexOf('--how:')).trimEnd().split('\n');
  expect(lines.map((line) => line.slice(0, 9))).toEqual(['  long   ', '         ', '         ', '  short  ']);
  expect(
    lines
      .slice(0, 2)
      .map((line) => line.slice(9))
      .join(' '),
  ).toBe(`${'word '.repeat(30)}end`);
  expect(lines[2]).toBe('         Source: a paper');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(110);
});
