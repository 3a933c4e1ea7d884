/** The table of names in docs/notes/interop-exports.md is the one that the exporter goes by. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COLUMNS } from './metrics-table.ts';

const NOTE = fileURLToPath(new URL('../../../docs/notes/interop-exports.md', import.meta.url));
const HEAD = '| name | how ours differs from TRL';

interface Row {
  /** As written; `…` stands for any part of a name. */
  readonly patterns: readonly string[];
  readonly differs: string;
}

function rowsOfNote(): Row[] {
  const lines = readFileSync(NOTE, 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(HEAD)) + 2;
  const rows = lines.slice(from, lines.indexOf('', from));
  return rows.map((row) => {
    const [, name = '', differs = ''] = row.split('|').map((cell) => cell.trim());
    return { patterns: [...name.matchAll(/`([^`]+)`/g)].map(([, pattern]) => pattern!), differs };
  });
}

function matches(pattern: string, name: string): boolean {
  const [start = '', end] = pattern.split('…');
  return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
}

const plain = (text: string): string => text.replaceAll('`', '');

test('every name that TRL has too stands in the note once, with how ours differs, and no other name does', () => {
  const rows = rowsOfNote();
  const shared = COLUMNS.flatMap(({ name, trl }) =>
    trl === null ? [] : [{ name, differs: trl.differs || 'nothing' }],
  );
  for (const { name, differs } of shared) {
    const found = rows.filter(({ patterns }) => patterns.some((pattern) => matches(pattern, name)));
    expect(
      found.map((row) => plain(row.differs)),
      name,
    ).toEqual([differs]);
  }
  for (const pattern of rows.flatMap(({ patterns }) => patterns)) {
    expect(shared.filter(({ name }) => matches(pattern, name)).length, pattern).toBeGreaterThan(0);
  }
});
