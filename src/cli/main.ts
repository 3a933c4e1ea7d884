/** Entry of `greenbar COMMAND`: results on stdout, progress on stderr, exit 0 only if it did what was asked. */

import { run } from './run.ts';

// Streams tell of a failed write twice. Whoever wrote to stdout hears of it and ends the command; messages that nobody
// reads are no reason to end it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// All results are written by now. What may be left is a browser that died and holds the process; it is killed with it.
process.exit(await run(process.argv.slice(2)));
