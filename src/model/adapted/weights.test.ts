import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changed, checkpointFiles, jsonBlob, safetensorsBytes } from '../../../test/support/model-files.ts';
import { readSafetensors, writeSafetensors } from '../checkpoint/safetensors.ts';
import type { ModelFiles } from './opened.ts';
import { openWeights } from './weights.ts';

const INDEX = 'model.safetensors.index.json';
const PART = 'model-00002-of-00003.safetensors';

/** The single file of a folder with its tensors renamed, or left out where the name is null. */
async function renamed(files: ModelFiles, rename: (name: string) => string | null): Promise<Blob> {
  const bytes = new Uint8Array(await files.get('model.safetensors')!.arrayBuffer());
  const tensors = [...readSafetensors(bytes)].flatMap(([written, tensor]) => {
    const name = rename(written);
    return name === null ? [] : [{ name, tensor }];
  });
  let end = 0;
  const header: Record<string, unknown> = {};
  for (const { name, tensor } of tensors) {
    header[name] = { dtype: tensor.dtype, shape: tensor.shape, data_offsets: [end, end + tensor.bytes.length] };
    end += tensor.bytes.length;
  }
  return new Blob([safetensorsBytes(header), ...tensors.map(({ tensor }) => new Uint8Array(tensor.bytes))]);
}

async function config(files: ModelFiles): Promise<Record<string, unknown>> {
  return JSON.parse(await files.get('config.json')!.text());
}

describe('the weights of a folder', () => {
  it.each([
    ['gpt2-tiny/fp16', 'gpt2', 'F16', 112_384],
    ['gpt2-tiny/fp32', 'gpt2', 'F32', 112_384],
    ['codegen-tiny/fp16', 'codegen', 'F16', 115_840],
    ['codegen-tiny/fp32', 'codegen', 'F32', 115_840],
    // With masks among the tensors, in another type.
    ['gpt2-bytes', 'gpt2', 'F32', 42_400],
    ['codegen-bytes', 'codegen', 'F16', 181_888],
    ['llama-bytes', 'llama', 'BF16', 70_896],
  ])('%s are told by their headers', async (name, architecture, dtype, parameters) => {
    const { decoder, ...opened } = await openWeights(await checkpointFiles(name));
    expect(decoder.architecture).toBe(architecture);
    expect(opened).toMatchObject({ dtype, parameters, notes: [] });
  });

  it('are the same in F16 and F32, up to the rounding', async () => {
    const [half, full] = await Promise.all(
      ['codegen-tiny/fp16', 'codegen-tiny/fp32'].map(async (name) => openWeights(await checkpointFiles(name))),
    );
    for (const name of full!.tensors.tensors.keys()) {
      const [a, b] = await Promise.all([half!.tensors.read(name), full!.tensors.read(name)]);
      a.forEach((value, i) => {
        if (Math.abs(value - b[i]!) > Math.abs(b[i]!) * 2 ** -11 + 2 ** -25)
          throw new Error(`${name}: ${value}, ${b[i]}`);
      });
    }
  });

  it('are found with prefix or without', async () => {
    const files = await checkpointFiles('gpt2-tiny/fp32');
    const bare = changed(files, {
      'model.safetensors': await renamed(files, (name) => name.replace('transformer.', '')),
    });
    const opened = await Promise.all([openWeights(files), openWeights(bare)]);
    const [a, b] = await Promise.all(opened.map(({ tensors }) => tensors.read('h.1.mlp.c_fc.weight')));
    expect(a).toEqual(b);
    const both = changed(files, {
      'model.safetensors': new Blob([
        writeSafetensors(
          ['wte.weight', 'transformer.wte.weight'].map((name) => ({ name, shape: [1], values: Float32Array.of(1) })),
          'F32',
        ),
      ]),
    });
    await expect(openWeights(both)).rejects.toThrow('transformer.wte.weight: expected every tensor once');
  });

  it('are put together from parts, by an index or by their names', async () => {
    const files = await checkpointFiles('llama-bytes');
    const { used, tensors } = await openWeights(files);
    expect(used).toHaveLength(5);
    const bare = await openWeights(changed(files, { [INDEX]: undefined }));
    expect(bare.notes).toEqual([`${INDEX} is not there; the parts were put together by their names.`]);
    expect(await bare.tensors.read('norm.weight')).toEqual(await tensors.read('norm.weight'));
  });

  it('may lie in a file of another name, if it is the only one', async () => {
    const files = await checkpointFiles('gpt2-tiny/fp16');
    const other = changed(files, {
      'gpt2.safetensors': files.get('model.safetensors'),
      'model.safetensors': undefined,
    });
    expect((await openWeights(other)).notes).toEqual(['gpt2.safetensors is taken for model.safetensors.']);
    const two = changed(other, { 'b.safetensors': new Blob([]) });
    await expect(openWeights(two)).rejects.toThrow(
      `expected model.safetensors or ${INDEX}, got gpt2.safetensors, b.safetensors`,
    );
  });
});

