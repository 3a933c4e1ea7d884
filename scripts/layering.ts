/** Keeps the direction of knowledge: who may import whom, which libraries where, and no circles. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What each room of `src/` may import values from; itself always. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  problems: ['core'],
  corpus: ['core'],
  model: ['core'],
  sandbox: ['core'],
  eval: ['core'],
  verify: ['core', 'problems', 'corpus', 'model', 'sandbox', 'eval'],
  rl: ['core', 'problems', 'corpus', 'model', 'sandbox', 'eval', 'verify'],
  store: ['core', 'problems', 'corpus', 'model', 'sandbox', 'eval', 'verify', 'rl'],
  interop: ['core', 'problems', 'corpus', 'model', 'eval'],
  trainer: ['core', 'problems', 'corpus', 'model', 'sandbox', 'eval', 'verify', 'rl', 'store', 'interop'],
  ui: ['core', 'problems', 'sandbox/frame.ts', 'eval/pass-at-k.ts', 'eval/compare.ts'],
  cli: ['core', 'problems', 'corpus', 'model', 'sandbox', 'eval', 'verify', 'rl', 'store', 'interop', 'trainer'],
};

/** What a room may import types from besides. */
const TYPES: Readonly<Record<string, readonly string[]>> = { ui: ['trainer'] };

/** Libraries that only some rooms may import. */
const LIBRARIES: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  { name: /^@tensorflow\//, rooms: ['model'] },
  { name: /^pyodide(\/|$)/, rooms: ['sandbox'] },
  { name: /^@huggingface\//, rooms: ['model'] },
  { name: /^hyparquet/, rooms: ['interop'] },
  { name: /^(?:preact|@preact\/|@lezer\/|@codemirror\/|workbox-window)/, rooms: ['ui'] },
  { name: /^fflate$/, rooms: ['problems', 'store'] },
  // Of the service worker alone, which lies at the top.
  { name: /^workbox-precaching$/, rooms: [] },
  { name: /^(?:playwright-core|sirv|vite)$/, rooms: ['cli'] },
];

/** The page's entry puts the parts together: it alone gives scripts their interface. */
const EXTRA: Readonly<Record<string, readonly string[]>> = { 'ui/main.tsx': ['cli/page-api.ts'] };

interface Import {
  /** As written. */
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Every import, export-from and dynamic import of a source text, by TypeScript's own parser. */
export function importsOf(path: string, source: string): Import[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ specifier: specifier.text, typeOnly, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

/** `rl/loss.ts` of an import written in `rl/loop.ts`; null for a library. */
function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))).replaceAll('\\', '/');
}

function room(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** Whether `target` lies in one of the rooms, or is one of the files, that `allowed` names. */
function covers(allowed: readonly string[], target: string): boolean {
  return allowed.some((name) => target === name || target.startsWith(`${name}/`));
}

function judge(path: string, one: Import): string | null {
  const home = room(path);
  if (home === '') return null; // files at the top of src/ put rooms together
  const target = resolve(path, one.specifier);
  const where = `src/${path}:${one.line}`;
  if (target === null) {
    const rule = LIBRARIES.find(({ name }) => name.test(one.specifier));
    if (rule === undefined || rule.rooms.includes(home)) return null;
    return `${where}: expected ${one.specifier} only in ${rule.rooms.join(', ')}, got an import in ${home}`;
  }
  const values = VALUES[home];
  if (values === undefined) return `${where}: expected a room of the house, got ${home}`;
  const allowed = [home, ...values, ...(EXTRA[path] ?? []), ...(one.typeOnly ? (TYPES[home] ?? []) : [])];
  if (target.startsWith('..') || covers(allowed, target)) return null;
  return `${where}: expected ${home} to import only ${values.join(', ') || 'nothing'}, got ${target}`;
}

/** One circle of value imports, as the files on it; null when there is none. Types vanish and cannot make a circle. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string): string[] | null => {
    if (done.has(path)) return null;
    const start = trail.indexOf(path);
    if (start >= 0) return [...trail.slice(start), path];
    trail.push(path);
    for (const next of graph.get(path) ?? []) {
      const circle = walk(next);
      if (circle !== null) return circle;
    }
    trail.pop();
    done.add(path);
    return null;
  };
  for (const path of graph.keys()) {
    const circle = walk(path);
    if (circle !== null) return circle;
  }
  return null;
}

/**
 * Every breach of the rules.
 *
 * @param files source texts by path relative to `src/`
 */
export function layeringViolations(files: ReadonlyMap<string, string>): string[] {
  const violations: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [path, source] of files) {
    const imports = importsOf(path, source);
    violations.push(...imports.map((one) => judge(path, one)).filter((message) => message !== null));
    const targets = imports.map((one) => (one.typeOnly ? null : resolve(path, one.specifier)));
    graph.set(
      path,
      targets.filter((target) => target !== null).filter((target) => files.has(target)),
    );
  }
  const circle = findCircle(graph);
  if (circle !== null) violations.push(`expected no circle of imports, got ${circle.join(' → ')}`);
  return violations;
}

/** Sources by path; tests may import what they like, and AssemblyScript is another language. */
function readSources(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|testing)\.tsx?$/.test(path) && !path.includes('/assembly/'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSources(fileURLToPath(new URL('../src', import.meta.url)));
  const violations = layeringViolations(files);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`${files.size} files keep the layers`);
}
