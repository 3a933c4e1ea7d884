/**
 * Does sampling ahead pay? `npx tsx bench/algorithms/pipeline.ts`: the same training with and without it, by turns in one page,
 * steps per second side by side, and a timeline of one step each.
 */

import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { progress } from '../../src/cli/output.ts';
import { parseConfig, type RunConfig } from '../../src/core/config.ts';
import type { Span, StepRecord } from '../../src/core/records.ts';
import { mean } from '../../src/core/stats.ts';

const FLAGS = {
  epochs: { type: 'integer', minimum: 4, maximum: 1000, help: 'of every run (12)' },
  rounds: { type: 'integer', minimum: 1, maximum: 20, help: 'runs of each kind (3)' },
  workers: { type: 'integer', minimum: 1, maximum: 16, help: 'sandbox workers (as the page decides)' },
  backend: { type: 'choice', choices: ['wasm', 'webgpu'], help: 'where the model runs (wasm)' },
} as const satisfies Flags;

/** Steps whose caches are cold; the last one has nothing to sample ahead. */
const counted = (records: readonly StepRecord[]) => records.slice(2, -1);

const seconds = (records: readonly StepRecord[]) => mean(counted(records).map((record) => record.seconds.total));

const configOf = (pipelined: boolean, epochs: number, backend: RunConfig['backend']) =>
  parseConfig({
    epochs,
    backend,
    explain: false,
    rollout: { pipelined },
    evaluation: { before: false, samples: 1, heldOutSamples: 0, everyEpochs: 0 },
  });

async function runOnce(session: BrowserSession, config: RunConfig): Promise<StepRecord[]> {
  const records: StepRecord[] = [];
  await session.call('train', config, (events) => {
    for (const event of events) if (event.type === 'step') records.push(event.record);
  });
  return records;
}

const WIDTH = 60;

/** One line per span: what was under way when, in sixtieths of the step. */
function timeline({ spans = [] }: StepRecord): string {
  const end = Math.max(...spans.map(({ to }) => to));
  const at = (time: number) => Math.round((WIDTH * time) / end);
  const line = ({ phase, step, from, to }: Span) => {
    const bar = ' '.repeat(at(from)) + '█'.repeat(Math.max(1, at(to) - at(from)));
    return `${`${phase} ${step}`.padEnd(14)}|${bar.padEnd(WIDTH)}| ${from.toFixed(2)}–${to.toFixed(2)} s`;
  };
  return [...spans]
    .sort((a, b) => a.from - b.from)
    .map(line)
    .join('\n');
}

async function main(): Promise<void> {
  const { flags } = parseArgs('pipeline', process.argv.slice(2), FLAGS);
  const { epochs = 12, rounds = 3, backend = 'wasm', workers } = flags;
  await using session = await BrowserSession.open(workers === undefined ? {} : { workers });
  const runs: Record<'off' | 'on', StepRecord[][]> = { off: [], on: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['off', 'on'] as const) {
      const records = await runOnce(session, configOf(kind === 'on', epochs, backend));
      runs[kind].push(records);
      progress(`round ${round + 1}, sampling ahead ${kind}: ${seconds(records).toFixed(2)} s a step`);
    }
  }
  const best = (kind: 'off' | 'on') => Math.min(...runs[kind].map(seconds));
  const [off, on] = [best('off'), best('on')];
  const lines = [
    `steps per second: ${(1 / off).toFixed(2)} without sampling ahead, ${(1 / on).toFixed(2)} with it (${(off / on).toFixed(2)} ×), the better of ${rounds} runs each`,
    ...(['off', 'on'] as const).map((kind) => {
      const step = counted(runs[kind].at(-1)!).at(-1)!;
      return `\nstep ${step.step}, sampling ahead ${kind}:\n${timeline(step)}`;
    }),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
