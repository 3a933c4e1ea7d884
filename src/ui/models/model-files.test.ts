import { expect, test } from 'vitest';
import { modelFiles } from './model-files.ts';

const placed = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([], path.split('/').at(-1) ?? '') }));
const read = (...paths: string[]) => {
  const { folder, files } = modelFiles(placed(...paths));
  return { folder, files: files.map(({ name }) => name) };
};

test('files beside config.json are the model, and the folder is its name', () => {
  expect(read('gpt2/config.json', 'gpt2/model.safetensors', 'gpt2/onnx/config.json', 'gpt2/onnx/model.onnx')).toEqual({
    folder: 'gpt2',
    files: ['config.json', 'model.safetensors'],
  });
});

test('lone files have no folder', () => {
  expect(read('config.json', 'model.safetensors')).toEqual({
    folder: null,
    files: ['config.json', 'model.safetensors'],
  });
});

test('a folder of the Hub’s cache has the name of its model', () => {
  const commit = 'models--Salesforce--codegen-350M-mono/snapshots/0a1b2c3d';
  expect(
    read('models--Salesforce--codegen-350M-mono/refs/main', `${commit}/config.json`, `${commit}/vocab.json`),
  ).toEqual({
    folder: 'codegen-350M-mono',
    files: ['config.json', 'vocab.json'],
  });
});

test('without config.json, what lies on top is looked at, so that it can be told what is missing', () => {
  expect(read('some/pytorch_model.bin', 'some/more/readme.md')).toEqual({
    folder: 'some',
    files: ['pytorch_model.bin'],
  });
  expect(read()).toEqual({ folder: null, files: [] });
});

test('of models that lie side by side one is taken, and the others are named', () => {
  const { folder, files, others } = modelFiles(
    placed('m/fp16/config.json', 'm/fp16/a.safetensors', 'm/fp32/config.json', 'm/fp16/onnx/config.json'),
  );
  expect([folder, files.map(({ name }) => name), others]).toEqual(['fp16', ['config.json', 'a.safetensors'], ['fp32']]);
});
