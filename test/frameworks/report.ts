/** The comparison with TRL as Markdown. */

import { type Compared, TOLERANCES } from './compare.ts';

const number = (value: number | undefined, digits = 5) => (value === undefined ? '–' : value.toPrecision(digits));
const tiny = (value: number | null) => (value === null ? '–' : value === 0 ? '0' : value.toExponential(1));

const HEAD = [
  'case',
  'loss TRL',
  'ours',
  'Δ loss',
  'max Δ A',
  'KL TRL',
  'Δ KL',
  'clip low',
  'clip high',
  '‖g‖ TRL',
  'Δ g',
  '',
];

function rowOf({ name, theirs, ours, factor, differences, failures, why }: Compared, notes: string[]): string[] {
  const { metrics } = theirs;
  const share = (value: number | undefined) => (value === undefined ? '–' : `${(100 * value).toFixed(2)} %`);
  if (why !== undefined)
    notes.push(`${notes.length + 1}. ${name}: ${why}${factor === 1 ? '' : ` (× ${number(factor)})`}.`);
  const note = why === undefined ? 'same' : `note ${notes.length}`;
  return [
    name,
    number(theirs.loss),
    number(ours.objective.loss),
    tiny(differences.loss),
    tiny(differences.advantages),
    number(metrics.kl),
    tiny(differences.kl),
    share(metrics['clip_ratio/low_mean']),
    share(metrics['clip_ratio/high_mean'] ?? metrics.cispo_clip_ratio),
    number(theirs.gradNorm),
    tiny(differences.gradient),
    failures.length === 0 ? note : `DIFFERS: ${failures.join(', ')}`,
  ];
}

/** Table, notes, and the largest difference of each quantity that should be the same. */
export function renderReport(versions: Readonly<Record<string, string>>, rows: readonly Compared[]): string {
  const notes: string[] = [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const body = rows.map((row) => line(rowOf(row, notes))).join('');
  const worst = (Object.keys(TOLERANCES) as (keyof typeof TOLERANCES)[]).map((name) => {
    const held = rows.filter(({ free }) => !(free as readonly string[]).includes(name));
    const most = Math.max(...held.map(({ differences }) => differences[name] ?? 0));
    return line([name, tiny(most), tiny(TOLERANCES[name])]);
  });
  return [
    `${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}\n`,
    `${line(HEAD)}${line(HEAD.map(() => '---'))}${body}`,
    `${notes.join('\n')}\n`,
    `${line(['quantity', 'largest difference', 'tolerance'])}${line(['---', '---', '---'])}${worst.join('')}`,
  ].join('\n');
}
