/** The browser that the other browser tests rely on: real Chromium with a WebGPU adapter, WebAssembly and workers. */

import { expect, test } from 'vitest';

test('a WebGPU adapter is there, also without a GPU', async () => {
  const adapter = await navigator.gpu?.requestAdapter();
  expect(adapter).toBeTruthy();
});
