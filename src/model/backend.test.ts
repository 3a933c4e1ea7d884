import { describe, expect, it } from 'vitest';
import { type AdapterLike, findDevices, type Surroundings } from './backend.ts';

const info = { vendor: 'acme', architecture: 'gen-1', device: '', description: '' };
const gpu = (adapter: AdapterLike | null): Surroundings => ({
  requestAdapter: async () => adapter,
  validateWasm: () => true,
});

describe('findDevices', () => {
  it('finds a hardware GPU, wasm and cpu, in this order', async () => {
    expect(await findDevices('auto', gpu({ info }))).toEqual({
      found: [
        { backend: 'webgpu', adapter: 'acme gen-1' },
        { backend: 'wasm', adapter: 'WebAssembly SIMD' },
        { backend: 'cpu', adapter: 'plain JavaScript' },
      ],
      notes: [],
    });
  });

  it.each([
    { info: { ...info, isFallbackAdapter: true } },
    { info, isFallbackAdapter: true },
    { info: { ...info, architecture: 'swiftshader' } },
    { info: { ...info, description: 'llvmpipe (LLVM 15.0, 256 bits)' } },
  ])('leaves a software adapter out unless it is asked for: %o', async (adapter) => {
    const { found, notes } = await findDevices('auto', gpu(adapter));
    expect(found.map(({ backend }) => backend)).toEqual(['wasm', 'cpu']);
    expect(notes[0]).toContain('webgpu is emulated in software');
    expect((await findDevices('webgpu', gpu(adapter))).found).toMatchObject([{ backend: 'webgpu' }]);
  });

  it('is left with cpu where nothing else is, and says why', async () => {
    expect(await findDevices('auto', { validateWasm: () => false })).toEqual({
      found: [{ backend: 'cpu', adapter: 'plain JavaScript' }],
      notes: [
        'webgpu is not available: this browser has no navigator.gpu',
        'wasm is not available: this WebAssembly has no 128-bit SIMD',
      ],
    });
  });

  it('says by name why a wanted backend is not there', async () => {
    await expect(findDevices('webgpu', gpu(null))).rejects.toThrow(
      'backend: webgpu is not available: the browser offers no GPU adapter',
    );
    await expect(findDevices('wasm', {})).rejects.toThrow('backend: wasm is not available: there is no WebAssembly');
  });

  it('accepts the WebAssembly of this engine, which has SIMD', async () => {
    expect((await findDevices('wasm')).found).toEqual([{ backend: 'wasm', adapter: 'WebAssembly SIMD' }]);
  });
});
