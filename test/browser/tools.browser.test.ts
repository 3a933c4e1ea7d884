/** Linter and type checker as the trainer uses them: real files, real workers, one start of each. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/core/analysis.ts';
import { loadProblemSet } from '../../src/problems/load.ts';
import { createToolAnalyst, type ToolAnalyst } from '../../src/verify/tools/analyst.ts';

const PAGE = new URL('/', location.href).href;
const BOTH = ['lint', 'types'] as const;

/** Lines 6 and 8 fail when they run. */
const TWO_ERRORS = `def solution(s: str, n: int) -> int:
    total = 0
    for c in s:
        total += ord(c)
    if n > 3:
        return s + 1
    xs = [total]
    return xs.append(n)
`;
const CLEAN = 'def solution(xs):\n    return sum(xs)\n';

let analyst: ToolAnalyst;
const notices: string[] = [];
beforeAll(() => {
  analyst = createToolAnalyst({ baseUrl: PAGE, onNotice: (message) => notices.push(message) });
});
afterAll(() => {
  analyst[Symbol.dispose]();
  expect(notices).toEqual([]);
});

const lookAt = (codes: readonly string[]) => analyst.analyse(codes.map((code) => ({ code, layers: BOTH })));
const brief = (findings: readonly Finding[] | undefined) => findings?.map(({ line, code }) => `${line} ${code}`);

describe('types', () => {
  test('an operator without meaning and a wrong return value are found where they stand', async () => {
    const [analysis] = await analyst.analyse([{ code: TWO_ERRORS, layers: ['types'] }]);
    expect(analysis).toEqual({
      types: [
        {
          line: 6,
          column: 16,
          code: 'reportOperatorIssue',
          message: 'Operator "+" not supported for types "str" and "Literal[1]"',
        },
        {
          line: 8,
          column: 12,
          code: 'reportReturnType',
          message: 'Type "None" is not assignable to return type "int"',
        },
      ],
    });
  });

  test('each file of a large batch has its own findings, also when texts change places', async () => {
    const wrong = Array.from({ length: 70 }, (_, i) => `def solution(s: str) -> int:\n    return s + ${i}\n`);
    const right = Array.from({ length: 70 }, (_, i) => `def solution(n: int) -> int:\n    return n + ${i}\n`);
    const mixed = (odd: number) => wrong.map((code, i) => (i % 2 === odd ? `${code}# ${odd}\n` : right[i]!));
    for (const odd of [1, 0]) {
      const found = await lookAt(mixed(odd));
      expect(found.map(({ types }) => brief(types))).toEqual(
        found.map((_, i) => (i % 2 === odd ? ['2 reportOperatorIssue'] : [])),
      );
    }
  });

  test('lines are right after an import that must come first, and beyond a module body that never ends', async () => {
    const future = 'from __future__ import annotations\ndef f(s: str) -> int:\n    return s\n';
    const endless = 'def f(s: str) -> int:\n    return s\nraise SystemExit\n';
    const found = await lookAt([future, endless]);
    expect(found.map(({ types }) => brief(types))).toEqual([['3 reportReturnType'], ['2 reportReturnType']]);
  });
});

describe('lint', () => {
  test.each([
    ['def f(x):\n    return y\n', ['2 F821']],
    ['def f(x):\n    total = 1\n    return x\n', ['2 F841']],
    ['def f(x):\n    x == 1\n    return x == None\n', ['2 B015', '3 E711']],
    ['def f(x):\n    if x:\n        return 1\n', ['1 RET503']],
    ['def f(x, seen=[]):\n    seen.append(x)\n    return seen\n', ['1 B006']],
    ['import os\ndef f(l):\n  return [x for x in zip(l,l)];\n', []],
  ])('%j', async (code, expected) => {
    const [analysis] = await analyst.analyse([{ code, layers: ['lint'] }]);
    expect(brief(analysis?.lint)).toEqual(expected);
  });
});

