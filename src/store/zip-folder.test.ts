/** A folder goes into a zip whole, whether its contents are bytes, Blobs or made piece by piece. */

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type FolderContent, zipFolder } from './zip-folder.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

async function* inPieces() {
  yield bytes('first ');
  yield bytes('second');
}

const FILES = (): [string, FolderContent][] => [
  ['README.md', bytes('# Words '.repeat(100))],
  ['model/model.safetensors', inPieces()],
  ['empty.txt', new Uint8Array()],
  ['large.safetensors', new Blob([new Uint8Array(9 * 2 ** 20).fill(3)])],
];

test('every file is in it, in the folder, with its contents', async () => {
  const files = unzipSync(new Uint8Array(await (await zipFolder('run-1', FILES())).arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    ...['run-1/README.md', 'run-1/model/model.safetensors', 'run-1/empty.txt', 'run-1/large.safetensors'],
  ]);
  expect(text(files['run-1/README.md'])).toBe('# Words '.repeat(100));
  expect(text(files['run-1/model/model.safetensors'])).toBe('first second');
  const large = files['run-1/large.safetensors'];
  expect(large).toHaveLength(9 * 2 ** 20);
  expect(large?.every((value) => value === 3)).toBe(true);
});

test('the same folder gives the same bytes', async () => {
  const zipped = async () => Buffer.from(await (await zipFolder('a', FILES())).arrayBuffer());
  expect((await zipped()).equals(await zipped())).toBe(true);
});

test('what breaks on the way breaks the zip', async () => {
  async function* broken(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield bytes('a');
    throw new Error('the disk is gone');
  }
  await expect(zipFolder('a', [['b', broken()]])).rejects.toThrow('the disk is gone');
});
