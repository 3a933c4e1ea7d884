/** `serve`: the built page on localhost until interrupted. */

import { type Flags, parseArgs } from '../args.ts';
import { ensureBuilt } from '../build.ts';
import type { Command } from '../command.ts';
import { progress, result } from '../output.ts';
import { serveStatic } from '../static-server.ts';

const FLAGS = {
  port: { type: 'integer', minimum: 0, maximum: 65535, help: 'port (0: any free one)' },
} as const satisfies Flags;

/** Resolves when a person or a supervisor asks the process to end. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

export const serve: Command = {
  summary: 'serve the built page on localhost',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('serve', args, FLAGS);
    const ended = interrupted();
    await using server = await serveStatic(await ensureBuilt(), { port: flags.port ?? 0 });
    await result({ url: server.url });
    progress('serving until interrupted');
    await ended;
  },
};
