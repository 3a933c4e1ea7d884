/** Makes the page work without a network, as soon as nothing else wants the network or the processor. */

import { effect, type ReadonlySignal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { OfflineStore } from './offline-store.ts';

/** Where the browser cannot tell when it is idle. */
const GRACE_MS = 2000;
/** A page that is never idle gets its download all the same. */
const LONGEST_WAIT_MS = 10_000;

/** What the page needs to know of its surroundings. */
export interface Surroundings {
  readonly secure: boolean;
  readonly serviceWorker: boolean;
  /** Asked to spare the network. */
  readonly saveData: boolean;
  /** A development server rebuilds files as they change: nothing may be kept of it. */
  readonly built: boolean;
}

/** Why nothing can be kept here; null where it can. */
export function obstacle({
  secure,
  serviceWorker,
  built,
}: Surroundings): 'insecure' | 'unsupported' | 'unbuilt' | null {
  if (!built) return 'unbuilt';
  if (!secure) return 'insecure';
  return serviceWorker ? null : 'unsupported';
}

export function surroundings(): Surroundings {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return {
    secure: isSecureContext,
    serviceWorker: navigator.serviceWorker !== undefined,
    saveData: connection?.saveData ?? false,
    built: import.meta.env.PROD,
  };
}

/**
 * Downloads everything once, or looks for a newer version.
 *
 * @param settled whether what the first run needs has been loaded
 */
export async function startOffline(offline: OfflineStore, settled: ReadonlySignal<boolean>): Promise<void> {
  const here = surroundings();
  const reason = obstacle(here);
  if (reason !== null) {
    offline.state.value = { status: 'impossible', reason };
    return;
  }
  await becomes(settled);
  await idle();
  const begin = async () => {
    try {
      const { registerServiceWorker } = await import('./offline-worker.ts');
      await registerServiceWorker(offline, new URL('sw.js', document.baseURI));
    } catch (error) {
      offline.fail(`offline: ${messageOf(error)}`);
    }
  };
  const known = await navigator.serviceWorker.getRegistration(document.baseURI).catch(() => undefined);
  if (known === undefined && here.saveData) {
    offline.state.value = { status: 'held' };
    offline.attach({ download: () => void begin(), switchOver: () => undefined });
    return;
  }
  await begin();
}

function becomes(wanted: ReadonlySignal<boolean>): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    stop = effect(() => {
      if (!wanted.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** WebKit has no `requestIdleCallback`. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, GRACE_MS);
  });
