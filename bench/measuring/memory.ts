/**
 * Whether a long measurement keeps its memory flat, how fast it is and what judging every program once saves:
 * `npx tsx bench/measuring/memory.ts`. Memory is that of all processes below this one, as Linux tells it.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { progress, result } from '../../src/cli/output.ts';
import { savedShare } from '../../src/core/measure-cost.ts';
import type { MeasureRequest } from '../../src/core/measuring.ts';
import { growth, residentBytes } from '../../test/soak/memory.ts';

const FLAGS = {
  n: { type: 'integer', minimum: 1, maximum: 100_000, help: 'samples of each of the ten (1000)' },
  backend: { type: 'choice', choices: ['webgpu', 'wasm', 'cpu'], help: 'where the model runs (wasm)' },
} as const satisfies Flags;

/** Parents of all processes, by their ids. */
function parents(): ReadonlyMap<number, number> {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    ids.flatMap((id) => {
      try {
        // The name of the program, in parentheses, may hold anything.
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        return [[Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        return []; // It has ended since it was listed.
      }
    }),
  );
}

/** Processes that this one started, and those that they did. */
function descendants(): number[] {
  const known = parents();
  const isBelow = (id: number): boolean => {
    const parent = known.get(id);
    return parent === process.pid || (parent !== undefined && isBelow(parent));
  };
  return [...known.keys()].filter(isBelow);
}

async function main(): Promise<void> {
  const { flags } = parseArgs('memory', process.argv.slice(2), FLAGS);
  const request: MeasureRequest = {
    models: [{ label: 'base', source: { type: 'bundled', name: 'base' } }],
    backend: flags.backend ?? 'wasm',
    sets: ['lecture'],
    temperatures: [1],
    samples: flags.n ?? 1000,
    maxNewTokens: 48,
    seed: 0,
  };
  await using session = await BrowserSession.open();
  const bytes: number[] = [];
  const report = await session.call('measure', request, (news) => {
    if (news.type !== 'progress' || news.progress.part !== 'samples') return;
    const { done, total } = news.progress;
    const now = residentBytes(descendants());
    if (now !== null) bytes.push(now);
    progress(`${done} of ${total} samples, ${((now ?? 0) / 1e6).toFixed(0)} MB`, true);
  });
  if (report === null) throw new Error('memory: expected the measurement to finish, but it was stopped');
  const { sampled, cutOff, judged, seconds } = report.cost;
  await result({
    samples: sampled,
    seconds,
    samples_per_second: sampled / seconds,
    judged,
    cut_off: cutOff,
    judged_once_saved: savedShare(report.cost),
    megabytes: bytes.map((each) => Math.round(each / 1e6)),
    grown_megabytes: Math.round((growth(bytes) ?? 0) / 1e6),
  });
}

await main();
