/** Scrubbing a real heap: what was freed is gone, what is owned stays, and the heap works on. */

import { expect, test } from 'vitest';
import { createSealedInterpreter } from '../judging/sealed.ts';
import { loadSandboxFiles } from './files.ts';
import { scrub } from './scrub.ts';

const SIZE = 50_000;

test('freed bytes and the unused stack become zero; owned ones stay', async () => {
  const { module, image } = await loadSandboxFiles();
  const { api, memory } = createSealedInterpreter(module, image);
  const garbage = new Uint8Array(SIZE).fill(0xee);
  const [freed, , owned] = [api.malloc(SIZE), api.malloc(16), api.malloc(SIZE)];
  for (const block of [freed, owned]) memory.write(block, garbage);
  api.free(freed);
  const belowStack = (api.__stack_pointer.value as number) - 5_000;
  memory.write(belowStack, garbage.subarray(0, 100));
  const brk = api.sbrk(0);

  scrub(api);

  // Single words are left: the allocator's own notes on the pieces that the block was taken in.
  const left = Buffer.from(memory.bytes.subarray(freed, freed + SIZE));
  expect(left.indexOf(garbage.subarray(0, 8))).toBe(-1);
  expect(left.filter((byte) => byte !== 0).length).toBeLessThan(SIZE / 100);
  expect(memory.bytes.subarray(belowStack, belowStack + 100).every((byte) => byte === 0)).toBe(true);
  expect(Buffer.compare(memory.bytes.subarray(owned, owned + SIZE), garbage)).toBe(0);
  expect(api.sbrk(0)).toBe(brk);
  expect(api.malloc(20 * 2 ** 20)).not.toBe(0);
});
