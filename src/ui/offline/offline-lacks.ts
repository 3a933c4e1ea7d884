/** What a browser withholds here that the page would use: on plain http, in a private window, or because it has not got it. */

/** Where there is none, the page does without: on WebAssembly, in memory, without a wake lock. */
export const LACKS = [
  'webgpu',
  'serviceWorker',
  'storage',
  'locks',
  'persist',
  'files',
  'clipboard',
  'wakeLock',
] as const;
export type Lack = (typeof LACKS)[number];

/** The parts of `window` that are looked at. */
export interface Scope {
  readonly indexedDB?: unknown;
  readonly navigator: {
    readonly gpu?: unknown;
    readonly serviceWorker?: unknown;
    readonly locks?: unknown;
    readonly storage?: { readonly persist?: unknown; readonly getDirectory?: unknown } | undefined;
    readonly clipboard?: unknown;
    readonly wakeLock?: unknown;
  };
}

/** In the order of LACKS. */
export function lacksOf({ navigator, indexedDB }: Scope): readonly Lack[] {
  const { gpu, serviceWorker, locks, storage, clipboard, wakeLock } = navigator;
  const has: Readonly<Record<Lack, boolean>> = {
    webgpu: gpu != null,
    serviceWorker: serviceWorker != null,
    storage: indexedDB != null,
    locks: locks != null,
    persist: typeof storage?.persist === 'function',
    files: typeof storage?.getDirectory === 'function',
    clipboard: clipboard != null,
    wakeLock: wakeLock != null,
  };
  return LACKS.filter((lack) => !has[lack]);
}
