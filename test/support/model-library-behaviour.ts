/** What every library of imported models does. */

import { describe, expect, test } from 'vitest';
import type { ModelFacts, ModelLibrary } from '../../src/store/model-library.ts';

export const FACTS: ModelFacts = {
  architecture: 'codegen',
  ...{ parameters: 10, layers: 1, width: 4, heads: 2, contextLength: 8, vocabSize: 6 },
  ...{ dtype: 'F16', bytes: 25 },
  memory: { base: 40, adapters: 16, cache: 8, activations: 8, total: 72 },
};

export const modelFiles = (weights = 100): Map<string, Blob> =>
  new Map([
    ['config.json', new Blob(['{"a": 1}'])],
    ['model.safetensors', new Blob([new Uint8Array(weights).fill(7)])],
  ]);

/** Longer than what is written at once. */
const SEVERAL_PIECES = 9 * 2 ** 20;

export function describeModelLibrary(what: string, open: (name: string) => Promise<ModelLibrary>): void {
  describe(what, () => {
    test('keeps files under a name, tells how far it is, and gives the same bytes back', async () => {
      const library = await open('keeps');
      const told: number[] = [];
      const kept = await library.add('mine', FACTS, modelFiles(SEVERAL_PIECES), (done, total) =>
        told.push(done / total),
      );
      expect(kept).toMatchObject({ name: 'mine', model: { id: 'imported:mine', ...FACTS } });
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(told.at(-1)).toBe(1);
      expect(await library.list()).toEqual([kept]);
      const opened = await library.open('mine');
      expect([...(opened?.files.keys() ?? [])]).toEqual(['config.json', 'model.safetensors']);
      expect(await opened?.files.get('config.json')?.text()).toBe('{"a": 1}');
      const bytes = new Uint8Array(await opened!.files.get('model.safetensors')!.slice(-3).arrayBuffer());
      expect([...bytes]).toEqual([7, 7, 7]);
    });

    test('equal files have equal digests, others another', async () => {
      const library = await open('digests');
      const changed = modelFiles().set('config.json', new Blob(['{"a": 2}']));
      const digests = [];
      for (const [name, files] of [
        ['a', modelFiles()],
        ['b', modelFiles()],
        ['c', changed],
      ] as const) {
        digests.push((await library.add(name, FACTS, files, () => {})).digest);
      }
      expect(digests[0]).toBe(digests[1]);
      expect(digests[0]).not.toBe(digests[2]);
      expect((await library.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    });

    test('refuses a name that is taken and leaves what is there', async () => {
      const library = await open('taken');
      const kept = await library.add('mine', FACTS, modelFiles(), () => {});
      const other = new Map([['config.json', new Blob(['other'])]]);
      await expect(library.add('mine', FACTS, other, () => {})).rejects.toThrow(
        'models: expected a name that is free, got "mine", which is taken',
      );
      expect(await library.list()).toEqual([kept]);
    });

    test('nothing stays of an import that fails', async () => {
      const library = await open('fails');
      const broken = {
        size: 10,
        slice: () => ({ arrayBuffer: () => Promise.reject(new Error('the disk is gone')) }),
      } as unknown as Blob;
      const files = modelFiles().set('tokenizer.json', broken);
      await expect(library.add('mine', FACTS, files, () => {})).rejects.toThrow('the disk is gone');
      expect(await library.list()).toEqual([]);
      expect(await library.strays()).toEqual([]);
      expect(await library.open('mine')).toBeNull();
    });

    test('forgets what is removed, and its name is free again', async () => {
      const library = await open('removes');
      await library.add('mine', FACTS, modelFiles(), () => {});
      await library.remove('mine');
      await library.remove('never there');
      expect(await library.open('mine')).toBeNull();
      await library.add('mine', FACTS, modelFiles(), () => {});
      expect(await library.list()).toHaveLength(1);
    });
  });
}
