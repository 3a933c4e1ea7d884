/** Printed text against expected text: what counts, what does not, and that no spelling of a number is another number. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalLines, differingLine } from './compare-lines.ts';

const same = (printed: string, expected: string) => differingLine(printed, expected) === undefined;

describe('lines', () => {
  test.each([
    ['a\n', 'a'],
    ['a', 'a\n\n\n'],
    ['a  \t\r\n', 'a'],
    ['a\n \n', 'a'],
    ['a\r\nb\r\n', 'a\nb'],
    ['  a', 'a'],
    ['a \t b', 'a b'],
    ['', '\n \n'],
    ['a\n\nb', 'a\n\t\nb'],
  ])('%j is %j', (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([true, true]);
  });

  test.each([
    ['\na', 'a', 1],
    ['a\n\nb', 'a\nb', 2],
    ['a\nb', 'a', 2],
    ['a', 'a\nb', 2],
    ['', 'a', 1],
    ['a b', 'b a', 1],
    ['a\nb c', 'a\nbc', 2],
    ['a b', 'a', 1],
    ['a\u00a0b', 'a b', 1],
    ['a\rb', 'a\nb', 1],
    ['YES', 'yes', 1],
  ])('%j differs from %j in line %i', (a, b, line) => {
    expect([differingLine(a, b), differingLine(b, a)]).toEqual([line, line]);
  });
});

describe('numbers', () => {
  test.each([
    ['1e3', '1000'],
    ['1.50', '1.5'],
    ['1.', '1'],
    ['.5', '0.5'],
    ['+5', '5'],
    ['-0', '0'],
    ['0e99', '0'],
    ['007', '7'],
    ['100E-2', '1'],
    ['0.10e1', '1'],
    ['9007199254740993', '9007199254740993.0'],
    ['inf', 'Infinity'],
    ['-INF', '-infinity'],
    ['nan', 'nan'],
    [`1${'0'.repeat(500)}`, '1e500'],
  ])('%s is %s', (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([true, true]);
  });

  test.each([
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000000001'],
    ['1', '-1'],
    ['nan', 'NaN'],
    ['inf', '-inf'],
    ['1_000', '1000'],
    ['0x10', '16'],
    ['1e', '1'],
    ['1 000', '1000'],
    ['１', '1'],
    ['1e9999999999999999999', '1e9999999999999999998'],
    ['true', '1'],
    ['.', '0'],
    ['1e400', '1e401'],
  ])('%s is not %s', (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([false, false]);
  });

  const tolerance = { rel: 1e-6, abs: 1e-6 };
  test.each([
    ['0.30000000000000004', '0.3', true],
    ['0.3001', '0.3', false],
    ['1000001', '1000000', true],
    ['1000003', '1000000', false],
    ['1e-7', '0', true],
    ['1e400', '1e401', false],
    ['1e400', 'inf', false],
    ['inf', 'inf', true],
    ['nan', 'NaN', false],
    ['a', 'b', false],
    ['1e400', '10e399', true],
  ])('%s and %s within a tolerance: %j', (a, b, close) => {
    expect(differingLine(a, b, tolerance) === undefined).toBe(close);
  });
});

describe('for any text', () => {
  const token = fc.oneof(
    fc.stringMatching(/^[a-z0-9.+-]{1,6}$/),
    fc.bigInt().map(String),
    fc.double({ noNaN: true }).map(String),
  );
  const line = fc.array(token, { maxLength: 4 });
  const page = fc.array(line, { maxLength: 5 });
  const space = fc.stringMatching(/^[ \t]{1,3}$/);
  const write = (lines: readonly (readonly string[])[]) => lines.map((tokens) => tokens.join(' ')).join('\n');

  test('spaces and blank lines at the end do not count', () => {
    fc.assert(
      fc.property(page, space, fc.integer({ min: 0, max: 3 }), (lines, gap, blanks) => {
        const loose = `${lines.map((tokens) => tokens.join(gap) + gap).join('\r\n')}${'\n'.repeat(blanks)}`;
        expect(differingLine(loose, write(lines))).toBeUndefined();
      }),
    );
  });

  test('it is symmetric, and the canonical text decides the same', () => {
    fc.assert(
      fc.property(page, page, (a, b) => {
        const [left, right] = [write(a), write(b)];
        expect(differingLine(left, right)).toBe(differingLine(right, left));
        expect(same(left, right)).toBe(canonicalLines(left) === canonicalLines(right));
        expect(same(left, canonicalLines(left))).toBe(true);
      }),
    );
  });

  test('a changed token is found in its line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(token, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
        fc.nat(),
        (lines, at) => {
          const changed = lines.map((tokens, i) => (i === at % lines.length ? [...tokens, 'more'] : tokens));
          expect(differingLine(write(changed), write(lines))).toBe((at % lines.length) + 1);
        },
      ),
    );
  });

  test('decimals are equal as fractions are', () => {
    const part = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
    const power = fc.integer({ min: -12, max: 12 });
    fc.assert(
      fc.property(part, power, part, power, (a, p, b, q) => {
        const scaled = (value: bigint, exponent: number) => value * 10n ** BigInt(exponent + 12);
        expect(same(`${a}e${p}`, `${b}E${q}`)).toBe(scaled(a, p) === scaled(b, q));
        expect(same(`${a}e${p}`, `${a * 1000n}e${p - 3}`)).toBe(true);
      }),
    );
  });
});

test('texts made to be slow are compared in time that grows with their length', () => {
  const spaces = `${' '.repeat(300_000)}x`;
  const zeros = `0${'0'.repeat(300_000)}1`;
  const started = performance.now();
  expect(differingLine(spaces, `${spaces}y`)).toBe(1);
  expect(differingLine(zeros, '1')).toBeUndefined();
  expect(differingLine(`1e${'9'.repeat(300_000)}`, '1')).toBe(1);
  expect(differingLine(`${'1 '.repeat(100_000)}`, `${'1.0 '.repeat(100_000)}`)).toBeUndefined();
  // Trying every start of the spaces anew would take minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});