test('the references of the ten problems have no findings', async () => {
  const references = (await loadProblemSet('lecture', PAGE)).map(({ reference }) => reference!);
  expect(references).toHaveLength(10);
  expect(await lookAt(references)).toEqual(references.map(() => ({ lint: [], types: [] })));
});

test('no comment switches findings off', async () => {
  const bad = 'def f(s: str) -> int:\n    return s + y';
  const tricks = [
    `${bad}  # noqa`,
    `${bad}  # NoQA: F821`,
    `${bad}  # type: ignore`,
    `${bad}  # pyright: ignore`,
    `# ruff: noqa\n${bad}`,
    `# flake8: noqa\n${bad}`,
    `# ruff: disable[F821]\n${bad}\n# ruff: enable[F821]`,
    `#ruff:file-ignore[F821]\n${bad}`,
    `# type: ignore\n${bad}`,
    `# pyright: basic, reportReturnType=false\n${bad}`,
    `#pyright:ignore\n${bad}`,
  ];
  const codes = tricks.map((code) => `${code.replace('s + y', 's + str(y)')}\n`);
  for (const [i, { lint, types }] of (await lookAt(codes)).entries()) {
    expect(
      lint?.map(({ code }) => code),
      tricks[i],
    ).toContain('F821');
    expect(
      types?.map(({ code }) => code),
      tricks[i],
    ).toContain('reportReturnType');
  }
});

test('hostile sources neither hang nor end the layers', async () => {
  const hostile = [
    `x = "${'a'.repeat(1_000_000)}"\n`,
    `x = ${'('.repeat(10_000)}${')'.repeat(10_000)}\n`,
    `x = ${'not '.repeat(20_000)}1\n`,
    `x = a${'.b'.repeat(20_000)}\n`,
    'x = "\ud800"\n',
    'x = 1\0\n',
    'def f(:\n  return',
    '"""never closed',
    '',
    '\ufeffx = 1\n',
    Array.from({ length: 500 }, (_, i) => `name${i}`).join('\n'),
    `${'n'.repeat(100_000)} + 1\n`,
  ];
  for (const { lint, types } of await lookAt(hostile)) {
    expect(lint?.length ?? 0).toBeLessThanOrEqual(50);
    expect(Math.max(0, ...(lint ?? []).concat(types ?? []).map(({ message }) => message.length))).toBeLessThanOrEqual(
      300,
    );
  }
  const [after] = await lookAt([`${TWO_ERRORS}# after\n`]);
  expect(after).toMatchObject({ lint: [], types: [{ line: 6 }, { line: 8 }] });
});

test('what does not parse has no finding of a tool', async () => {
  expect(await lookAt(['def f(:\n', 'x = (1\n'])).toEqual([{}, {}]);
});

describe('without a tool', () => {
  test('a page without the files has no such layer, and says so once', async () => {
    const said: string[] = [];
    using without = createToolAnalyst({ baseUrl: `${PAGE}nowhere/`, onNotice: (message) => said.push(message) });
    const jobs = [{ code: CLEAN, layers: BOTH }];
    expect(await without.analyse(jobs)).toEqual([{}]);
    expect(await without.analyse(jobs)).toEqual([{}]);
    expect(said.toSorted()).toEqual([
      expect.stringMatching(/^lint: left out/),
      expect.stringMatching(/^types: left out/),
    ]);
  });

  test('closing answers what is under way, and starts nothing again', async () => {
    const said: string[] = [];
    const closing = createToolAnalyst({ baseUrl: PAGE, onNotice: (message) => said.push(message) });
    const underWay = closing.analyse([{ code: CLEAN, layers: BOTH }]);
    await Promise.resolve();
    closing[Symbol.dispose]();
    expect(await underWay).toEqual([{}]);
    expect(await closing.analyse([{ code: CLEAN, layers: BOTH }])).toEqual([{}]);
    expect(said).toEqual([]);
  });
});
