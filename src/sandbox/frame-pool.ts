/** Entry of the script inside the sealed frame: compiles the interpreter once, keeps the pool, answers over the port. */

import { Pool } from './pool.ts';
import type { FrameBoot, PoolReply, PoolRequest, WorkerRequest } from './protocol.ts';

async function start(boot: FrameBoot, port: MessagePort): Promise<void> {
  const started = performance.now();
  const reply = (message: PoolReply) => port.postMessage(message);
  // A compiled module cannot cross into an opaque origin, so it is compiled here, once for all workers.
  const module = await WebAssembly.compile(boot.wasm);
  const url = URL.createObjectURL(new Blob([boot.workerSource], { type: 'text/javascript' }));
  const pool = new Pool({
    size: boot.workers,
    spawn: () => {
      // Classic, because Chromium starts no module worker from a blob of an opaque origin.
      const worker = new Worker(url);
      worker.postMessage({ type: 'boot', module, image: boot.image } satisfies WorkerRequest);
      return worker as never;
    },
    onEvent: (event) => reply(event.type === 'ready' ? { type: 'ready', bootMs: performance.now() - started } : event),
  });
  port.onmessage = async ({ data }: MessageEvent<PoolRequest>) => {
    reply({ type: 'verdicts', batch: data.batch, verdicts: await pool.judge(data.assignments) });
  };
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<FrameBoot>) => {
  if (data?.type !== 'boot' || port === undefined) return;
  start(data, port).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    port.postMessage({ type: 'infra', message: `sandbox frame: ${message}` } satisfies PoolReply);
  });
});
parent.postMessage({ type: 'sandbox frame is there' }, '*');
