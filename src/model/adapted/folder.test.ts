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
      expect.stringMatching(/^not used: pytorch_model\.bin, x{80}…, m\/onnx\/config\.json, \.\.\/secret$/),
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
