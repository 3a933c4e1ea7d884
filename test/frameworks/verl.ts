/**
 * The same tables through veRL's core functions and through ours: `npx tsx test/frameworks/verl.ts`, by hand.
 *
 * Needs a Python with `torch` (`GREENBAR_PYTHON`, else `python3`) and a checkout of veRL that `GREENBAR_VERL` names. Prints a
 * Markdown table and exits with 1 when a number differs that should not.
 */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPython } from '../../bench/peers/installed.ts';
import { withJob } from '../../bench/peers/script.ts';
import { tableWidth } from '../../src/rl/loss/table.ts';
import { GROUP_SIZE, makeScene, startPolicy } from './batch.ts';
import type { Numbers, OurNumbers, VerlCase } from './verl-case.ts';
import { VERL_CASES, VERL_RESIDUE } from './verl-cases.ts';
import { type VerlRows, verlRows } from './verl-rows.ts';

/** Largest difference that float32 explains, as a share of the largest number of the table. */
const TOLERANCE = 1e-5;

const SCRIPT = fileURLToPath(new URL('verl_core.py', import.meta.url));

/** What veRL's functions make of the rows, in the order of the calls. */
async function computeTheirs(python: string, source: string, rows: VerlRows, calls: readonly VerlCase[]) {
  const width = tableWidth(rows.logProb);
  const padded = (table: VerlRows[keyof VerlRows]) =>
    table.map((row) => Array.from({ length: width }, (_, t) => row[t] ?? 0));
  const tables = Object.fromEntries(Object.entries(rows).map(([name, table]) => [name, padded(table)]));
  const groups = rows.logProb.map((_, i) => Math.floor(i / GROUP_SIZE));
  const job = { source, tables, groups, calls };
  return withJob(job, async (path) => {
    const { stdout } = await promisify(execFile)(python, [SCRIPT, path], { maxBuffer: 2 ** 26 });
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Numbers);
  });
}

/** Largest |theirs − ours| of every quantity, as a share of its largest number or of the size that is given for it. */
function differences(theirs: Numbers, ours: OurNumbers): Record<keyof Numbers, number | null> {
  const flat = (numbers: Numbers[keyof Numbers]) => (typeof numbers === 'number' ? [[numbers]] : (numbers ?? []));
  const apart = (name: keyof Numbers) => {
    if (ours[name] === undefined) return null;
    const [their, own] = [flat(theirs[name]), flat(ours[name])];
    const largest = Math.max(...own.flat().map(Math.abs), Number.MIN_VALUE);
    const size = name === 'value' ? (ours.size ?? largest) : largest;
    return (
      Math.max(...own.flatMap((row, i) => row.map((one, t) => Math.abs((their[i]?.[t] ?? Number.NaN) - one)))) / size
    );
  };
  const names = ['value', 'table', 'returns', 'gradient', 'share'] as const;
  return Object.fromEntries(names.map((name) => [name, apart(name)])) as Record<keyof Numbers, number | null>;
}

function render(name: string, theirs: Numbers, ours: OurNumbers, verdict: string): string {
  const number = (value: number | undefined) => value?.toPrecision(5) ?? '–';
  const tiny = (value: number | null) => (value === null ? '–' : value === 0 ? '0' : value.toExponential(1));
  const { value, table, returns, gradient, share } = differences(theirs, ours);
  const cells = [number(theirs.value), number(ours.value), ...[value, table, returns, gradient, share].map(tiny)];
  return `| ${[name, ...cells, verdict].join(' | ')} |\n`;
}

async function main(): Promise<void> {
  const found = await findPython(['torch', 'numpy']);
  if ('missing' in found) throw new Error(`frameworks: expected a Python with torch, got none: ${found.missing}`);
  const source = process.env.GREENBAR_VERL;
  if (!source) throw new Error('frameworks: expected GREENBAR_VERL to name a checkout of veRL, got nothing');
  const version = (await readFile(join(source, 'verl/version/version'), 'utf8')).trim();
  const scene = await makeScene();
  await using policy = await startPolicy({ ...scene.checkpoint, weights: scene.weights.current });
  const mixed = await verlRows(policy, scene, 'mixed');
  const fifths = await verlRows(policy, scene, 'fifths');
  const theirs = [
    ...(await computeTheirs(found.python, source, mixed, VERL_CASES)),
    ...(await computeTheirs(found.python, source, fifths, [VERL_RESIDUE])),
  ];
  const head = ['function', 'veRL', 'ours', 'Δ', 'Δ table', 'Δ returns', 'Δ gradient', 'Δ share', ''];
  process.stdout.write(`veRL ${version}\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}\n`);
  const notes: string[] = [];
  for (const [i, one] of [...VERL_CASES, VERL_RESIDUE].entries()) {
    const { name, known } = one;
    const ours = one.ours(one === VERL_RESIDUE ? fifths : mixed);
    const far = (Object.entries(differences(theirs[i]!, ours)) as [keyof Numbers, number | null][]).filter(
      // Written so that a NaN is far.
      ([quantity, gap]) => gap !== null && !(gap <= TOLERANCE) && !known?.free.includes(quantity),
    );
    if (known !== undefined) notes.push(`${notes.length + 1}. ${name}: ${known.why}.`);
    if (far.length > 0) process.exitCode = 1;
    const held = known === undefined ? 'same' : `note ${notes.length}`;
    const verdict = far.length > 0 ? `DIFFERS: ${far.map(([quantity]) => quantity).join(', ')}` : held;
    process.stdout.write(render(name, theirs[i]!, ours, verdict));
  }
  process.stdout.write(`\n${notes.join('\n')}\n`);
}

await main();
