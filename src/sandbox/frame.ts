/**
 * Mounts the sealed frame in the page: an iframe of opaque origin that can reach nothing but the port it is handed. It
 * sits in a second one without a script, whose policy keeps it from navigating itself: a frame's own policy does not.
 */

import { SANDBOX_FILES, SANDBOX_SCRIPTS } from './names.ts';
import type { FrameBoot } from './workers/protocol.ts';

/** Nothing may be loaded; only the inline script, its workers (blobs) and WebAssembly run. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  // Named although `default-src` covers them, because everything hangs on these two.
  "connect-src 'none'",
  "frame-src 'none'",
  // Not covered by `default-src`.
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A document of its own under POLICY. */
const sealed = (content: string) =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${content}`;

export interface SandboxFrame extends Disposable {
  /** Give it to whoever judges (`createJudge`, `createGrader`): verdicts do not pass through the page's thread. */
  readonly port: MessagePort;
}

export interface SandboxOptions {
  /** Folder of the sandbox's files, ending in a slash. */
  readonly baseUrl: string | URL;
  /** Workers that judge at the same time; by default at most two. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  /** Hears how many bytes of the interpreter have come, of how many; of 0 where the server does not say. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Two workers keep up with the training loop; more only take memory (about 70 MB each). No core is left free for the
 * model: the loop waits for verdicts before it goes on.
 */
export function defaultWorkers(): number {
  return Math.min(2, navigator.hardwareConcurrency);
}

async function load(baseUrl: string | URL, name: string, signal: AbortSignal | undefined): Promise<Response> {
  const url = new URL(name, new URL(baseUrl, location.href));
  const response = await fetch(url, signal === undefined ? {} : { signal });
  if (!response.ok) throw new Error(`sandbox: expected ${url.pathname}, got HTTP ${response.status}`);
  return response;
}

/** Counts the bytes of several files as they come, and tells the sum. */
function countBytes(onProgress: (done: number, total: number) => void): (response: Response) => Response {
  const files: { done: number; readonly total: number }[] = [];
  const tell = () => {
    const known = files.every(({ total }) => total > 0);
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    onProgress(sum(files.map(({ done }) => done)), known ? sum(files.map(({ total }) => total)) : 0);
  };
  return (response) => {
    // Of a file that the server packs on the way, the header counts other bytes than those that arrive here.
    const packed = response.headers.has('content-encoding');
    const file = { done: 0, total: packed ? 0 : Number(response.headers.get('content-length') ?? 0) };
    files.push(file);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        file.done += chunk.byteLength;
        tell();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(counter) ?? null);
  };
}

/** Whether a stream begins as gzip does; what comes behind the first two bytes is not waited for. */
async function isGzip(stream: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = stream.getReader();
  const head: number[] = [];
  while (head.length < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    head.push(...value.subarray(0, 2));
  }
  // Not awaited: half of a tee is cancelled only with its other half.
  void reader.cancel();
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Unpacks a gzip file while it loads, unless a server or service worker already did. */
async function unzip({ body }: Response): Promise<ArrayBuffer> {
  if (body === null) return new ArrayBuffer(0);
  const [head, whole] = body.tee();
  const unpacked = (await isGzip(head)) ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
  return new Response(unpacked).arrayBuffer();
}

/** Waits for the first message of the script in the inner frame, and returns that frame's window. */
function innerFrame(outer: HTMLIFrameElement): Promise<Window> {
  return new Promise((resolve) => {
    const listen = ({ source }: MessageEvent) => {
      const around = outer.contentWindow;
      // Firefox throws where there is no such frame yet.
      if (around === null || around.length === 0) return;
      const inner = around[0]!;
      if (source !== inner) return;
      removeEventListener('message', listen);
      resolve(inner);
    };
    addEventListener('message', listen);
  });
}

/**
 * Loads the sandbox's files and starts the frame; resolves when the frame has everything. Its workers may still be
 * booting: jobs sent to the port wait for them.
 *
 * @throws Error when a file is missing
 */
export async function mountSandbox(options: SandboxOptions): Promise<SandboxFrame> {
  const get = (name: string) => load(options.baseUrl, name, options.signal);
  const counted = countBytes(options.onProgress ?? (() => undefined));
  const [wasm, image, workerSource, frameSource] = await Promise.all([
    get(SANDBOX_FILES.wasm).then(counted).then(unzip),
    get(SANDBOX_FILES.image).then(counted).then(unzip),
    get(SANDBOX_SCRIPTS.worker).then((response) => response.text()),
    get(SANDBOX_SCRIPTS.frame).then((response) => response.text()),
  ]);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Python sandbox';
  const script = `<script>${frameSource.replaceAll('</script', '<\\/script')}</script>`;
  frame.srcdoc = sealed(`<iframe sandbox="allow-scripts" srcdoc="${asAttribute(sealed(script))}"></iframe>`);
  const there = innerFrame(frame);
  document.body.append(frame);
  const inner = await there;
  const { port1, port2 } = new MessageChannel();
  const boot: FrameBoot = { type: 'boot', wasm, image, workerSource, workers: options.workers ?? defaultWorkers() };
  inner.postMessage(boot, '*', [port2, wasm, image]);
  return { port: port1, [Symbol.dispose]: () => frame.remove() };
}
