/** The client against a made-up pool on the other end of a channel: answers, troubles, and an end that goes away. */

import { expect, test } from 'vitest';
import { connect } from '../../src/sandbox/client.ts';
import type { PoolReply } from '../../src/sandbox/workers/protocol.ts';

function channel() {
  const { port1, port2 } = new MessageChannel();
  const troubles: string[] = [];
  const client = connect(port1, (message) => troubles.push(message), 20);
  const reply = (message: PoolReply) => port2.postMessage(message);
  return { client, pool: port2, reply, troubles };
}

test('answers go to who asked, troubles to who listens', async () => {
  const { client, reply, troubles } = channel();
  const [first, second] = [client.run([]), client.run([])];
  reply({ type: 'infra', message: 'a worker died' });
  reply({ type: 'results', batch: 1, results: [{ kind: 'judge', result: { outcome: 'passed' } as never }] });
  reply({ type: 'results', batch: 0, results: [] });
  reply({ type: 'ready', bootMs: 5 });
  expect(await second).toHaveLength(1);
  expect(await first).toHaveLength(0);
  expect(await client.ready).toBe(5);
  expect(troubles).toEqual(['a worker died']);
  client[Symbol.dispose]();
});

test('when the frame is gone, what waits and what is asked later is refused', async () => {
  const { client } = channel();
  const waiting = client.run([]);
  await expect(waiting).rejects.toThrow('sandbox: the sealed frame is gone');
  await expect(client.run([])).rejects.toThrow('sandbox: the sealed frame is gone');
  client[Symbol.dispose]();
});

test('a frame that answers is waited for as long as it takes', async () => {
  const { client, pool, reply } = channel();
  let pings = 0;
  pool.onmessage = ({ data }) => {
    if (data.type !== 'ping') return;
    if (++pings < 20) reply({ type: 'pong' });
    else reply({ type: 'results', batch: 0, results: [] });
  };
  expect(await client.run([])).toEqual([]);
  client[Symbol.dispose]();
});

test('a client that was closed refuses', async () => {
  const { client } = channel();
  const waiting = client.run([]);
  client[Symbol.dispose]();
  await expect(waiting).rejects.toThrow('sandbox: the client was closed');
  await expect(client.run([])).rejects.toThrow('sandbox: the client was closed');
});
