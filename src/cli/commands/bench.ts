/** `bench`: our engines beside others that are installed, in one run; a table for people, or one line of JSON. */

import { BENCH_PARTS } from '../../../bench/parts.ts';
import { type Flags, parseArgs } from '../args.ts';
import type { Command } from '../command.ts';
import { print, progress, result } from '../output.ts';

const FLAGS = {
  json: { type: 'switch', help: 'everything as one line of JSON in place of the table' },
  parts: {
    type: 'choices',
    choices: BENCH_PARTS,
    help: 'only these; fails without the engines, or without all of these',
  },
  quick: { type: 'switch', help: 'fewer sequences, rounds and epochs, no growth tables, no TRL' },
  rounds: { type: 'integer', minimum: 1, maximum: 100, help: 'timed rounds of every engine (5, quick 2)' },
  epochs: {
    type: 'integer',
    minimum: 2,
    maximum: 1000,
    help: 'epochs of the exercise, the first not counted (6, quick 3)',
  },
  'no-trl': { type: 'switch', help: 'leave TRL out, which takes most of the time' },
} as const satisfies Flags;

export const bench: Command = {
  summary: 'how fast this machine trains, beside the engines of others',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('bench', args, FLAGS);
    const { quick = false, json = false } = flags;
    // Loaded only here: the engines are much code, and other commands run in the page.
    const { runBench } = await import('../../../bench/main.ts');
    const parts = flags.parts ?? BENCH_PARTS.filter((part) => !quick || part !== 'growth');
    const found = await runBench(
      {
        parts,
        quick,
        rounds: flags.rounds ?? (quick ? 2 : 5),
        epochs: flags.epochs ?? (quick ? 3 : 6),
        trl: !quick && flags['no-trl'] !== true,
      },
      progress,
    );
    if (json) {
      await result(found);
    } else {
      const { renderTable } = await import('../../../bench/table.ts');
      await print(renderTable(found));
    }
    // What was measured is out; whoever runs this hears of the rest.
    const { shortfall } = await import('../../../bench/result.ts');
    const message = shortfall(parts, found);
    if (message !== null) throw new Error(message);
  },
};
