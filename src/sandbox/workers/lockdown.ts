/** Takes the web's capabilities out of a worker's global scope: a second wall behind the import firewall. */

/** Network, storage, other workers, messages, timers, and ways to make code from text. */
const NAMES = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource', 'WebTransport', 'RTCPeerConnection'],
  ...['RTCDataChannel', 'importScripts', 'Worker', 'SharedWorker', 'BroadcastChannel', 'MessageChannel', 'MessagePort'],
  ...['postMessage', 'close', 'navigator', 'location', 'indexedDB', 'IDBFactory', 'caches', 'Cache', 'CacheStorage'],
  ...['StorageManager', 'webkitRequestFileSystem', 'webkitRequestFileSystemSync', 'webkitResolveLocalFileSystemURL'],
  ...[
    'webkitResolveLocalFileSystemSyncURL',
    'FileReader',
    'FileReaderSync',
    'Blob',
    'File',
    'URL',
    'Request',
    'Response',
  ],
  ...['Notification', 'createImageBitmap', 'queueMicrotask', 'setTimeout', 'setInterval', 'requestAnimationFrame'],
  ...['scheduler', 'crypto', 'eval', 'Function', 'trustedTypes', 'fonts', 'reportError'],
] as const;

/** Deletes or hides the names on `scope` and all its prototypes; returns those that could not be removed. */
export function lockDown(scope: object): string[] {
  const left: string[] = [];
  for (const name of NAMES) {
    for (let owner: object | null = scope; owner !== null; owner = Object.getPrototypeOf(owner)) {
      if (!Object.hasOwn(owner, name)) continue;
      if (Reflect.deleteProperty(owner, name)) continue;
      const hidden = Reflect.defineProperty(owner, name, { value: undefined, writable: false, configurable: false });
      if (!hidden) left.push(name);
    }
  }
  return left;
}
