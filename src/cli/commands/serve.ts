/** `serve`: the built page until interrupted, on localhost or for a classroom. */

import { type Flags, parseArgs, UsageError } from '../args.ts';
import { ensureBuilt } from '../build.ts';
import type { Command } from '../command.ts';
import { progress, result } from '../output.ts';
import { ALL_ADDRESSES, type ServedUrl, serveStatic } from '../static-server.ts';

const FLAGS = {
  port: { type: 'integer', minimum: 0, maximum: 65535, help: 'port (0: any free one)' },
  host: { type: 'text', value: 'ADDRESS', help: 'address of this machine to listen at (default localhost)' },
  lan: { type: 'switch', help: 'listen at all addresses, so that other machines can open the page' },
} as const satisfies Flags;

/** Resolves when a person or a supervisor asks the process to end. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** What browsers withhold from a page that came by plain http from another machine. */
export const WITHHELD =
  'On plain http a browser withholds WebGPU, service workers (working offline, installing), Web Locks, the private file ' +
  'system, persistent storage and the clipboard. The whole exercise runs there all the same, on WebAssembly; ' +
  'for the rest, serve dist/ by https, or let each machine serve it on its own localhost.';

/** For people: one address a line, with what goes for those that are not trusted. */
export function describeUrls(urls: readonly ServedUrl[]): string[] {
  const lines = urls.map(({ url, secure }) => `  ${url}${secure ? '' : '  (plain http)'}`);
  return ['serving until interrupted:', ...lines, ...(urls.every(({ secure }) => secure) ? [] : [WITHHELD])];
}

export const serve: Command = {
  summary: 'serve the built page, on localhost or for a classroom',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('serve', args, FLAGS);
    if (flags.lan && flags.host !== undefined) throw new UsageError('serve: expected --host or --lan, got both');
    const host = flags.lan ? ALL_ADDRESSES : (flags.host ?? 'localhost');
    const ended = interrupted();
    await using server = await serveStatic(await ensureBuilt(), { port: flags.port ?? 0, host });
    await result({ url: server.url, urls: server.urls });
    for (const line of describeUrls(server.urls)) progress(line);
    await ended;
  },
};
