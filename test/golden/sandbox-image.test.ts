/** The image is the same wherever it is built: verdicts hold memory sizes, so that its layout must not depend on a path. */

import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { loadSandboxFiles } from '../../src/sandbox/snapshot/files.ts';
import { buildImage } from '../../src/sandbox/snapshot/image-build.ts';

const digest = (memory: Uint8Array) => createHash('sha256').update(memory).digest('hex');

const [, script] = process.argv;
afterEach(() => {
  process.argv[1] = script!;
});

test('a build by another script, in another place, gives the same bytes', async () => {
  process.argv[1] = '/somewhere/else/with a long name/that moves whatever stands behind it/build.ts';
  const again = await buildImage();
  const { image } = await loadSandboxFiles();
  expect(again.header).toEqual(image.header);
  expect(digest(again.memory)).toBe(digest(image.memory));
});
