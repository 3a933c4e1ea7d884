/** Damaged and hostile files: one clear sentence each, nothing else is lost, nothing hangs, and nothing but refusals comes out. */

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { madeUpFile } from '../../../test/support/problem-files.ts';
import { readProblemFiles } from '../pack.ts';
import { bytesFile, READ_LIMITS, type SourceFile, textFile } from './source.ts';

const MEGABYTE = 2 ** 20;
const row = (id: string, more: object = {}) =>
  JSON.stringify({ id, text: `task ${id}`, tests: [{ args: [1], expected: 2 }], ...more });
const good = row('good');
const ids = async (...files: SourceFile[]) => {
  const { rows, refused } = await readProblemFiles(files);
  return { ids: rows.map(({ problem }) => problem.id), refused };
};
const lines = (...texts: string[]) => textFile('a.jsonl', texts.join('\n'));
const list = (...texts: string[]) => textFile('a.json', `[${texts.join(',\n')}]`);

describe('a damaged row costs no other, in lines and in a list', () => {
  const deep = '['.repeat(100_000);
  test.each<[string, string, RegExp]>([
    ['truncated', '{"id": "a", "tex', /line 2, column \d+: expected/],
    [
      'a bomb of nesting',
      `{"id": "a", "tests": ${deep}${']'.repeat(100_000)}}`,
      /line 2.*at most 200 levels of nesting/,
    ],
    ['a bomb of nesting that does not close', `{"id": "a", "x": ${deep}`, /line 2.*at most 200 levels of nesting/],
    ['a key twice', '{"id": "a", "id": "b"}', /line 2, column \d+: expected every key once, got "id" twice/],
    ['NUL', '{"id": "a\u0000"}', /line 2, column \d+: expected a printable character/],
    ['a bare word', '{"id": undefined}', /line 2, column \d+: expected a value, got undefined/],
    ['quotes of Python', "{'id': 1}", /line 2, column \d+: expected a key in double quotes/],
  ])('%s', async (_, bad, message) => {
    const found = await ids(lines(good, bad, row('last')));
    expect(found.ids).toEqual(['good', 'last']);
    expect(found.refused).toEqual([expect.stringMatching(message)]);
    expect(found.refused[0]).toMatch(/^a\.jsonl, line 2, column/);
    const inList = await ids(list(good, bad, row('last')));
    // Where brackets do not close, what is behind them cannot be told apart.
    const closes = bad.endsWith('}') && !bad.startsWith("{'");
    if (closes) expect(inList.ids).toEqual(['good', 'last']);
    else expect(inList.ids).toContain('good');
    expect(inList.refused[0]).toMatch(/^a\.json, line 2, column \d+: expected/);
  });

  test.each<[string, object, RegExp]>([
    ['a text that is a number', { text: 5 }, /problem "a": text: expected a string, got the number 5/],
    ['tests that are a number', { tests: 5 }, /problem "a": tests: expected a list/],
    [
      'arguments that are an object',
      { tests: [{ args: {}, expected: 1 }] },
      /tests\[0\]\.args: expected a list, got an empty object/,
    ],
    ['a set of lists', { tests: [{ args: [{ $set: [[1]] }], expected: 1 }] }, /items that Python can hash/],
    ['an unknown way to call', { call: 'shell' }, /call: expected "function" or "stdin", got "shell"/],
    [
      'a number on standard input',
      { call: 'stdin' },
      /tests\.\w+\[0\]\.args: expected one text, for standard input, got a int/,
    ],
    ['an entry point with a bracket', { entry_point: 'f(' }, /entry_point: expected the name of a Python function/],
  ])('%s', async (_, wrong, message) => {
    const found = await ids(lines(good, row('a', wrong), row('last')));
    expect(found).toEqual({ ids: ['good', 'last'], refused: [expect.stringMatching(message)] });
  });

  test('bytes that are no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${good}\n{"id": "`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`"}\n${row('last')}`),
    ]);
    expect(await ids(bytesFile('a.jsonl', bytes))).toEqual({
      ids: ['good', 'last'],
      refused: ['a.jsonl, line 2: expected UTF-8 text, got bytes that are not'],
    });
  });

  test('integers beyond 2 ** 53 are kept, and those of a million digits and more refused', async () => {
    const wide = (digits: string) => `{"id": "a", "text": "t", "tests": [{"args": [${digits}], "expected": 1}]}`;
    const { rows } = await readProblemFiles([lines(wide('9'.repeat(9999)))]);
    expect(rows[0]!.problem.tests.reward[0]!.args[0]).toEqual({ type: 'int', value: 10n ** 9999n - 1n });
    const { refused } = await readProblemFiles([lines(wide('9'.repeat(2_000_000)))]);
    expect(refused).toEqual([expect.stringMatching(/an integer of at most 1000000 digits, got 2000000/)]);
  });
});

