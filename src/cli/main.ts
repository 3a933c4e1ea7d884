/** Entry of `greenbar COMMAND`: results on stdout, progress on stderr, exit 0 only if it did what was asked. */

import { run } from './run.ts';

// Streams tell of a failed write twice. Whoever wrote to stdout hears of it and ends the command; messages that nobody
// reads are no reason to end it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await run(process.argv.slice(2));
