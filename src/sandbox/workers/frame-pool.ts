/** Entry of the script inside the sealed frame: compiles the interpreter once, keeps the pool, answers over the port. */

import { Pool } from './pool.ts';
import type { FrameBoot, PoolReply, PoolRequest, WorkerRequest } from './protocol.ts';

async function createPool(boot: FrameBoot, reply: (message: PoolReply) => void): Promise<Pool> {
  const started = performance.now();
  // A compiled module cannot cross into an opaque origin, so it is compiled here, once for all workers.
  const module = await WebAssembly.compile(boot.wasm);
  const url = URL.createObjectURL(new Blob([boot.workerSource], { type: 'text/javascript' }));
  return new Pool({
    size: boot.workers,
    spawn: () => {
      // Classic, because Chromium starts no module worker from a blob of an opaque origin.
      const worker = new Worker(url);
      worker.postMessage({ type: 'boot', module, image: boot.image } satisfies WorkerRequest);
      return worker as never;
    },
    onEvent: (event) => reply(event.type === 'ready' ? { type: 'ready', bootMs: performance.now() - started } : event),
  });
}

function start(boot: FrameBoot, port: MessagePort): void {
  const reply = (message: PoolReply) => port.postMessage(message);
  const pool = createPool(boot, reply);
  port.onmessage = async ({ data }: MessageEvent<PoolRequest>) => {
    if (data.type === 'ping') reply({ type: 'pong' });
    else reply({ type: 'verdicts', batch: data.batch, verdicts: await (await pool).judge(data.assignments) });
  };
  pool.catch((error: unknown) => {
    reply({ type: 'infra', message: `sandbox frame: ${error instanceof Error ? error.message : String(error)}` });
    port.close(); // Whoever waits for verdicts learns that none will come.
  });
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<FrameBoot>) => {
  if (data?.type === 'boot' && port !== undefined) start(data, port);
});
parent.postMessage({ type: 'sandbox frame is there' }, '*');
