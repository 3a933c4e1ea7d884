/** Dispatch of the command line: finds the command, runs it, and turns what it throws into one sentence and an exit code. */

import { describeFlags, UsageError } from './args.ts';
import type { Command } from './command.ts';
import { audit } from './commands/audit.ts';
import { bench } from './commands/bench.ts';
import { evaluate } from './commands/evaluate.ts';
import { exportRun } from './commands/export.ts';
import { grade } from './commands/grade.ts';
import { passk } from './commands/passk.ts';
import { pretrain } from './commands/pretrain.ts';
import { sample } from './commands/sample.ts';
import { serve } from './commands/serve.ts';
import { train } from './commands/train.ts';
import { print, ReaderGoneError } from './output.ts';
import { describeSystemError } from './system-error.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  train,
  eval: evaluate,
  sample,
  grade,
  audit,
  passk,
  export: exportRun,
  pretrain,
  bench,
  serve,
};

function usage(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const rows = Object.entries(COMMANDS).map(([name, command]) => `  ${name.padEnd(width)}  ${command.summary}\n`);
  return `greenbar COMMAND [--help]\n\n${rows.join('')}`;
}

function commandUsage(name: string, { summary, operands, flags }: Command): string {
  return `greenbar ${[name, ...operands].join(' ')}: ${summary}\n\n${describeFlags(flags)}`;
}

async function dispatch([name, ...args]: readonly string[]): Promise<void> {
  if (name === '--help' || name === 'help') {
    return print(usage());
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === undefined || command === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    throw new UsageError(`greenbar: expected a command (${known}), got ${name ?? 'nothing'}`);
  }
  if (args.includes('--help')) {
    return print(commandUsage(name, command));
  }
  await command.run(args);
}

/** Runs one command line and returns the exit code: 0 only if it did what was asked, 2 for wrong use. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await dispatch(args);
    return 0;
  } catch (error) {
    if (error instanceof ReaderGoneError) return 1;
    process.stderr.write(`${describeSystemError(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
