/** The page of settings is the one that the present data gives. */

import { expect, test } from 'vitest';
import { configurationPage, readPage } from './configuration-page.ts';

test('docs/configuration.md is up to date: else run npx tsx scripts/configuration-page.ts', () => {
  expect(readPage()).toBe(configurationPage());
});

test('no cell of a table is cut by what it says', () => {
  const rows = configurationPage()
    .split('\n')
    .filter((line) => line.startsWith('|'));
  for (const row of rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(5);
});
