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
 * Throws when a file is missing or is not what it should be.
 */
export async function loadCheckpoint(
  base: string | URL,
  name: string,
  onProgress: LoadProgress = () => {},
): Promise<LoadedCheckpoint> {
  const url = (file: string) => new URL(`models/${name}/${file}`, base);
  const [config, tokenizer, model] = await Promise.all([
    fetchJson(url('config.json')),
    fetchJson(url('tokenizer.json')),
    fetchBytes(url('model.safetensors'), onProgress),
  ]);
  return { ...parseCheckpoint(config, model), tokenizer };
}

async function fetchFile(url: URL): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`checkpoint: ${url.pathname}: expected the file, got ${String(error)}`);
  });
  if (!response.ok) throw new Error(`checkpoint: ${url.pathname}: expected the file, got HTTP ${response.status}`);
  return response;
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetchFile(url);
  try {
    return await response.json();
  } catch {
    throw new Error(`checkpoint: ${url.pathname}: expected JSON, got something else`);
  }
}

async function fetchBytes(url: URL, onProgress: LoadProgress): Promise<Uint8Array> {
  const response = await fetchFile(url);
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
