/** Counts what reaches the page by other ways than the sandbox's port: storage of its origin, messages, and what happens to its window. */

import { sleep, trap } from '../page.ts';
import type { Reach } from './attempt.ts';

/** What came out, each with a name for the log. */
export interface Leaks {
  readonly requests: readonly string[];
  readonly storage: readonly string[];
  readonly messages: readonly string[];
}

/** Not every WebKit has a private file system. */
const privateFiles = (): Promise<FileSystemDirectoryHandle | undefined> =>
  Promise.resolve(navigator.storage?.getDirectory?.()).catch(() => undefined);

/** Names of everything that the page's origin keeps. */
async function stored(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const names = databases.map(({ name }) => `database ${name}`);
  for (const name of (await globalThis.caches?.keys()) ?? []) names.push(`cache ${name}`);
  names.push(...Object.keys(localStorage).map((name) => `localStorage ${name}`));
  names.push(...Object.keys(sessionStorage).map((name) => `sessionStorage ${name}`));
  if (document.cookie !== '') names.push(`cookie ${document.cookie}`);
  const root = await privateFiles();
  if (root !== undefined && 'keys' in root) {
    for await (const name of (root as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }).keys()) {
      names.push(`file ${name}`);
    }
  }
  for (const { scope } of (await navigator.serviceWorker?.getRegistrations()) ?? [])
    names.push(`service worker ${scope}`);
  return names;
}

/** State of the window that nobody else may change. (A frame's refused navigation may lengthen the history.) */
const windowState = () => JSON.stringify([location.href, document.title, name, frames.length]);

/** How long late messages and requests may take, milliseconds. */
const SETTLE_MS = 1200;

/** Addresses that count. */
export async function reachOf(): Promise<Reach> {
  return { home: new URL('/', location.href).href, away: `http://127.0.0.1:${(await trap()).port}/` };
}

/**
 * Runs `work` and tells what leaked meanwhile.
 *
 * @param handshakes greetings of mounted frames, which are the one message that a page expects
 */
export async function watch(work: () => Promise<void>): Promise<Leaks> {
  const messages: string[] = [];
  const heard = ({ data, source }: MessageEvent) => {
    if (data?.type !== 'sandbox frame is there')
      messages.push(`message ${JSON.stringify(data)} from ${source === null ? 'nobody' : 'a window'}`);
  };
  const stores = ({ key }: StorageEvent) => messages.push(`storage event ${key}`);
  const channel = new BroadcastChannel('escape');
  channel.onmessage = () => messages.push('broadcast');
  addEventListener('message', heard);
  addEventListener('storage', stores);
  const [before, hits, state] = [await stored(), (await trap()).hits.length, windowState()];
  await work();
  await sleep(SETTLE_MS);
  removeEventListener('message', heard);
  removeEventListener('storage', stores);
  channel.close();
  if (windowState() !== state) messages.push(`window changed: ${state} to ${windowState()}`);
  const after = await stored();
  return {
    requests: (await trap()).hits.slice(hits),
    storage: after.filter((name) => !before.includes(name)),
    messages,
  };
}

/** Removes what a control left behind, so that the next count starts from nothing. */
export async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name !== undefined) indexedDB.deleteDatabase(name);
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
  const root = await privateFiles();
  await root?.removeEntry('escape').catch(() => undefined);
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
}
