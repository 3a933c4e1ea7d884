/** Fetches a checkpoint that lies beside the page. */

import { type Checkpoint, parseCheckpoint } from './gpt2.ts';

export interface LoadedCheckpoint extends Checkpoint {
  /** `tokenizer.json`, parsed. */
  readonly tokenizer: unknown;
}

/** Bytes of the weights so far and in all; `total` is 0 while unknown. */
export type LoadProgress = (received: number, total: number) => void;

/**
 * Loads `models/NAME/{config.json, model.safetensors, tokenizer.json}` relative to `base`.
 *
 * @returns null where there is no `model.safetensors`: the weights may lie in other files
 * @throws Error when another file is missing, or one is not what it should be
 */
export async function loadCheckpoint(
  base: string | URL,
  name: string,
  onProgress: LoadProgress = () => {},
): Promise<LoadedCheckpoint | null> {
  const url = (file: string) => new URL(`models/${name}/${file}`, base);
  const [config, tokenizer, model] = await Promise.all([
    fetchJson(url('config.json')),
    fetchJson(url('tokenizer.json')),
    fetchWeights(url('model.safetensors'), onProgress),
  ]);
  if (model === null) return null;
  return { ...parseCheckpoint(config, model), tokenizer };
}

const MISSING = 404;

const request = (url: URL): Promise<Response> =>
  fetch(url).catch((error: unknown) => {
    throw new Error(`checkpoint: ${url.pathname}: expected the file, got ${String(error)}`);
  });

function requireFound(response: Response, url: URL): void {
  if (!response.ok) throw new Error(`checkpoint: ${url.pathname}: expected the file, got HTTP ${response.status}`);
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await request(url);
  requireFound(response, url);
  try {
    return await response.json();
  } catch {
    throw new Error(`checkpoint: ${url.pathname}: expected JSON, got something else`);
  }
}

async function fetchWeights(url: URL, onProgress: LoadProgress): Promise<Uint8Array | null> {
  const response = await request(url);
  if (response.status === MISSING) return null;
  requireFound(response, url);
  // The header counts compressed bytes when the server compresses, so it is only a hint.
  const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of readChunks(response)) {
    chunks.push(chunk);
    received += chunk.length;
    onProgress(received, total);
  }
  const bytes = new Uint8Array(received);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** WebKit cannot iterate a response body, a reader works everywhere. */
export async function* readChunks(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
