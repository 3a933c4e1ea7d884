import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changed, checkpointFiles, jsonBlob } from '../../../test/support/model-files.ts';
import { isOwnFolder, openModelFolder } from './folder.ts';

const inside = (files: ReadonlyMap<string, Blob>, directory: string) =>
  new Map([...files].map(([name, blob]) => [`${directory}${name}`, blob]));

describe('a folder', () => {
  it('is a model with its tokenizer, read from headers alone', async () => {
    const files = await checkpointFiles('codegen-bytes');
    const weights = files.get('model.safetensors')!;
    let read = 0;
    const slice = weights.slice.bind(weights);
    weights.slice = (from = 0, to = weights.size) => {
      read += to - from;
      return slice(from, to);
    };
    const { decoder, tokenizer, used, bytes, notes } = await openModelFolder(files);
    expect(read).toBeLessThan(5000);
    expect(decoder.vocabSize).toBe(tokenizer.size);
    expect([...used].sort()).toEqual([...files.keys()].sort());
    expect(bytes).toBe([...files.values()].reduce((sum, { size }) => sum + size, 0));
    expect(notes).toEqual([]);
  });

  it.each(['codegen/', 'a/b/', './x/', '/', 'a\\b\\', '../../etc/'])('may lie in %s', async (directory) => {
    const { used } = await openModelFolder(inside(await checkpointFiles('gpt2-bytes'), directory));
    expect(used).toContain('model.safetensors');
  });

  it('says which files it does not use, and leaves unsaid what everybody has', async () => {
    const files = changed(inside(await checkpointFiles('gpt2-bytes'), 'm/'), {
      'm/README.md': new Blob([]),
      'm/pytorch_model.bin': new Blob([]),
      'm/onnx/config.json': new Blob(['{']),
      '../secret': new Blob([]),
      [`m/${'x'.repeat(300)}`]: new Blob([]),
    });
    const { notes } = await openModelFolder(files);
    expect(notes).toEqual([
      expect.stringMatching(/^Not used: pytorch_model\.bin, x{80}…, m\/onnx\/config\.json, \.\.\/secret\.$/),
    ]);
  });

  it('is one model, with a configuration', async () => {
    const files = await checkpointFiles('gpt2-bytes');
    const two = new Map([...inside(files, 'a/'), ...inside(files, 'b/')]);
    await expect(openModelFolder(two)).rejects.toThrow(
      'model: expected one model, got a/config.json and b/config.json',
    );
    await expect(openModelFolder(changed(files, { 'config.json': undefined }))).rejects.toThrow(
      'model: expected config.json among the files, got ',
    );
    await expect(openModelFolder(new Map())).rejects.toThrow(
      'model: expected config.json among the files, got no files',
    );
  });

  it('whose files are no text is refused', async () => {
    const files = await checkpointFiles('gpt2-bytes');
    const bytes = new Blob([Uint8Array.of(0xff, 0xfe)]);
    await expect(openModelFolder(changed(files, { 'config.json': bytes }))).rejects.toThrow(
      'model: config.json: expected text in UTF-8, got something else',
    );
    await expect(openModelFolder(changed(files, { 'tokenizer.json': new Blob(['{']) }))).rejects.toThrow(
      'model: tokenizer.json: expected JSON, got something else',
    );
  });
});

describe('small files that hold anything', () => {
  const NAMES = [
    'config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    'generation_config.json',
    'model.safetensors.index.json',
  ];

  /** One value somewhere inside a JSON file is another. */
  function replaced(json: unknown, path: readonly number[], value: unknown): unknown {
    const [step, ...rest] = path;
    if (step === undefined || typeof json !== 'object' || json === null) return value;
    const keys = Object.keys(json);
    if (keys.length === 0) return value;
    const key = keys[step % keys.length]!;
    const child = replaced((json as Record<string, unknown>)[key], rest, value);
    return Array.isArray(json) ? json.with(Number(key), child) : { ...json, [key]: child };
  }

  it('give a model or one sentence', async () => {
    const files = await checkpointFiles('llama-bytes');
    const texts = new Map(await Promise.all(NAMES.map(async (name) => [name, await files.get(name)!.text()] as const)));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(null, -1, 0, 2 ** 53, -0.5, '', [], {}, '__proto__'));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.array(fc.nat(400), { minLength: 0, maxLength: 4 }),
        value,
        async (name, path, value) => {
          const json = replaced(JSON.parse(texts.get(name)!), path, value);
          const opened = await openModelFolder(changed(files, { [name]: jsonBlob(json) })).catch(
            (error: unknown) => error,
          );
          if (!(opened instanceof Error)) return;
          expect(opened.constructor).toBe(Error);
          expect(opened.message).toMatch(/^(?:model|tokenizer(?:\.json)?): .*expected .*, got .*$/s);
          expect(opened.message.length).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('isOwnFolder', () => {
  it('knows the tokenizer of lexemes from byte pairs', async () => {
    const own = new Map([
      ['base/config.json', jsonBlob({ model_type: 'gpt2' })],
      ['base/tokenizer.json', jsonBlob({ model: { type: 'WordLevel' } })],
    ]);
    expect(await isOwnFolder(own)).toBe(true);
    expect(await isOwnFolder(changed(own, { 'base/config.json': jsonBlob({ model_type: 'llama' }) }))).toBe(false);
    expect(await isOwnFolder(await checkpointFiles('gpt2-bytes'))).toBe(false);
    for (const text of ['null', '[]', '{', '{"model":null}']) {
      expect(await isOwnFolder(changed(own, { 'base/tokenizer.json': new Blob([text]) }))).toBe(false);
    }
    expect(await isOwnFolder(new Map())).toBe(false);
  });
});
