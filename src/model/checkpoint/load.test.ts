import { afterEach, describe, expect, it, vi } from 'vitest';
import { MODEL_PRESETS, parameterCount } from '../spec.ts';
import { formatCheckpoint } from './gpt2.ts';
import { loadCheckpoint } from './load.ts';

const spec = { vocabSize: 7, ...MODEL_PRESETS.nano };
const weights = Float32Array.from({ length: parameterCount(spec) }, (_, i) => (i % 17) / 16);
const { config, model } = formatCheckpoint({ spec, weights });
const files: Record<string, BodyInit> = {
  '/app/models/base/config.json': config,
  '/app/models/base/tokenizer.json': '{"version":"1.0"}',
  '/app/models/base/model.safetensors': model,
};

function serve(served: Record<string, BodyInit>): void {
  vi.stubGlobal('fetch', async (url: URL) => {
    const body = served[url.pathname];
    if (body === undefined) return new Response('', { status: 404 });
    return new Response(body, { headers: { 'content-length': String(model.length) } });
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('loadCheckpoint', () => {
  it('reads the three files beside the page and reports progress', async () => {
    serve(files);
    const seen: [number, number][] = [];
    const loaded = await loadCheckpoint('http://localhost/app/', 'base', (received, total) =>
      seen.push([received, total]),
    );
    expect(loaded).toEqual({ spec, weights, tokenizer: { version: '1.0' } });
    expect(seen.at(-1)).toEqual([model.length, model.length]);
  });

  it('names the file that is missing or broken', async () => {
    serve({});
    await expect(loadCheckpoint('http://localhost/app/', 'base')).rejects.toThrow(
      /checkpoint: \/app\/models\/base\/.*: expected the file, got HTTP 404/,
    );
    serve({ ...files, '/app/models/base/config.json': '<!doctype html>' });
    await expect(loadCheckpoint('http://localhost/app/', 'base')).rejects.toThrow(
      'checkpoint: /app/models/base/config.json: expected JSON, got something else',
    );
  });
});
