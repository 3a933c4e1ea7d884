/** Names of models: what is one, and what a folder's name becomes. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { readConfigParams, writeConfigParams } from './config-url.ts';
import { importedId, importedName, isImportName, isModelName, nearestName } from './model-name.ts';

test.each(['base', 'small', 'imported:codegen-350M-mono', 'imported:a', 'imported:SmolLM2.135'])(
  '%s is a model',
  (model) => {
    expect(isModelName(model)).toBe(true);
    expect(parseConfig({ model }).model).toBe(model);
  },
);

test.each(['', 'large', 'imported:', 'imported:..', 'imported:.a', 'imported:a/b', 'imported:a b', 'imported:ä', 3])(
  '%j is none, and the refusal says what is',
  (model) => {
    expect(isModelName(model)).toBe(false);
    expect(() => parseConfig({ model })).toThrow(
      'config: model: expected one of "base", "small" or imported:NAME, got',
    );
  },
);

test('an imported model is part of an address', () => {
  const settings = { model: importedId('mine-2.0'), lora: { rank: 4, targets: 'all' as const } };
  const params = writeConfigParams({ preset: 'default', algorithm: 'grpo', settings });
  expect(params.get('model')).toBe('imported:mine-2.0');
  expect(params.get('lora.rank')).toBe('4');
  expect(readConfigParams(params).settings).toEqual(settings);
});

test('an outcome critic, which would need a second copy of it, is refused', () => {
  const algorithm = { advantage: 'outcome-critic', dropZeroVariance: false } as const;
  expect(parseConfig({ algorithm }).algorithm.advantage).toBe('outcome-critic');
  expect(() => parseConfig({ model: 'imported:a', algorithm })).toThrow(
    'config: algorithm.advantage: expected another with an imported model, which is too large to be there twice',
  );
});

test.each([
  ['Salesforce/codegen-350M-mono', 'Salesforce-codegen-350M-mono'],
  ['..', 'model'],
  ['.hidden', 'hidden'],
  ['my model (1)', 'my-model-1'],
  ['', 'model'],
])('%j becomes %s', (text, name) => {
  expect(nearestName(text)).toBe(name);
});

test('whatever a folder is called, its name fits', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const name = nearestName(text);
      expect(isImportName(name)).toBe(true);
      expect(importedName(importedId(name))).toBe(name);
    }),
  );
});
