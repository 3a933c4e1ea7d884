/** What this browser offers to the page, and which browser it is where something has to be switched on. */

/** `insecure`: on plain http no browser has it. `no-adapter`: the interface is there, but nothing behind it. */
export type WebGpu = 'yes' | 'no-adapter' | 'no-api' | 'insecure';

export interface Capabilities {
  readonly webgpu: WebGpu;
  readonly simd: boolean;
  readonly cores: number;
}

export const BROWSERS = ['chrome', 'edge', 'firefox', 'safari', 'other'] as const;
export type BrowserName = (typeof BROWSERS)[number];

/** The parts of `window` that are looked at. */
export interface Scope {
  readonly isSecureContext: boolean;
  readonly navigator: {
    readonly gpu?: { requestAdapter(): Promise<unknown> };
    readonly hardwareConcurrency: number;
  };
}

/** A function that gives a vector: valid only where there is SIMD. */
const VECTOR_MODULE = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // type: [] → [v128]
  [0x03, 0x02, 0x01, 0x00], // one function of it
  [0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b], // i32.const 0, i8x16.splat
].flat();

export const hasSimd = (): boolean => WebAssembly.validate(new Uint8Array(VECTOR_MODULE));

export async function readCapabilities({ isSecureContext, navigator }: Scope): Promise<Capabilities> {
  return {
    webgpu: await webgpuOf(isSecureContext, navigator.gpu),
    simd: hasSimd(),
    cores: navigator.hardwareConcurrency,
  };
}

async function webgpuOf(secure: boolean, gpu: Scope['navigator']['gpu']): Promise<WebGpu> {
  if (!secure) return 'insecure';
  if (gpu == null) return 'no-api';
  const adapter = await gpu.requestAdapter().catch(() => null);
  return adapter == null ? 'no-adapter' : 'yes';
}

/** Edge and Chrome both call themselves Chrome, and Chrome calls itself Safari. */
export function browserOf(userAgent: string): BrowserName {
  if (/\bEdg(e|A|iOS)?\//.test(userAgent)) return 'edge';
  if (/\b(Firefox|FxiOS)\//.test(userAgent)) return 'firefox';
  if (/\b(Chrome|Chromium|CriOS)\//.test(userAgent)) return 'chrome';
  return /\bSafari\//.test(userAgent) ? 'safari' : 'other';
}
