import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safetensorsBytes } from '../../../test/support/model-files.ts';
import { openShard, tensorSource } from '../adapted/tensor-source.ts';
import { decode, readSafetensors, writeSafetensors } from './safetensors.ts';

const f32 = (shape: readonly unknown[], from: unknown, to: unknown) => ({
  dtype: 'F32',
  shape,
  data_offsets: [from, to],
});

/** Both readers of a file: all of it in memory, and as slices of a Blob. */
async function refusals(file: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const whole = () => readSafetensors(file);
  const sliced = async () => tensorSource([await openShard('x.safetensors', new Blob([file]))]);
  return Promise.all(
    [async () => whole(), sliced].map(async (read) => {
      try {
        await read();
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    }),
  );
}

const HUGE = 2 ** 53;

describe('a header that lies is refused in one sentence, by both readers', () => {
  const data = new Uint8Array(16);
  it.each([
    ['overlapping tensors', { a: f32([3], 0, 12), b: f32([2], 8, 16) }, 'b: expected data from byte 12 on, got byte 8'],
    [
      'tensors that share all bytes',
      { a: f32([4], 0, 16), b: f32([4], 0, 16) },
      'b: expected data from byte 16 on, got byte 0',
    ],
    ['a gap', { a: f32([1], 0, 4), b: f32([2], 8, 16) }, 'b: expected data from byte 4 on, got byte 8'],
    ['a gap at the beginning', { a: f32([3], 4, 16) }, 'a: expected data from byte 0 on, got byte 4'],
    ['bytes that belong to no tensor', { a: f32([3], 0, 12) }, 'expected 12 bytes of tensors, got 16'],
    ['no tensors at all', {}, 'expected 0 bytes of tensors, got 16'],
    ['data beyond the file', { a: f32([5], 0, 20) }, 'a: expected data within 16 bytes, got 0 to 20'],
    ['an end before the start', { a: f32([0], 16, 0) }, 'a: expected data within 16 bytes, got 16 to 0'],
    ['a size that is not the shape’s', { a: f32([5], 0, 16) }, 'a: expected 20 bytes of F32, got 16'],
    ['a shape whose product overflows', { a: f32([HUGE - 1, HUGE - 1, 4], 0, 16) }, 'a: expected 1.298'],
    [
      'a product that wraps around 2⁶⁴',
      { a: f32([2 ** 33, 2 ** 33, 1], 0, 16) },
      'a: expected 295147905179352830000 bytes',
    ],
    ['negative offsets', { a: f32([4], -16, 0) }, 'a: expected dtype, shape and data_offsets'],
    ['fractions', { a: f32([1.5], 0, 6) }, 'a: expected dtype, shape and data_offsets'],
    ['numbers beyond 2⁵³', { a: f32([4], 0, HUGE) }, 'a: expected dtype, shape and data_offsets'],
    ['numbers as text', { a: f32(['4'], '0', '16') }, 'a: expected dtype, shape and data_offsets'],
    ['too many offsets', { a: { dtype: 'F32', shape: [4], data_offsets: [0, 16, 16] } }, 'a: expected dtype'],
    ['a tensor without a type', { a: { shape: [4], data_offsets: [0, 16] } }, 'a: expected dtype'],
    [
      'a type that does not exist',
      { a: { dtype: 'F33', shape: [4], data_offsets: [0, 16] } },
      'a: expected a dtype of safetensors, got "F33"',
    ],
    [
      'a type from the prototype',
      { a: { dtype: 'constructor', shape: [4], data_offsets: [0, 16] } },
      'a: expected a dtype of safetensors',
    ],
    ['null instead of a tensor', { a: null }, 'a: expected dtype, shape and data_offsets in the header, got null'],
    [
      'metadata that is no text',
      { __metadata__: { format: 1 }, a: f32([4], 0, 16) },
      '__metadata__: expected an object of texts',
    ],
    ['a list', [1], 'expected a safetensors header in JSON'],
    ['broken JSON', '{"a":', 'expected a safetensors header in JSON'],
    ['an empty header', '', 'expected a safetensors header in JSON'],
    [
      'a name twice',
      '{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}',
      'expected every name once in the header, got "a" twice',
    ],
    [
      'a name twice, once escaped',
      '{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"\\u0061":{}}',
      'got "a" twice',
    ],
    [
      'a key of a tensor twice',
      '{"a":{"dtype":"F32","dtype":"F16","shape":[4],"data_offsets":[0,16]}}',
      'got "dtype" twice',
    ],
  ])('%s', async (_, header, message) => {
    for (const refusal of await refusals(safetensorsBytes(header, data))) expect(refusal).toContain(message);
  });

  it('a deep nest, in few words', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const refusal of await refusals(safetensorsBytes(deep, data))) {
      expect(refusal).toMatch(/a: expected dtype, shape and data_offsets|expected a safetensors header/);
      expect(refusal.length).toBeLessThan(300);
    }
  });

  it('bytes that are no UTF-8, and a byte-order mark', async () => {
    const broken = safetensorsBytes({ a: f32([4], 0, 16) }, data);
    broken[10] = 0xff;
    const marked = safetensorsBytes(`\uFEFF${JSON.stringify({ a: f32([4], 0, 16) })}`, data);
    for (const file of [broken, marked]) {
      for (const refusal of await refusals(file)) expect(refusal).toContain('expected a safetensors header in JSON');
    }
  });

  it('a header longer than the file, whatever the length says', async () => {
    for (const length of [9n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
      const file = new Uint8Array(16);
      new DataView(file.buffer).setBigUint64(0, length, true);
      for (const refusal of await refusals(file))
        expect(refusal).toContain(`expected a header inside the file's 16 bytes, got one of ${length} bytes`);
    }
  });

  it('a pointer that Git keeps instead of the file', async () => {
    const pointer = new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n');
    for (const refusal of await refusals(pointer)) expect(refusal).toContain('got a pointer of Git LFS');
  });
});

