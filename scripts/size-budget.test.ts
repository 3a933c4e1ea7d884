/** The size budget: what counts as loaded before the first paint, and what breaks the budget. */

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { CHUNK_MAP, precachedFiles } from './precache.ts';
import { BUDGET, excesses, LATE, measureFirstVisit, staticImports } from './size-budget.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A page of an entry, one chunk that it imports at once and one that it imports later. */
function page(name: string, files: Readonly<Record<string, string>>, chunks: Record<string, Record<string, number>>) {
  const home = join(folder, name);
  mkdirSync(join(home, 'assets'), { recursive: true });
  const html = `<html><head><script type="module" crossorigin src="./assets/main-AAAAAAAA.js"></script>
    <link rel="icon" href="./icon.svg"><link rel="stylesheet" href="./assets/main-BBBBBBBB.css"></head></html>`;
  const all = {
    'index.html': html,
    'assets/main-AAAAAAAA.js': 'import{a as b}from"./shared-CCCCCCCC.js";b();import("./late-DDDDDDDD.js")',
    'assets/shared-CCCCCCCC.js': 'export const a=()=>1',
    'assets/late-DDDDDDDD.js': 'export const late=1',
    'assets/main-BBBBBBBB.css': 'p{}',
    [CHUNK_MAP]: JSON.stringify(chunks),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) writeFileSync(join(home, path), text);
  return home;
}

/** Text that gzip cannot make smaller than about three quarters. */
const noise = (bytes: number) => `/*${randomBytes(bytes).toString('base64')}*/`;

test('tells imports at once from those that come later', () => {
  expect(
    staticImports('import a from "./a.js";import"./b.js";export*from"./c.js";const d=import("./d.js");export{a};'),
  ).toEqual(['./a.js', './b.js', './c.js']);
});

test('counts the entry and everything that it imports at once, and nothing that comes later', () => {
  const visit = measureFirstVisit(
    page(
      'light',
      { 'assets/late-DDDDDDDD.js': noise(2 * BUDGET.script) },
      {
        'assets/main-AAAAAAAA.js': { 'src/ui/main.tsx': 10 },
        'assets/late-DDDDDDDD.js': { 'src/ui/guide/guide-card.tsx': 9 },
      },
    ),
  );
  expect(visit.scripts.map(({ file }) => file).toSorted()).toEqual([
    'assets/main-AAAAAAAA.js',
    'assets/shared-CCCCCCCC.js',
  ]);
  expect(visit.styles.map(({ file }) => file)).toEqual(['assets/main-BBBBBBBB.css']);
  expect([...visit.sources.keys()]).toEqual(['src/ui/main.tsx']);
  expect(excesses(visit)).toEqual([]);
});

test('names what is too large, and what is loaded too early', () => {
  const visit = measureFirstVisit(
    page(
      'heavy',
      { 'assets/shared-CCCCCCCC.js': noise(BUDGET.script), 'assets/main-BBBBBBBB.css': noise(BUDGET.style) },
      {
        'assets/shared-CCCCCCCC.js': {
          'node_modules/@codemirror/view/dist/index.js': 9,
          'src/ui/guide/guide-card.tsx': 9,
        },
      },
    ),
  );
  const found = excesses(visit);
  expect(found).toHaveLength(4);
  expect(found[0]).toMatch(
    /^size: expected at most 150\.0 kB of JavaScript before the first paint, got 1[5-9]\d\.\d kB$/,
  );
  expect(found[1]).toContain('of styles before the first paint');
  expect(found[2]).toContain('expected the editor to be loaded late, got node_modules/@codemirror/view');
  expect(found[3]).toContain('expected the guide to be loaded late');
});

test('keeps what the page asks for: not the service worker, not what only developers read', () => {
  const home = page('kept', { 'sw.js': '0', 'notes.html': '<p>', 'data.json': '{}', 'build-stamp.txt': '1' }, {});
  const files = precachedFiles(home);
  expect(files.map(({ url }) => url)).toEqual([
    'assets/late-DDDDDDDD.js',
    'assets/main-AAAAAAAA.js',
    'assets/main-BBBBBBBB.css',
    'assets/shared-CCCCCCCC.js',
    'data.json',
    'index.html',
    'notes.html',
  ]);
  const of = (name: string) => files.find(({ url }) => url === name);
  expect(of('assets/main-AAAAAAAA.js')?.revision).toBeNull();
  // Digests of `{}`, as every tool gives them.
  expect(of('data.json')?.integrity).toBe('sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=');
  expect(of('index.html')?.integrity).toBeUndefined();
  expect(of('index.html')?.revision).not.toBe(of('notes.html')?.revision);
});

test('knows the sources that come late by the names that they have', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const sources = ['src', 'node_modules/@codemirror', 'node_modules/workbox-window'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  for (const { what, source } of LATE) {
    expect([what, sources.some((path) => source.test(path.replaceAll('\\', '/')))]).toEqual([what, true]);
  }
});
