/** Entry of a helper thread in Node. */

import { parentPort } from 'node:worker_threads';
import { createHelper } from './helper.ts';

if (!parentPort) throw new Error('wasm helper: expected to run in a worker thread');
const port = parentPort;
port.on(
  'message',
  createHelper((message, transfer) => port.postMessage(message, transfer)),
);
