/** Every word of the page stands in one file: what is found elsewhere fails here, and the finder finds what it should. */

import { describe, expect, test } from 'vitest';
import { pageSources, strayText } from './words.ts';

describe('what is found', () => {
  const found = (source: string) => strayText('x.tsx', source).map(({ text }) => text);

  test.each([
    ['text between tags', 'const a = <p>Nothing yet</p>;', ['Nothing yet']],
    ['an attribute that is read out', 'const a = <i aria-label="Close it" />;', ['Close it']],
    ['a word in a choice', "const a = <b>{on ? 'Pause' : 'Resume'}</b>;", ['Pause', 'Resume']],
    ['a sentence in a constant', "const HELP = 'A share of programs.';", ['A share of programs.']],
    ['a sentence with values', `const a = \`\${n} of all programs pass\`;`, ['… of all programs pass']],
  ])('%s', (_, source, texts) => expect(found(source)).toEqual(texts));

  test.each([
    ['classes', 'const a = <i class="tile tile-key" />;'],
    ['imports', "import x from './some file.ts';"],
    ['errors', "throw new Error('chart: expected a domain, got none');"],
    ['keys', "if (event.key === 'ArrowLeft') go();"],
    ['selectors', "root.querySelector('.tile button');"],
    ['names', 'const a = <span>pass@8</span>;'],
    ['single words of code', "const PHASES = ['sample', 'judge'];"],
  ])('not %s', (_, source) => expect(found(source)).toEqual([]));

  test('with its line', () => {
    expect(strayText('x.tsx', 'const a = 1;\nconst b = <p>Nothing yet</p>;')).toEqual([
      { line: 2, text: 'Nothing yet' },
    ]);
  });
});

test('the page has no words of its own', () => {
  const stray = [...pageSources()].flatMap(([path, source]) =>
    strayText(path, source).map(({ line, text }) => `src/ui/${path}:${line}: ${text}`),
  );
  expect(stray).toEqual([]);
});
