/**
 * The table of measurements, made by one command that can be interrupted: `npx tsx bench/measuring/main.ts --out DIR`.
 * Every model that was measured is a file of DIR; calling it again measures what is missing and prints the tables.
 */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { writeWhole } from '../../src/cli/files.ts';
import { progress } from '../../src/cli/output.ts';
import type { MeasureReport } from '../../src/core/measuring.ts';
import { DEFAULT_MODELS, MODEL_NAMES, type ModelName, measurementOf, type PlanOptions, trainingOf } from './plan.ts';
import { tablesOf } from './table.ts';

const FLAGS = {
  out: { type: 'text', value: 'DIR', help: 'where the measurements and the tables are kept (runs/measuring)' },
  models: { type: 'choices', choices: MODEL_NAMES, help: `which models (${DEFAULT_MODELS.join(',')})` },
  seed: { type: 'integer', minimum: 0, help: 'of training and measuring (0)' },
  epochs: { type: 'integer', minimum: 1, maximum: 1000, help: 'of every run (50)' },
  n: { type: 'integer', minimum: 1, maximum: 100_000, help: 'samples a problem and temperature (128)' },
  search: { type: 'integer', minimum: 1, maximum: 100_000, help: 'samples a problem of the search (1000)' },
} as const satisfies Flags;

/** Trains where the model is not the base, then measures it in the same page: a critic lives no longer than that. */
async function measure(name: ModelName, plan: PlanOptions): Promise<MeasureReport> {
  await using session = await BrowserSession.open();
  if (name !== 'base') {
    const { epochs } = plan;
    let done = 0;
    await session.call('train', trainingOf(name, plan), (events) => {
      done += events.filter(({ type }) => type === 'step').length;
      progress(`${name}: epoch ${done} of ${epochs}`, true);
    });
  }
  const report = await session.call('measure', measurementOf(name, plan), (news) => {
    if (news.type !== 'progress') return;
    const { set, part, temperature, done, total } = news.progress;
    progress(`${name}: ${set}, ${part} at ${temperature}: ${done} of ${total}`, true);
  });
  if (report === null) throw new Error(`${name}: expected the measurement to finish, but it was stopped`);
  return report;
}

async function main(): Promise<void> {
  const { flags } = parseArgs('measuring', process.argv.slice(2), FLAGS);
  const out = flags.out ?? join('runs', 'measuring');
  mkdirSync(out, { recursive: true });
  const { seed = 0, epochs = 50, n: samples = 128, search: searched = 1000 } = flags;
  const reports: MeasureReport[] = [];
  for (const name of flags.models ?? DEFAULT_MODELS) {
    const path = join(out, `${[name, seed, epochs, samples, searched].join('-')}.json`);
    if (!existsSync(path)) {
      writeWhole(path, JSON.stringify(await measure(name, { seed, epochs, samples, searched })));
      progress(`${name}: measured`);
    }
    reports.push(JSON.parse(readFileSync(path, 'utf8')) as MeasureReport);
  }
  const tables = tablesOf(reports, seed);
  writeWhole(join(out, 'tables.md'), `${tables}\n`);
  process.stdout.write(`${tables}\n`);
}

await main();