describe('a file that is no text is refused in one sentence', () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52];
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
  const weights = Buffer.concat([Buffer.from([0x40, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{"w":{}}\n'), noise]);
  const wide = Buffer.from(`\ufeff${good}`, 'utf16le');
  test.each<[string, Uint8Array]>([
    ['a.png', Buffer.concat([Buffer.from(png), noise])],
    ['noise.bin', noise],
    ['a.safetensors', weights],
    ['utf16.json', wide],
  ])('%s', async (name, bytes) => {
    const found = await ids(bytesFile(name, bytes), lines(good));
    expect(found).toEqual({ ids: ['good'], refused: [`${name}: expected text with problems, got a binary file`] });
  });

  test('text in any script is text, wherever its head is cut', async () => {
    for (let pad = 0; pad < 4; pad++) {
      const text = row('a', { text: `${'x'.repeat(pad)}${'日本語 λ😀'.repeat(200)}` });
      expect(await ids(lines(text))).toEqual({ ids: ['a'], refused: [] });
    }
  });
});

describe('what is odd and allowed', () => {
  test('a byte-order mark, CRLF, blank lines, lone surrogates, ids that repeat', async () => {
    const surrogate = '{"id": "s", "text": "\\ud800", "tests": [{"args": ["\\udfff"], "expected": "\\ud800"}]}';
    const found = await readProblemFiles([
      textFile('a.jsonl', `\ufeff${good}\r\n\r\n${surrogate}\r\n${row('good', { text: 'x' })}`),
    ]);
    expect(found.refused).toEqual([]);
    expect(found.rows.map(({ problem }) => problem.id)).toEqual(['good', 's', 'good']);
    expect(found.rows[1]!.problem.tests.reward[0]!.expected).toEqual({ type: 'str', value: '\ud800' });
  });

  test('gzip under any name', async () => {
    expect(await ids(bytesFile('a.jsonl', gzipSync(good)))).toEqual({ ids: ['good'], refused: [] });
  });
});

describe('sizes', () => {
  /** A line of so many megabytes, made as it is read. */
  const longLine = (megabytes: number): SourceFile => ({
    name: 'long.jsonl',
    open: () => {
      let left = megabytes;
      return new ReadableStream({
        pull(controller) {
          if (left === megabytes) controller.enqueue(strToU8(`${good}\n{"id": "`));
          if (left-- > 0) controller.enqueue(new Uint8Array(MEGABYTE).fill(0x61));
          else {
            controller.enqueue(strToU8(`"}\n${row('last')}`));
            controller.close();
          }
        },
      });
    },
  });

  test('a line of 200 MB is let go while it comes in', async () => {
    const before = process.memoryUsage().rss;
    expect(await ids(longLine(200))).toEqual({
      ids: ['good', 'last'],
      refused: ['long.jsonl, line 2: expected at most 64 MB in a line, got more'],
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });

  test('a list of millions of empty lists', async () => {
    const bomb = `{"id": "a", "text": "t", "tests": [${'[],'.repeat(6_000_000)}[]]}`;
    const found = await ids(lines(good, bomb));
    expect(found.ids).toEqual(['good']);
    expect(found.refused).toEqual([expect.stringMatching(/line 2.*expected at most 5000000 values, got more/)]);
  });

  test('a list of millions of rows that are none', async () => {
    const found = await ids(textFile('a.json', `[${good},${'[],'.repeat(1_000_000)}[]]`));
    expect(found.ids).toEqual(['good']);
    expect(found.refused.at(-1)).toMatch(/expected at most 200000 rows of 5000000 values in a list, got more/);
  });

  test('limits of all files together', async () => {
    const limits = { ...READ_LIMITS, values: 30 };
    const { rows, refused } = await readProblemFiles([lines(good, row('b'), row('c'), row('d'))], limits);
    expect(rows.length).toBeGreaterThan(0);
    expect(refused[0]).toMatch(
      /^a\.jsonl, line \d: problem "\w": expected at most 30 values in all problems, got more/,
    );
    const small = await readProblemFiles([lines(good, row('b'), row('c'))], { ...READ_LIMITS, all: 100 });
    expect([small.rows.length, small.refused]).toEqual([
      1,
      ['a.jsonl, line 2: expected at most 100 bytes in all files, got more'],
    ]);
  });

  test('a gzip bomb', async () => {
    const bomb = gzipSync(new Uint8Array(200 * MEGABYTE));
    const { ids: found, refused } = await ids(bytesFile('bomb.jsonl.gz', bomb), lines(good));
    expect(found).toEqual(['good']);
    expect(refused).toEqual([
      expect.stringMatching(/^bomb\.jsonl\.gz: expected a gzip file of text, got \d+ bytes that unpack/),
    ]);
  });

  test('gzip that is cut off keeps the lines before', async () => {
    const text = Array.from({ length: 3000 }, (_, i) =>
      row(`p${i}`, { text: `task ${(i * 2654435761) % 4294967296}` }),
    ).join('\n');
    const packed = gzipSync(text);
    const { ids: found, refused } = await ids(bytesFile('cut.jsonl.gz', packed.subarray(0, packed.length - 2000)));
    expect(found.length).toBeGreaterThan(100);
    expect(refused.at(-1)).toBe('cut.jsonl.gz: expected a whole gzip file, got one that is broken or cut off');
  });
});

describe('zips', () => {
  const zip = (files: Zippable, name = 'set.zip') => bytesFile(name, zipSync(files));

  test('files and folders of APPS in one', async () => {
    const files = {
      'all/a.jsonl': strToU8(good),
      'all/b.jsonl.gz': gzipSync(row('b')),
      'apps/7/question.txt': strToU8('Add.'),
      'apps/7/input_output.json': strToU8('{"inputs": ["1\\n"], "outputs": ["2\\n"]}'),
      'README.md': strToU8('no problems'),
      '__MACOSX/._a.jsonl': strToU8('rubbish'),
    };
    const found = await ids(zip(files));
    expect(found.refused).toEqual([]);
    expect(found.ids.sort()).toEqual(['7', 'b', 'good']);
  });

  test.each([
    ['../evil.jsonl', 'a path that leaves its folder'],
    ['a/../../evil.jsonl', 'a path that leaves its folder'],
    ['/etc/evil.jsonl', 'an absolute path'],
    ['C:/evil.jsonl', 'an absolute path'],
    ['a\\..\\evil.jsonl', 'a path with backslashes'],
    ['a\u0000.jsonl', 'a name with a NUL character'],
  ])('the name %j is refused, and the rest read', async (name, why) => {
    const found = await ids(zip({ [name]: strToU8(row('evil')), 'good.jsonl': strToU8(good) }));
    expect(found.ids).toEqual(['good']);
    expect(found.refused).toEqual([`set.zip: expected a path inside the zip, got ${why}: ${JSON.stringify(name)}`]);
  });

  test('a symbolic link is refused', async () => {
    const link = [strToU8('../../etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] as const;
    const found = await ids(zip({ 'link.jsonl': [link[0], link[1]], 'good.jsonl': strToU8(good) }));
    expect(found).toEqual({
      ids: ['good'],
      refused: ['set.zip: expected a path inside the zip, got a link: "link.jsonl"'],
    });
  });

  test.each<[string, SourceFile, RegExp]>([
    [
      'a bomb',
      zip({ 'a.jsonl': new Uint8Array(100 * MEGABYTE) }),
      /^set\.zip: expected a file that a set of problems can have/,
    ],
    [
      'no zip',
      bytesFile('set.zip', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])),
      /^set\.zip: expected a zip, got a file that cannot be unpacked/,
    ],
    [
      'nothing in it',
      zip({ 'a.png': new Uint8Array(3) }),
      /^set\.zip: expected files of problems in this zip, got none/,
    ],
    ['a zip in it', zip({ 'a.txt': zipSync({ 'b.jsonl': strToU8(good) }) }), /set\.zip\/a\.txt/],
  ])('%s', async (_, file, message) => {
    const found = await ids(file, lines(good));
    expect(found.ids).toEqual(['good']);
    expect(found.refused).toEqual([expect.stringMatching(message)]);
  });
});

describe('fuzzed', () => {
  const SEEDS = [
    'livecodebench.jsonl',
    'evalplus.jsonl',
    'apps.jsonl',
    'code-contests.jsonl',
    'taco.jsonl',
    'lecture.py',
    'asserts.jsonl',
  ];
  const seeds = Promise.all(
    SEEDS.map(async (name) => [name, await new Response(madeUpFile(name).open()).text()] as const),
  );
  /** Texts that mean something to one reader or another. */
  const pieces = fc.constantFrom(
    ...[
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      '\\',
      '\n',
      '\r\n',
      '#',
      'null',
      '-',
      '1e999',
      '0x',
      '$tuple',
      '$dict',
    ],
    ...[
      '"""',
      '\u0000',
      '\ud800',
      'def ',
      'assert ',
      '==',
      'class Solution',
      '$set',
      'NaN',
      '9'.repeat(400),
      '['.repeat(300),
    ],
  );
  const cut = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), fc.oneof(pieces, fc.constant('')));

  test('mutations of valid rows are read or refused, whatever they are', async () => {
    const texts = await seeds;
    await fc.assert(
      fc.asyncProperty(fc.nat(texts.length - 1), fc.array(cut, { minLength: 1, maxLength: 4 }), async (which, cuts) => {
        const [name, text] = texts[which]!;
        const mutated = cuts.reduce((one, [at, length, put]) => {
          const from = Math.floor(at * one.length);
          return one.slice(0, from) + put + one.slice(from + length);
        }, text);
        const { rows, refused } = await readProblemFiles([textFile(name, mutated)]);
        expect(rows.length + refused.length).toBeGreaterThan(0);
        for (const why of refused) expect(why).toMatch(/: .*expected/s);
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  /** Any JSON in place of any field. */
  test('wrong types in every field are refused by name', async () => {
    const texts = (await seeds).filter(([name]) => name.endsWith('.jsonl'));
    const wrong = [null, true, -1, 'x', '', '[', [], [[]], {}, { x: 1 }, [null], ['x'], [{ x: [] }], { $tuple: 5 }];
    for (const [name, text] of texts) {
      for (const line of text.trim().split('\n')) {
        const whole = JSON.parse(line) as Record<string, unknown>;
        const broken = Object.keys(whole).flatMap((key) =>
          wrong.map((value) => JSON.stringify({ ...whole, [key]: value })),
        );
        const { rows, refused } = await readProblemFiles([textFile(name, broken.join('\n'))]);
        expect(rows.length + refused.length).toBe(broken.length);
      }
    }
  });
});
