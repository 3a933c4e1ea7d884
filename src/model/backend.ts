/** Finds the devices that a model could run on, and says why others are not there. */

export type Backend = 'webgpu' | 'wasm' | 'cpu';

/** A device that is there. */
export interface Device {
  readonly backend: Backend;
  /** What it is called, for people. */
  readonly adapter: string;
}

export interface Devices {
  /** By rank; never empty. */
  readonly found: readonly Device[];
  /** Why others were passed over, one sentence each. */
  readonly notes: readonly string[];
}

/** The part of an adapter that the choice looks at; browsers moved `isFallbackAdapter` into `info` in 2025. */
export interface AdapterLike {
  readonly isFallbackAdapter?: boolean;
  readonly info: {
    readonly vendor: string;
    readonly architecture: string;
    readonly device: string;
    readonly description: string;
    readonly isFallbackAdapter?: boolean;
  };
}

/** The part of the surroundings that the choice looks at; tests bring their own. */
export interface Surroundings {
  readonly requestAdapter?: (() => Promise<AdapterLike | null>) | undefined;
  readonly validateWasm?: ((bytes: Uint8Array<ArrayBuffer>) => boolean) | undefined;
}

/** `v128.const` followed by `drop`: valid only where 128-bit SIMD is. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12],
  ...new Array<number>(16).fill(0),
  ...[26, 11],
);

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render/i;

/** Whether an adapter is emulated on the CPU. */
export function isSoftware({ info, isFallbackAdapter }: AdapterLike): boolean {
  const { vendor, architecture, device, description } = info;
  const fallback = info.isFallbackAdapter ?? isFallbackAdapter ?? false;
  return fallback || SOFTWARE.test(`${vendor} ${architecture} ${device} ${description}`);
}

/**
 * The wanted device or, with `auto`, all that are there: webgpu (hardware only), wasm, cpu.
 *
 * @throws Error, naming the reason, when a wanted one is not there
 */
export async function findDevices(wanted: Backend | 'auto', surroundings: Surroundings = here()): Promise<Devices> {
  if (wanted !== 'auto') {
    const probe = await probes[wanted](surroundings);
    if ('missing' in probe) throw new Error(`backend: ${wanted} is not available: ${probe.missing}`);
    return { found: [{ backend: wanted, adapter: probe.adapter }], notes: [] };
  }
  const found: Device[] = [];
  const notes: string[] = [];
  for (const backend of ['webgpu', 'wasm', 'cpu'] as const) {
    const probe = await probes[backend](surroundings);
    if ('missing' in probe) notes.push(`${backend} is not available: ${probe.missing}`);
    else if (probe.software) notes.push(`${backend} is emulated in software (${probe.adapter})`);
    else found.push({ backend, adapter: probe.adapter });
  }
  return { found, notes };
}

type Probe = { readonly adapter: string; readonly software?: boolean } | { readonly missing: string };

const probes: Readonly<Record<Backend, (surroundings: Surroundings) => Promise<Probe>>> = {
  webgpu: async ({ requestAdapter }) => {
    if (requestAdapter === undefined) return { missing: 'this browser has no navigator.gpu' };
    const adapter = await requestAdapter().catch(() => null);
    if (adapter === null) return { missing: 'the browser offers no GPU adapter' };
    const { vendor, architecture, device, description } = adapter.info;
    const name = description || [vendor, architecture, device].filter(Boolean).join(' ') || 'unnamed adapter';
    return { adapter: name, software: isSoftware(adapter) };
  },
  wasm: async ({ validateWasm }) => {
    if (validateWasm === undefined) return { missing: 'there is no WebAssembly here' };
    if (!validateWasm(SIMD_PROBE)) return { missing: 'this WebAssembly has no 128-bit SIMD' };
    return { adapter: 'WebAssembly SIMD' };
  },
  cpu: async () => ({ adapter: 'plain JavaScript' }),
};

function here(): Surroundings {
  const gpu = (globalThis.navigator as Navigator | undefined)?.gpu as GPU | undefined;
  return {
    requestAdapter: gpu && (() => gpu.requestAdapter({ powerPreference: 'high-performance' })),
    validateWasm: globalThis.WebAssembly && ((bytes) => WebAssembly.validate(bytes)),
  };
}
