/** `npx tsx scripts/size-budget.ts [FOLDER]`: whether the built page is as light as it promises, and how much a first visit loads. */

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { CHUNK_MAP, precachedFiles } from './precache.ts';

/** Bytes; scripts and styles as gzip makes them, everything that is kept for offline use as it is. */
export const BUDGET = { script: 150_000, style: 30_000, kept: 60_000_000 } as const;

/** Code that waits until somebody comes near it. */
export const LATE: readonly { readonly what: string; readonly source: RegExp }[] = [
  { what: 'the editor', source: /node_modules\/@codemirror\// },
  { what: 'the guide', source: /^src\/ui\/guide\/guide-card\.tsx/ },
  { what: 'Explain this update', source: /^src\/ui\/explain\/.*\.tsx/ },
  { what: 'the service worker’s registration', source: /node_modules\/workbox-/ },
];

/** Sources that are named where scripts are too large. */
const LARGEST = 12;

interface SizedFile {
  readonly file: string;
  /** As gzip makes it. */
  readonly bytes: number;
}

export interface FirstVisit {
  /** What is fetched and run before the first paint. */
  readonly scripts: readonly SizedFile[];
  readonly styles: readonly SizedFile[];
  /** Everything that the service worker keeps. */
  readonly kept: { readonly files: number; readonly bytes: number; readonly zipped: number };
  /** Characters of source by file, of the first scripts, before they are made small. */
  readonly sources: ReadonlyMap<string, number>;
}

/** Addresses that a script imports as soon as it is loaded, relative to the script. */
export function staticImports(source: string): string[] {
  const { statements } = ts.createSourceFile('chunk.js', source, ts.ScriptTarget.Latest, false);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** Values of an attribute of the elements whose tag matches. */
function attributes(html: string, tag: RegExp, name: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  return tags.flatMap((text) => (tag.test(text) ? [new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? ''] : []));
}

/** The chunks that the page names and all that they import statically. */
function firstScripts(folder: string, html: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const path of staticImports(readFileSync(join(folder, file), 'utf8'))) {
      visit(posix.normalize(posix.join(posix.dirname(file), path)));
    }
  };
  const named = [
    ...attributes(html, /^<script\b.*\btype="module"/, 'src'),
    ...attributes(html, /\brel="modulepreload"/, 'href'),
  ];
  for (const path of named) visit(posix.normalize(path));
  return [...found];
}

/** @param folder a built page */
export function measureFirstVisit(folder: string): FirstVisit {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const zipped = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const sized = (files: readonly string[]): SizedFile[] =>
    files.map((file) => ({ file, bytes: zipped(file) })).toSorted((a, b) => b.bytes - a.bytes);
  const scripts = firstScripts(folder, html);
  const styles = attributes(html, /\brel="stylesheet"/, 'href').map((path) => posix.normalize(path));
  const chunks = JSON.parse(readFileSync(join(folder, CHUNK_MAP), 'utf8')) as Record<string, Record<string, number>>;
  const kept = precachedFiles(folder);
  return {
    scripts: sized(scripts),
    styles: sized(styles),
    kept: {
      files: kept.length,
      bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
      zipped: kept.reduce((sum, { url }) => sum + zipped(url), 0),
    },
    sources: new Map(scripts.flatMap((file) => Object.entries(chunks[file] ?? {}))),
  };
}

const total = (files: readonly SizedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** What breaks the budget, a sentence each; empty when nothing does. */
export function excesses({ scripts, styles, kept, sources }: FirstVisit): string[] {
  const found: string[] = [];
  if (scripts.length === 0) found.push('size: expected a module script in index.html, got none');
  const above = (what: string, bytes: number, budget: number, show: (bytes: number) => string) => {
    if (bytes > budget) found.push(`size: expected at most ${show(budget)} of ${what}, got ${show(bytes)}`);
  };
  above('JavaScript before the first paint', total(scripts), BUDGET.script, kilobytes);
  above('styles before the first paint', total(styles), BUDGET.style, kilobytes);
  above('files that are kept for offline use', kept.bytes, BUDGET.kept, megabytes);
  for (const { what, source } of LATE) {
    const early = [...sources.keys()].filter((name) => source.test(name));
    if (early.length > 0) found.push(`size: expected ${what} to be loaded late, got ${early.slice(0, 3).join(', ')}`);
  }
  return found;
}

/** The table that is shown either way. */
function describe({ scripts, styles, kept, sources }: FirstVisit, isTooLarge: boolean): string[] {
  const lines = [...scripts, ...styles].map(({ file, bytes }) => `  ${kilobytes(bytes).padStart(9)}  ${file}`);
  const largest = [...sources].toSorted(([, a], [, b]) => b - a).slice(0, LARGEST);
  return [
    ...lines,
    `before the first paint, gzip: ${kilobytes(total(scripts))} of JavaScript, ${kilobytes(total(styles))} of styles`,
    `kept for offline use: ${kept.files} files, ${megabytes(kept.bytes)}; ${megabytes(kept.zipped)} from a server that zips`,
    ...(isTooLarge ? ['largest sources among these scripts, characters before they are made small:'] : []),
    ...(isTooLarge ? largest.map(([source, size]) => `  ${String(size).padStart(9)}  ${source}`) : []),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
  if (!existsSync(join(folder, 'index.html'))) {
    console.error(`size: expected a built page in ${folder}, got none; npm run build makes it`);
    process.exitCode = 2;
  } else {
    const visit = measureFirstVisit(folder);
    const found = excesses(visit);
    for (const line of describe(visit, found.length > 0)) console.log(line);
    for (const line of found) console.error(line);
    if (found.length > 0) process.exitCode = 1;
  }
}
