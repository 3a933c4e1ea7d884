/** Where the weights of an imported model come from: named tensors that are read one at a time, never all at once. */

export interface TensorInfo {
  readonly dtype: 'F32' | 'F16' | 'BF16';
  readonly shape: readonly number[];
  /** In the file. */
  readonly bytes: number;
}

export interface TensorSource {
  /** By name, without the prefix that `save_pretrained` writes; buffers that are no parameters are left out. */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /**
   * The values of a tensor as 32-bit floats, row-major in the file's own layout.
   *
   * @throws Error, in one sentence, when there is no such tensor, the file is cut short, or a value is not finite
   */
  read(name: string): Promise<Float32Array>;
}
