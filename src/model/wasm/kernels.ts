/** The exports of the WebAssembly module, typed. Pointers are byte offsets into its memory; every check is on this side. */

/** Byte offset into the module's memory. */
export type Pointer = number;

/** How a matrix product starts; the same numbers as in `assembly/tile.ts`. */
export const START = { overwrite: 0, accumulate: 1, fromBias: 2 } as const;

/** Kernels of `assembly/index.ts`. Row counts are exact; buffers have slack rows past the end (see `buffers.ts`). */
export interface Kernels {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  gemmScratchBytes(columns: number): number;
  setGemmScratch(base: Pointer, columns: number): void;
  /** C = start + op(A)·op(B); transposition flags are 0 or 1, row lengths in floats. */
  gemm(
    transA: 0 | 1,
    transB: 0 | 1,
    m: number,
    n: number,
    k: number,
    a: Pointer,
    lda: number,
    b: Pointer,
    ldb: number,
    c: Pointer,
    ldc: number,
    start: number,
    bias: Pointer,
  ): void;
  attentionScratchBytes(length: number, headDim: number): number;
  setAttentionScratch(base: Pointer): void;
  attentionForward(
    table: Pointer,
    segments: number,
    context: Pointer,
    qkv: Pointer,
    probs: Pointer,
    out: Pointer,
    heads: number,
    headDim: number,
    inverseRoot: number,
  ): void;
  attentionBackward(
    table: Pointer,
    segments: number,
    context: Pointer,
    qkv: Pointer,
    probs: Pointer,
    dout: Pointer,
    dqkv: Pointer,
    heads: number,
    headDim: number,
    inverseRoot: number,
  ): void;
  attentionDecode(
    qkv: Pointer,
    rows: number,
    slots: Pointer,
    positions: Pointer,
    cache: Pointer,
    slotBytes: number,
    capacity: number,
    out: Pointer,
    heads: number,
    headDim: number,
    inverseRoot: number,
  ): void;
  cacheFill(qkv: Pointer, rowStart: number, length: number, slot: Pointer, capacity: number, width: number): void;
  embedForward(
    ids: Pointer,
    positions: Pointer,
    rows: number,
    width: number,
    wte: Pointer,
    wpe: Pointer,
    out: Pointer,
  ): void;
  embedBackward(
    ids: Pointer,
    positions: Pointer,
    rows: number,
    width: number,
    dwte: Pointer,
    dwpe: Pointer,
    dx: Pointer,
  ): void;
  normForward(
    x: Pointer,
    gain: Pointer,
    bias: Pointer,
    y: Pointer,
    stats: Pointer,
    rows: number,
    width: number,
    epsilon: number,
  ): void;
  normBackward(
    dy: Pointer,
    x: Pointer,
    gain: Pointer,
    stats: Pointer,
    dx: Pointer,
    dgain: Pointer,
    dbias: Pointer,
    rows: number,
    width: number,
  ): void;
  addBias(x: Pointer, bias: Pointer, out: Pointer, rows: number, width: number): void;
  columnSums(dy: Pointer, dbias: Pointer, rows: number, width: number): void;
  geluForward(x: Pointer, y: Pointer, count: number): void;
  reluForward(x: Pointer, y: Pointer, count: number): void;
  /** As the forward kernels, and x ← slope. */
  geluWithSlope(x: Pointer, y: Pointer, count: number): void;
  reluWithSlope(x: Pointer, y: Pointer, count: number): void;
  multiply(x: Pointer, y: Pointer, count: number): void;
  gatherRows(src: Pointer, index: Pointer, rows: number, width: number, dst: Pointer): void;
  scatterAddRows(src: Pointer, index: Pointer, rows: number, width: number, dst: Pointer): void;
  headForward(
    logits: Pointer,
    rows: number,
    vocab: number,
    stride: number,
    targets: Pointer,
    inverseTemperature: number,
    logProb: Pointer,
    entropy: Pointer,
    stats: Pointer,
  ): void;
  headBackward(
    logits: Pointer,
    rows: number,
    vocab: number,
    stride: number,
    targets: Pointer,
    inverseTemperature: number,
    entropy: Pointer,
    stats: Pointer,
    dLogProb: Pointer,
    dEntropy: Pointer,
  ): void;
  valueForward(normed: Pointer, rows: number, width: number, weight: Pointer, bias: Pointer, values: Pointer): void;
  valueBackward(
    dValues: Pointer,
    rows: number,
    width: number,
    normed: Pointer,
    weight: Pointer,
    dNormed: Pointer,
    dWeight: Pointer,
    dBias: Pointer,
  ): void;
  setSampleScratch(base: Pointer): void;
  uniform(seed: number, stream: number, counter: number): number;
  sampleRows(
    logits: Pointer,
    rows: number,
    vocab: number,
    stride: number,
    inverseTemperature: number,
    greedy: 0 | 1,
    seed: number,
    streams: Pointer,
    steps: Pointer,
    ids: Pointer,
    logProbs: Pointer,
  ): void;
  accumulate(dst: Pointer, src: Pointer, count: number): void;
  sumOfSquares(x: Pointer, count: number): number;
  adamW(
    weights: Pointer,
    gradient: Pointer,
    first: Pointer,
    second: Pointer,
    count: number,
    gradScale: number,
    beta1: number,
    beta2: number,
    oneMinusBeta1: number,
    oneMinusBeta2: number,
    epsilon: number,
    keep: number,
    stepSize: number,
    rootCorrection: number,
  ): void;
  clear(base: Pointer, bytes: number): void;
}

/** Asked by the checked module before every load and store; throws to refuse it. */
export type CheckAccess = (address: Pointer, bytes: number) => void;

/** Whether this is the module whose every access is checked. */
export function isChecked(module: WebAssembly.Module): boolean {
  return WebAssembly.Module.imports(module).some(({ name }) => name === 'check');
}

/** An instance of the compiled module with its own memory. */
export function instantiate(module: WebAssembly.Module, check: CheckAccess = () => {}): Kernels {
  const abort = () => {
    throw new Error('wasm: expected a kernel to finish, it aborted');
  };
  // The checked module's addresses come as signed numbers.
  const env = { abort, check: (address: number, bytes: number) => check(address >>> 0, bytes >>> 0) };
  return new WebAssembly.Instance(module, { env }).exports as unknown as Kernels;
}
