/**
 * The service worker: keeps every file of this build, so that the page runs without a network. It only keeps files: it adds
 * no header, and needs none. What it keeps is complete and of one build, or it does not come into force.
 */

import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { messageOf } from './core/errors.ts';
import type { OfflineMessage, PrecachedFile } from './core/offline.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build (scripts/precache.ts). */
declare const PRECACHED_FILES: readonly PrecachedFile[];

/** Between two words about the download, so that they cost nothing. */
const TELL_EVERY_MS = 200;

const sizes = new Map(PRECACHED_FILES.map(({ url, bytes }) => [new URL(url, self.location.href).href, bytes]));
const total = PRECACHED_FILES.reduce((sum, { bytes }) => sum + bytes, 0);
/** Bytes of files that are kept, and of those that have come so far. */
let kept = 0;
let arriving = 0;
let told = 0;

async function tell(message: OfflineMessage): Promise<void> {
  // Before it is in force, a service worker controls no page yet.
  for (const client of await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
    client.postMessage(message);
  }
}

function tellProgress(): void {
  const now = Date.now();
  if (now - told < TELL_EVERY_MS) return;
  told = now;
  void tell({ type: 'offline/progress', done: Math.min(total, kept + arriving), total });
}

/** The same response, of which every piece that comes is counted. */
function counted(response: Response): Response {
  if (response.body === null || !response.ok) return response;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        arriving += piece.length;
        tellProgress();
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(body, response);
}

const isInstall = (event: Event | undefined) => event?.type === 'install';

addPlugins([
  {
    // A file without a hash in its name would be fetched anew although the page has just loaded it: asking the server
    // whether it changed is enough, and its digest is checked besides.
    requestWillFetch: async ({ request, event }) =>
      isInstall(event) && request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request,
    fetchDidSucceed: async ({ response, event }) => (isInstall(event) ? counted(response) : response),
    handlerDidComplete: async ({ request, response, event }) => {
      if (!isInstall(event) || response === undefined) return;
      kept += sizes.get(request.url) ?? 0;
      arriving = 0;
      tellProgress();
    },
    handlerDidError: async ({ request, error, event }) => {
      if (isInstall(event)) {
        const path = new URL(request.url).pathname;
        await tell({ type: 'offline/failed', message: `offline: could not keep ${path}: ${messageOf(error)}` });
      }
      return undefined;
    },
  },
]);

// The address carries settings of the run, and they are no other page.
precacheAndRoute([...PRECACHED_FILES], { ignoreURLParametersMatching: [/^/], cleanURLs: false });
cleanupOutdatedCaches();

// The first visit needs no reload; a later version waits until a person wants it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { readonly type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
