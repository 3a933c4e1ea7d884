/** Mounts the sealed frame in the page: an iframe of opaque origin that can reach nothing but the port it is handed. */

import { SANDBOX_FILES, SANDBOX_SCRIPTS } from './names.ts';
import type { FrameBoot } from './workers/protocol.ts';

/** Nothing may be loaded; only the inline script, its workers (blobs) and WebAssembly run. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";

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

/** Unpacks a gzip file, unless a server or service worker already did. */
async function unzip(response: Response): Promise<ArrayBuffer> {
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Waits for the first message of the frame's script. */
function frameIsThere(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve) => {
    const listen = ({ source }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      removeEventListener('message', listen);
      resolve();
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
  const [wasm, image, workerSource, frameSource] = await Promise.all([
    get(SANDBOX_FILES.wasm).then(unzip),
    get(SANDBOX_FILES.image).then(unzip),
    get(SANDBOX_SCRIPTS.worker).then((response) => response.text()),
    get(SANDBOX_SCRIPTS.frame).then((response) => response.text()),
  ]);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Python sandbox';
  const script = frameSource.replaceAll('</script', '<\\/script');
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${script}</script>`;
  const there = frameIsThere(frame);
  document.body.append(frame);
  await there;
  const { port1, port2 } = new MessageChannel();
  const boot: FrameBoot = { type: 'boot', wasm, image, workerSource, workers: options.workers ?? defaultWorkers() };
  frame.contentWindow!.postMessage(boot, '*', [port2, wasm, image]);
  return { port: port1, [Symbol.dispose]: () => frame.remove() };
}
