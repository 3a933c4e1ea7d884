/** Registers the service worker and follows its life. Loaded late: nothing of the first run waits for it. */

import { Workbox } from 'workbox-window';
import { messageOf } from '../../core/errors.ts';
import type { OfflineMessage } from '../../core/offline.ts';
import type { OfflineStore } from './offline-store.ts';

/** @param script address of the service worker, which also says how far it reaches */
export async function registerServiceWorker(offline: OfflineStore, script: URL): Promise<void> {
  const workbox = new Workbox(script.href);
  let isWanted = false;
  workbox.addEventListener('message', ({ data }) => offline.hear(data as OfflineMessage));
  workbox.addEventListener('activated', () => offline.becomeReady());
  workbox.addEventListener('redundant', () => offline.fail());
  workbox.addEventListener('waiting', () => {
    offline.update.value = 'waiting';
  });
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (isWanted) location.reload();
    // The first service worker takes over the page that brought it; a later one here was wanted in another tab.
    else if (isUpdate) offline.update.value = 'elsewhere';
  });
  const register = async () => {
    try {
      const registration = await workbox.register({ immediate: true });
      if (registration?.active) offline.becomeReady();
    } catch (error) {
      offline.fail(`offline: ${messageOf(error)}`);
    }
  };
  offline.attach({
    download: () => void register(),
    switchOver() {
      isWanted = true;
      if (offline.update.value === 'elsewhere') location.reload();
      else workbox.messageSkipWaiting();
    },
  });
  await register();
}
