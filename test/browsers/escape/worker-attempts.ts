/** Ways out of a worker for JavaScript that already runs in it, as if the Python box had fallen: network, storage, other workers. */

import { type Attempt, event, type Leak, marked, type Reach } from './attempt.ts';

const attempt = (leak: Leak, name: string, go: (at: string, away: string, reach: Reach) => unknown): Attempt => ({
  name,
  leak,
  go: (reach) => go(marked(reach.away, name), marked(reach.home, name), reach),
});
const request = (name: string, go: Parameters<typeof attempt>[2]) => attempt('request', name, go);

const script = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
const asWebSocket = (url: string) => url.replace('http', 'ws');

/** Waits for the first message of a worker that fetches `at`. */
const nested = (worker: Worker) => event(worker, 'onmessage', 'onerror');
const fetching = (at: string) => `fetch('${at}').then(() => postMessage(1))`;

const NETWORK: readonly Attempt[] = [
  request('fetch', async (at) => (await fetch(at)).status),
  request('fetch of the page’s own origin', async (_, home) => (await fetch(home)).status),
  request('fetch without CORS', async (at) => (await fetch(at, { mode: 'no-cors' })).type),
  request(
    'fetch that outlives its page',
    async (at) => (await fetch(at, { method: 'POST', body: 'x', keepalive: true })).status,
  ),
  request('fetch of a relative address', async () => (await fetch('/trap/relative')).status),
  request('fetch through globalThis', async (at) => (await globalThis.fetch.call(undefined, at)).status),
  request('fetch of a Request', async (at) => (await fetch(new Request(at))).status),
  request('XMLHttpRequest', (at) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', at, false);
    xhr.send();
    return xhr.status;
  }),
  request('XMLHttpRequest that does not wait', (at) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', at);
    xhr.send('x');
    return event(xhr, 'onload', 'onerror');
  }),
  request('WebSocket', (at) => event(new WebSocket(asWebSocket(at)), 'onopen', 'onerror')),
  request(
    'WebSocketStream',
    (at) =>
      new (globalThis as never as { WebSocketStream: new (url: string) => { opened: unknown } }).WebSocketStream(
        asWebSocket(at),
      ).opened,
  ),
  request('EventSource', (at) => event(new EventSource(at), 'onopen', 'onerror')),
  request('sendBeacon', (at) => {
    if (!navigator.sendBeacon(at, 'x')) throw new Error('refused');
    return 'queued';
  }),
  request('WebTransport', (at) => new WebTransport(at.replace('http:', 'https:')).ready),
  request('RTCPeerConnection', async (at) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(at).host}` }] });
    connection.createDataChannel('x');
    await connection.setLocalDescription(await connection.createOffer());
    return event(connection, 'onicecandidate', 'onicecandidateerror');
  }),
  request('FontFace', (at) => new FontFace('x', `url(${at})`).load()),
  request('caches.add', async (at) => (await caches.open('escape')).add(at)),
  request('importScripts', (at) => importScripts(`${at}.js`)),
  request('importScripts of the page’s own origin', (_, home) => importScripts(`${home}.js`)),
  request('import()', (at) => import(/* @vite-ignore */ `${at}.js`)),
  request('import() of the page’s own origin', (_, home) => import(/* @vite-ignore */ `${home}.js`)),
  request(
    'import() of a script in a data: address that imports',
    (at) => import(/* @vite-ignore */ `data:text/javascript,import('${at}.js')`),
  ),
  request('import() of a blob', (at) => import(/* @vite-ignore */ script(`import('${at}.js')`))),
  request('nested worker from the network', (at) => nested(new Worker(`${at}.js`))),
  request('nested worker from a blob', (at) => nested(new Worker(script(fetching(at))))),
  request('nested module worker from a blob', (at) => nested(new Worker(script(fetching(at)), { type: 'module' }))),
  request('nested worker from a data: address', (at) =>
    nested(new Worker(`data:text/javascript,${encodeURIComponent(fetching(at))}`)),
  ),
  request('SharedWorker from a blob', (at) =>
    event(new SharedWorker(script(fetching(at))).port, 'onmessage', 'onmessageerror'),
  ),
  request('service worker', () => navigator.serviceWorker.register('/trap/service-worker.js')),
  request('streaming compilation', async (at) => WebAssembly.compileStreaming(fetch(at))),
];

const STORAGE: readonly Attempt[] = [
  attempt('storage', 'indexedDB', () => event(indexedDB.open('escape'), 'onsuccess', 'onerror')),
  attempt('storage', 'caches', async () => (await caches.open('escape')).put('/escape', new Response('x'))),
  attempt('storage', 'OPFS', async () =>
    (await navigator.storage.getDirectory()).getFileHandle('escape', { create: true }),
  ),
  attempt('storage', 'storage bucket', () =>
    (navigator as never as { storageBuckets: { open(name: string): Promise<unknown> } }).storageBuckets.open('escape'),
  ),
  attempt('storage', 'cookieStore', () =>
    (globalThis as never as { cookieStore: { set(name: string, value: string): Promise<void> } }).cookieStore.set(
      'escape',
      '1',
    ),
  ),
  attempt(
    'storage',
    'old file system',
    () =>
      new Promise((resolve, reject) => {
        const { webkitRequestFileSystem } = globalThis as never as {
          webkitRequestFileSystem(type: number, size: number, good: () => void, bad: () => void): void;
        };
        webkitRequestFileSystem(
          0,
          1,
          () => resolve('opened'),
          () => reject(new Error('refused')),
        );
      }),
  ),
  attempt('storage', 'localStorage', () => localStorage.setItem('escape', '1')),
];

const MESSAGES: readonly Attempt[] = [
  attempt('message', 'BroadcastChannel', () => new BroadcastChannel('escape').postMessage('x')),
  attempt('message', 'postMessage', () => (globalThis as never as Worker).postMessage({ type: 'escape' })),
  attempt('message', 'MessageChannel', () => {
    const { port1, port2 } = new MessageChannel();
    (globalThis as never as Worker).postMessage({ type: 'escape', port2 }, [port2]);
    port1.postMessage('x');
  }),
  attempt('message', 'Notification', () => new Notification('x')),
  attempt('message', 'lock', () => navigator.locks.request('escape', () => 'held')),
  attempt('message', 'parent', () => parent.postMessage({ type: 'escape' }, '*')),
];

/** Everything that needs only names which an open worker has. */
export const WORKER_ATTEMPTS: readonly Attempt[] = [...NETWORK, ...STORAGE, ...MESSAGES];
