import { describe, expect, it } from 'vitest';
import { type AdapterLike, chooseBackend, type Surroundings } from './backend.ts';

const info = { vendor: 'acme', architecture: 'gen-1', device: '', description: '' };
const gpu = (adapter: AdapterLike | null): Surroundings => ({
  requestAdapter: async () => adapter,
  validateWasm: () => true,
});

describe('chooseBackend', () => {
  it('takes a hardware GPU first', async () => {
    expect(await chooseBackend('auto', gpu({ info }))).toEqual({ backend: 'webgpu', adapter: 'acme gen-1', notes: [] });
  });

  it.each([
    { info: { ...info, isFallbackAdapter: true } },
    { info, isFallbackAdapter: true },
    { info: { ...info, architecture: 'swiftshader' } },
    { info: { ...info, description: 'llvmpipe (LLVM 15.0, 256 bits)' } },
  ])('passes a software adapter over for wasm: %o', async (adapter) => {
    const choice = await chooseBackend('auto', gpu(adapter));
    expect(choice.backend).toBe('wasm');
    expect(choice.notes[0]).toContain('webgpu is emulated in software');
    expect((await chooseBackend('webgpu', gpu(adapter))).backend).toBe('webgpu');
  });

  it('falls back to cpu and says why', async () => {
    expect(await chooseBackend('auto', { validateWasm: () => false })).toEqual({
      backend: 'cpu',
      adapter: 'plain JavaScript',
      notes: [
        'webgpu is not available: this browser has no navigator.gpu',
        'wasm is not available: this WebAssembly has no 128-bit SIMD',
      ],
    });
  });

  it('says by name why a wanted backend is not there', async () => {
    await expect(chooseBackend('webgpu', gpu(null))).rejects.toThrow(
      'backend: webgpu is not available: the browser offers no GPU adapter',
    );
    await expect(chooseBackend('wasm', {})).rejects.toThrow('backend: wasm is not available: there is no WebAssembly');
  });

  it('accepts the WebAssembly of this engine, which has SIMD', async () => {
    expect((await chooseBackend('wasm')).adapter).toBe('WebAssembly SIMD');
  });
});
