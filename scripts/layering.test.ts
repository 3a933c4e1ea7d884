/** The layering check sees what it must see. */

import { expect, test } from 'vitest';
import { importsOf, layeringViolations } from './layering.ts';

const check = (files: Record<string, string>) => layeringViolations(new Map(Object.entries(files)));

test('reads every form of import, and tells types from values', () => {
  const source = [
    "import { a } from './a.ts';",
    "import type { B } from './b.ts';",
    "import { type C, type D } from './c.ts';",
    "import { type E, f } from './d.ts';",
    "import './e.css';",
    "export { g } from './g.ts';",
    "export type { H } from './h.ts';",
    "const i = await import('./i.ts');",
    "// import { z } from './comment.ts';",
    'const text = "import { z } from \'./string.ts\'";',
  ].join('\n');
  expect(importsOf('x.ts', source).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line])).toEqual([
    ['./a.ts', false, 1],
    ['./b.ts', true, 2],
    ['./c.ts', true, 3],
    ['./d.ts', false, 4],
    ['./e.css', false, 5],
    ['./g.ts', false, 6],
    ['./h.ts', true, 7],
    ['./i.ts', false, 8],
  ]);
});

test('a house in order has no violations', () => {
  expect(
    check({
      'core/types.ts': "import * as v from 'valibot';",
      'problems/format.ts': "import type { Problem } from '../core/types.ts';",
      'model/policy.ts': "import * as tf from '@tensorflow/tfjs-core';",
      'rl/loop.ts': "import { judge } from '../verify/reward.ts';",
      'ui/main.tsx': "import { mount } from '../sandbox/frame.ts';\nimport { page } from '../cli/page-api.ts';",
      'ui/store.ts': "import type { TrainerApi } from '../trainer/api.ts';",
      'sw.ts': "import { anything } from './ui/store.ts';",
    }),
  ).toEqual([]);
});

test.each([
  [
    'core/a.ts',
    "import { b } from '../rl/b.ts';",
    'src/core/a.ts:1: expected core to import only nothing, got rl/b.ts',
  ],
  ['rl/a.ts', "\nimport { b } from '../trainer/b.ts';", 'src/rl/a.ts:2: expected rl to import only'],
  ['model/a.ts', "import type { S } from '../sandbox/s.ts';", 'expected model to import only core, got sandbox/s.ts'],
  ['ui/a.tsx', "import { S } from '../trainer/s.ts';", 'expected ui to import only core, problems, sandbox/frame.ts'],
  ['ui/a.tsx', "import { S } from '../sandbox/pool.ts';", 'got sandbox/pool.ts'],
  ['ui/a.tsx', "import { S } from '../cli/page-api.ts';", 'got cli/page-api.ts'],
  [
    'rl/a.ts',
    "import * as tf from '@tensorflow/tfjs-core';",
    'expected @tensorflow/tfjs-core only in model, got an import in rl',
  ],
  ['model/a.ts', "import { loadPyodide } from 'pyodide';", 'expected pyodide only in sandbox'],
  ['attic/a.ts', "import { b } from '../core/b.ts';", 'expected a room of the house, got attic'],
])('%s: %s', (path, source, message) => {
  const violations = check({ [path]: source });
  expect(violations).toHaveLength(1);
  expect(violations[0]).toContain(message);
});

test('a circle is named by its files; types do not make one', () => {
  const circle = { 'rl/a.ts': "import './b.ts';", 'rl/b.ts': "import './c.ts';", 'rl/c.ts': "import './a.ts';" };
  expect(check(circle)).toEqual(['expected no circle of imports, got rl/a.ts → rl/b.ts → rl/c.ts → rl/a.ts']);
  expect(check({ ...circle, 'rl/c.ts': "import type { A } from './a.ts';" })).toEqual([]);
});