describe('what is sound is read', () => {
  it('names that objects have anyway', () => {
    const header =
      '{"__proto__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"constructor":{"dtype":"F32","shape":[],"data_offsets":[4,8]}}';
    const tensors = readSafetensors(safetensorsBytes(header, new Uint8Array(8)));
    expect([...tensors].map(([name, { shape }]) => [name, shape])).toEqual([
      ['__proto__', [1]],
      ['constructor', []],
    ]);
  });

  it('tensors in another order than their bytes, and empty ones', () => {
    const file = safetensorsBytes(
      { b: f32([1], 4, 8), none: f32([0, 7], 4, 4), a: f32([1], 0, 4) },
      Uint8Array.of(0, 0, 128, 63, 0, 0, 0, 64),
    );
    const tensors = readSafetensors(file);
    expect([...tensors].map(([name, tensor]) => [name, ...decode(name, tensor)])).toEqual([
      ['b', 2],
      ['none'],
      ['a', 1],
    ]);
  });
});

describe('damage', () => {
  const values = (n: number) => Float32Array.from({ length: n }, (_, i) => Math.sin(i));
  const file = writeSafetensors(
    [
      { name: 'wte.weight', shape: [3, 2], values: values(6) },
      { name: 'h.0.ln_1.bias', shape: [5], values: values(5) },
      { name: 'ln_f.bias', shape: [], values: values(1) },
    ],
    'F32',
  );
  const headerEnd = 8 + Number(new DataView(file.buffer).getBigUint64(0, true));

  /** Everything in a file, one text a tensor, or the one error. */
  async function outcome(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
    const source = tensorSource([await openShard('x.safetensors', new Blob([bytes]))]);
    const parts: string[] = [];
    for (const [name, { shape }] of source.tensors) {
      const floats = await source.read(name);
      expect(floats.byteLength).toBeLessThanOrEqual(bytes.length);
      parts.push(`${name} [${shape}] ${floats.join()}`);
    }
    return parts;
  }

  it('of any byte gives a file that holds together, or one clear error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        async (flips) => {
          const broken = file.slice();
          for (const [at, byte] of flips) broken[at] = byte;
          const whole = await outcome(broken).catch((error: unknown) => error);
          if (Array.isArray(whole)) {
            // What is read has the bytes of the file: nothing is made up, and nothing left out.
            expect(whole).toHaveLength(readSafetensors(broken).size);
            return;
          }
          expect(whole).toBeInstanceOf(Error);
          expect((whole as Error).message).toMatch(/^model: x\.safetensors: .*expected .*, got .*/s);
          expect((whole as Error).message.length).toBeLessThan(400);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('by cutting gives an error wherever it is cut', async () => {
    for (let length = 0; length < file.length; length++) {
      await expect(outcome(file.slice(0, length))).rejects.toThrow(/^model: x\.safetensors: /);
    }
    await expect(outcome(file)).resolves.toContain('ln_f.bias [] 0');
  });

  it('by adding gives an error', async () => {
    const longer = new Uint8Array(file.length + 1);
    longer.set(file);
    await expect(outcome(longer)).rejects.toThrow('expected 48 bytes of tensors, got 49');
  });

  it('of a number that is not finite names its tensor', async () => {
    const broken = file.slice();
    new DataView(broken.buffer).setFloat32(headerEnd + 24, Number.NaN, true);
    await expect(outcome(broken)).rejects.toThrow(
      'model: x.safetensors: h.0.ln_1.bias: expected finite numbers, got NaN',
    );
  });

  it('that comes while the file is read', async () => {
    const blob = new Blob([file]);
    const source = tensorSource([await openShard('x.safetensors', blob)]);
    blob.slice = () => new Blob([]);
    await expect(source.read('ln_f.bias')).rejects.toThrow('model: x.safetensors: ln_f.bias: expected 4 bytes, got 0');
    blob.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    await expect(source.read('ln_f.bias')).rejects.toThrow('ln_f.bias: expected to read bytes');
    await expect(source.read('other')).rejects.toThrow(
      'model: other: expected a tensor of the files, got no such name',
    );
  });
});
