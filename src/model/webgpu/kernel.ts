/** What a WGSL kernel is, and how it becomes a program of TensorFlow.js's WebGPU backend. */

export type NumberType = 'float32' | 'int32';

/** A compute shader over one read-write array and up to seven read-only ones. */
export interface Kernel {
  /** Unique: kernels of one name are compiled once. */
  readonly name: string;
  /** Read-only arrays in binding order, by their names in the code. */
  readonly inputs: readonly string[];
  /** Numbers per element of each input in the code: `array<f32>` or `array<vec4<f32>>`. */
  readonly inputComponents: readonly (1 | 4)[];
  /** The same for `result`. */
  readonly outputComponents: 1 | 4;
  /** `uniforms.NAME` in the code, in this order. */
  readonly uniforms: Readonly<Record<string, 'i32' | 'f32' | 'u32'>>;
  /** Invocations per workgroup, in one dimension. */
  readonly workgroupSize: number;
  /** Declares `fn main(index : i32)`, the index being that of the invocation in the whole dispatch. */
  readonly code: string;
}

/** A number for every uniform of a kernel. */
export type Uniforms = Readonly<Record<string, number>>;

export interface UniformValue {
  readonly type: 'int32' | 'float32' | 'uint32';
  readonly data: number[];
}

/** The fields of tfjs's `WebGPUProgram` that are set here. */
export interface Program {
  readonly variableNames: string[];
  readonly variableComponents: number[];
  readonly outputComponent: number;
  readonly outputShape: number[];
  readonly workgroupSize: [number, number, number];
  readonly dispatchLayout: { readonly x: number[] };
  readonly dispatch: [number, number, number];
  readonly shaderKey: string;
  readonly uniforms: string;
  readonly size: false;
  getUserCode(): string;
}

const UNIFORM_TYPES = { i32: 'int32', f32: 'float32', u32: 'uint32' } as const;

/** The program and uniform values of one dispatch. Throws when a uniform is missing. */
export function bind(
  kernel: Kernel,
  uniforms: Uniforms,
  workgroups: number,
  outputLength: number,
): { readonly program: Program; readonly values: readonly UniformValue[] } {
  const values = Object.entries(kernel.uniforms).map(([name, type]): UniformValue => {
    const value = uniforms[name];
    if (value === undefined)
      throw new Error(`webgpu: ${kernel.name}: expected a value for the uniform ${name}, got none`);
    return { type: UNIFORM_TYPES[type], data: [value] };
  });
  const program: Program = {
    variableNames: [...kernel.inputs],
    variableComponents: [...kernel.inputComponents],
    outputComponent: kernel.outputComponents,
    outputShape: [outputLength],
    workgroupSize: [kernel.workgroupSize, 1, 1],
    dispatchLayout: { x: [0] },
    dispatch: [workgroups, 1, 1],
    shaderKey: `greenbar ${kernel.name}`,
    uniforms: Object.entries(kernel.uniforms)
      .map(([name, type]) => `${name} : ${type}, `)
      .join(''),
    size: false,
    getUserCode: () => kernel.code,
  };
  return { program, values };
}