describe('a head that is tied', () => {
  it('is left out where it is in the file all the same, and must be equal', async () => {
    const files = await checkpointFiles('gpt2-tiny/fp32');
    const bytes = new Uint8Array(await files.get('model.safetensors')!.arrayBuffer());
    const tensors = [...readSafetensors(bytes)].map(([name, { shape, bytes }]) => ({
      name, shape, values: new Float32Array(bytes.slice().buffer),
    })); // biome-ignore format: short
    const { values, shape } = tensors.find(({ name }) => name === 'transformer.wte.weight')!;
    const withHead = (head: Float32Array) =>
      openWeights(
        changed(files, {
          'model.safetensors': new Blob([
            writeSafetensors([...tensors, { name: 'lm_head.weight', shape, values: head }], 'F32'),
          ]),
        }),
      );
    const equal = await withHead(values);
    expect(equal.tensors.tensors.has('lm_head.weight')).toBe(false);
    expect(await equal.tensors.read('wte.weight')).toEqual(values);
    const other = await withHead(values.map((value, i) => (i === 77 ? value + 1 : value)));
    expect(await other.tensors.read('wpe.weight')).toHaveLength(64 * 64);
    await expect(other.tensors.read('wte.weight')).rejects.toThrow(
      'lm_head.weight: expected the numbers of wte.weight',
    );
  });

  it('must be there where it is not tied', async () => {
    const files = await checkpointFiles('llama-bytes');
    const untied = changed(files, {
      'config.json': jsonBlob({ ...(await config(files)), tie_word_embeddings: false }),
    });
    await expect(openWeights(untied)).rejects.toThrow('model: lm_head.weight: expected [448, 48], got no such tensor');
  });
});

describe('what is missing, surplus or of another shape is named', () => {
  it.each([
    [{ n_layer: 3 }, 'model: h.2.ln_1.weight: expected [64], got no such tensor'],
    [{ n_layer: 1 }, 'model: expected the tensors of codegen with 1 layers, got h.1.ln_1.weight, '],
    [{ vocab_size: 127 }, 'model: wte.weight: expected [127, 64], got [128, 64]'],
    [{ n_inner: 100 }, 'model: h.0.mlp.fc_in.weight: expected [100, 64], got [256, 64]'],
    [{ model_type: 'gpt2', tie_word_embeddings: true }, 'model: wpe.weight: expected [64, 64], got no such tensor'],
  ])('%o', async (change, message) => {
    const files = await checkpointFiles('codegen-tiny/fp16');
    const wrong = changed(files, { 'config.json': jsonBlob({ ...(await config(files)), ...change }) });
    await expect(openWeights(wrong)).rejects.toThrow(message);
  });

  it('a tensor that is no weight of any kind, by its type', async () => {
    const files = await checkpointFiles('codegen-tiny/fp16');
    const long = { dtype: 'I64', shape: [1], data_offsets: [0, 8] };
    const file = new Blob([safetensorsBytes({ 'transformer.steps': long }, new Uint8Array(8))]);
    await expect(openWeights(changed(files, { 'model.safetensors': file }))).rejects.toThrow(
      'model: model.safetensors: transformer.steps: expected F32, F16 or BF16, got I64',
    );
  });
});

