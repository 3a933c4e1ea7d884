import { expect, test } from 'vitest';
import { browserOf, hasSimd, readCapabilities, type Scope } from './capabilities.ts';

const scope = (gpu?: Scope['navigator']['gpu'], isSecureContext = true): Scope => ({
  isSecureContext,
  navigator: { hardwareConcurrency: 8, ...(gpu && { gpu }) },
});

test('tells the four cases of WebGPU apart', async () => {
  const webgpu = async (one: Scope) => (await readCapabilities(one)).webgpu;
  expect(await webgpu(scope({ requestAdapter: async () => ({}) }))).toBe('yes');
  expect(await webgpu(scope({ requestAdapter: async () => null }))).toBe('no-adapter');
  expect(await webgpu(scope({ requestAdapter: () => Promise.reject(new Error('lost')) }))).toBe('no-adapter');
  expect(await webgpu(scope())).toBe('no-api');
  expect(await webgpu(scope(undefined, false))).toBe('insecure');
});

test('Node has SIMD, and the module that asks for it is valid', () => {
  expect(hasSimd()).toBe(true);
});

test.each([
  ['edge', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0'],
  ['chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'],
  ['chrome', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1'],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['safari', 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'],
  ['other', 'Lynx/2.9'],
])('%s calls itself %s', (name, userAgent) => {
  expect(browserOf(userAgent)).toBe(name);
});
