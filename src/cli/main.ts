/** Entry of `greenbar COMMAND`: results on stdout, progress on stderr, exit 0 only if it did what was asked. */

import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2));