describe('parts that do not fit', () => {
  const index = JSON.parse(
    readFileSync(new URL(`../../../test/cases/checkpoints/llama-bytes/${INDEX}`, import.meta.url), 'utf8'),
  );
  const map: Readonly<Record<string, string>> = index.weight_map;
  it.each([
    ['a missing part', { [PART]: undefined }, `model: ${INDEX}: expected ${PART} among the files, got no such file`],
    [
      'a missing part without an index',
      { [PART]: undefined, [INDEX]: undefined },
      `model: expected ${PART} among the files`,
    ],
    [
      'a surplus part',
      { [INDEX]: undefined, 'other.safetensors': new Blob([]) },
      'model: expected the 00003 parts of model, got other.safetensors too',
    ],
    [
      'a name that leads elsewhere',
      { [INDEX]: jsonBlob({ weight_map: { ...map, x: '../model.safetensors' } }) },
      'weight_map: x: expected a name that ends in .safetensors, got "../model.safetensors"',
    ],
    [
      'a tensor that no part has',
      { [INDEX]: jsonBlob({ weight_map: { ...map, x: PART } }) },
      `model: x: expected it in ${PART}, got no such tensor`,
    ],
    [
      'a tensor of another part',
      { [INDEX]: jsonBlob({ weight_map: { ...map, 'model.norm.weight': 'model-00001-of-00003.safetensors' } }) },
      'model: model.norm.weight: expected it in model-00001-of-00003.safetensors, got it in',
    ],
    [
      'a tensor that the index hides',
      {
        [INDEX]: jsonBlob({
          weight_map: Object.fromEntries(Object.entries(map).filter(([name]) => name !== 'model.norm.weight')),
        }),
      },
      `expected only the tensors of ${INDEX}, got model.norm.weight too`,
    ],
    [
      'no index in the index',
      { [INDEX]: jsonBlob({}) },
      `model: ${INDEX}: weight_map: expected an object of file names, got nothing`,
    ],
    ['no JSON', { [INDEX]: new Blob(['<html>']) }, `model: ${INDEX}: expected JSON, got something else`],
  ])('%s', async (_, changes, message) => {
    await expect(openWeights(changed(await checkpointFiles('llama-bytes'), changes))).rejects.toThrow(message);
  });
});

describe('weights in other formats are refused with the way out', () => {
  it.each(['pytorch_model.bin', 'model.pt', 'model.gguf', 'tf_model.h5'])('%s', async (name) => {
    const files = changed(await checkpointFiles('gpt2-tiny/fp16'), {
      'model.safetensors': undefined,
      [name]: new Blob(['x']),
    });
    await expect(openWeights(files)).rejects.toThrow(
      `model: expected model.safetensors, got ${name}, which is not read here: convert it once in Python with ` +
        'import transformers; m = transformers.AutoModelForCausalLM.from_pretrained("FOLDER"); m.save_pretrained("NEW_FOLDER")',
    );
  });

  it('adapters alone, and no weights at all', async () => {
    const files = changed(await checkpointFiles('gpt2-tiny/fp16'), { 'model.safetensors': undefined });
    await expect(openWeights(files)).rejects.toThrow(
      'model: expected model.safetensors among the files, got no weights',
    );
    const adapters = changed(files, { 'adapter_config.json': jsonBlob({}), 'adapter_model.safetensors': new Blob([]) });
    await expect(openWeights(adapters)).rejects.toThrow('got adapters alone: merge them into their base first');
  });
});
