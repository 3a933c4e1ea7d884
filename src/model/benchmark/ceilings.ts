/** What one thread of this machine can do at best: multiply-adds in WebAssembly SIMD, and copying memory. */

export interface Ceilings {
  /** Floating-point operations per second of one thread, in units of 10⁹; null without WebAssembly SIMD. */
  readonly gigaflops: number | null;
  /** Bytes read plus bytes written per second by a copy, in units of 10⁹. */
  readonly gigabytes: number;
}

/** Independent chains: enough to hide the latency of a multiply and an add, and all of them fit into 16 registers. */
const CHAINS = 12;
const LANES = 4;
const ITERATIONS = 4_000_000;
const COPY_FLOATS = 2 ** 24;
const ROUNDS = 40;

/** Takes about a second. */
export function measureCeilings(): Ceilings {
  return { gigaflops: measureMultiplyAdd(), gigabytes: measureCopy() };
}

function measureMultiplyAdd(): number | null {
  const bytes = multiplyAddModule();
  if (!WebAssembly.validate(bytes)) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const run = exports.run as (iterations: number) => number;
  const seconds = leastSeconds(() => run(ITERATIONS));
  return (ITERATIONS * CHAINS * LANES * 2) / seconds / 1e9;
}

function measureCopy(): number {
  const from = new Float32Array(COPY_FLOATS).fill(1);
  const to = new Float32Array(COPY_FLOATS);
  return (2 * to.byteLength) / leastSeconds(() => to.set(from)) / 1e9;
}

/** The first round warms up: the compiler steps in and pages come into being. */
function leastSeconds(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    work();
    if (round > 0) least = Math.min(least, (performance.now() - start) / 1000);
  }
  return least;
}

const TYPE = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
const SECTION = { type: 1, function: 3, export: 7, code: 10 } as const;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, value];
const f32Const = (value: number) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
const SPLAT = [0xfd, 0x13];
const FIRST_LANE = [0xfd, 0x1f, 0];
const ADD = [0xfd, 0xe4, 0x01];
const MULTIPLY = [0xfd, 0xe6, 0x01];

/** `run(n)`: n times x ← x · factor + summand on every chain, then the sum of all, so that nothing can be left out. */
function multiplyAddModule(): Uint8Array<ArrayBuffer> {
  const counter = 0;
  const factor = 1;
  const summand = 2;
  const chains = Array.from({ length: CHAINS }, (_, i) => 3 + i);
  const step = chains.flatMap((x) => [...get(x), ...get(factor), ...MULTIPLY, ...get(summand), ...ADD, ...set(x)]);
  const countDown = [...get(counter), ...i32Const(1), 0x6b, 0x22, counter];
  const body = [
    ...[1, CHAINS + 2, TYPE.v128],
    ...[...f32Const(0.5), ...SPLAT, ...set(factor), ...f32Const(1), ...SPLAT, ...set(summand)],
    // loop … br_if 0 end
    ...[0x03, 0x40, ...step, ...countDown, 0x0d, 0, 0x0b],
    ...get(chains[0]!),
    ...chains.slice(1).flatMap((x) => [...get(x), ...ADD]),
    ...[...FIRST_LANE, 0x0b],
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(SECTION.type, [1, 0x60, 1, TYPE.i32, 1, TYPE.f32]),
    ...section(SECTION.function, [1, 0]),
    ...section(SECTION.export, [1, 3, ...new TextEncoder().encode('run'), 0, 0]),
    ...section(SECTION.code, [1, ...sized(body)]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

/** Content behind its length in LEB128. */
function sized(content: readonly number[]): number[] {
  const { length } = content;
  return length < 128 ? [length, ...content] : [(length & 127) | 128, length >> 7, ...content];
}
