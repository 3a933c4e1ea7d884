/** Room for a model is asked for before it is written. */

import { expect, test } from 'vitest';
import { checkRoom } from './room.ts';

const files = [{ size: 7e8 }, { size: 1e6 }] as unknown as readonly Blob[];

test.each([
  ['more than enough', { used: 1e9, quota: 1e10 }],
  ['a browser that does not tell', { used: null, quota: null }],
  ['no estimate at all', undefined],
])('%s is enough', (_, estimate) => {
  expect(() => checkRoom(files, estimate)).not.toThrow();
});

test('too little is refused in a sentence that says what to do', () => {
  expect(() => checkRoom(files, { used: 2e9, quota: 2.5e9 })).toThrow(
    'storage: expected room for 701 MB of model files, got 500 MB of the 2.5 GB that this browser grants: remove a model or old runs, or free space on the disk',
  );
  expect(() => checkRoom(files, { used: 9e9, quota: 9e9 })).toThrow('got 0 MB of the 9.0 GB');
});
