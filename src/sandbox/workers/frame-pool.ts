/** Entry of the script inside the sealed frame: compiles the interpreter once, keeps the pool, answers over the port. */

import '../../core/dispose.ts';
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
    switch (data.type) {
      case 'ping':
        return reply({ type: 'pong' });
      case 'run':
        return reply({ type: 'results', batch: data.batch, results: await (await pool).run(data.jobs) });
      case 'digest':
        return reply({ type: 'states', batch: data.batch, states: await (await pool).digest() });
      default:
        return data satisfies never;
    }
  };
  pool.catch((error: unknown) => {
    reply({ type: 'infra', message: `sandbox frame: ${error instanceof Error ? error.message : String(error)}` });
    port.close(); // Whoever waits for results learns that none will come.
  });
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<FrameBoot>) => {
  if (data?.type === 'boot' && port !== undefined) start(data, port);
});
// The page is two frames out (frame.ts says why).
parent.parent.postMessage({ type: 'sandbox frame is there' }, '*');
