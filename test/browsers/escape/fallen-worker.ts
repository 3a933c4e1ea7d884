/** A worker in which the Python box has fallen: after the real lockdown it runs the attempts. Stands in for `worker.js` in the real frame. */

import '../../../src/core/dispose.ts';
import { lockDown } from '../../../src/sandbox/workers/lockdown.ts';
import { serveAttempts } from './serve-attempts.ts';

serveAttempts((scope) => lockDown(scope));
