/** Ways to get back in a worker what the lockdown took: code from text, prototypes, stack traces, other people's events, a search of everything. */

import { type Attempt, marked } from './attempt.ts';

const code = (name: string, go: Attempt['go']): Attempt => ({ name, leak: 'code', go });

/** The hidden constructors of functions. */
const MAKERS = {
  function: () => (() => undefined).constructor,
  'async function': () => (async () => undefined).constructor,
  generator: () => function* () {}.constructor,
  'async generator': () => async function* () {}.constructor,
  'function of a bound function': () => (() => undefined).bind(null).constructor,
  'function of a method': () => ({ m() {} }).m.constructor,
  'function of a built-in': () => Math.max.constructor,
  'function of a class': () => class {}.constructor,
  'function of a WebAssembly constructor': () => WebAssembly.Memory.constructor,
  'function by a prototype': () => Object.getPrototypeOf(Object).constructor,
} as const;

type Maker = (text: string) => () => unknown;

const GLOBAL_NAMES = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'RTCPeerConnection', 'importScripts'],
  ...[
    'Worker',
    'SharedWorker',
    'BroadcastChannel',
    'MessageChannel',
    'postMessage',
    'indexedDB',
    'caches',
    'navigator',
  ],
  ...['eval', 'Function', 'setTimeout', 'setInterval', 'queueMicrotask', 'URL', 'Blob', 'Response', 'structuredClone'],
];
const DANGEROUS: ReadonlySet<string> = new Set([
  ...GLOBAL_NAMES,
  ...['EventTarget', 'addEventListener', 'AsyncFunction', 'GeneratorFunction', 'AsyncGeneratorFunction', 'IDBFactory'],
  ...['CacheStorage', 'MessagePort', 'WorkerNavigator', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope', 'close'],
  ...['FileReader', 'ReadableStream', 'Request', 'FontFace', 'OffscreenCanvas', 'reportError', 'createImageBitmap'],
]);

/** Things that the search looks at: some accessors of an open scope give a new object each time. */
const MAX_THINGS = 20_000;

/** Names of dangerous functions that can be reached from `roots` over properties, accessors and prototypes. */
function searchFrom(roots: readonly unknown[]): string[] {
  const seen = new Set<unknown>(roots);
  const found: string[] = [];
  for (const thing of seen) {
    if (seen.size > MAX_THINGS) break;
    if (thing === null || (typeof thing !== 'object' && typeof thing !== 'function')) continue;
    if (typeof thing === 'function' && DANGEROUS.has(thing.name) && !isOurs(thing)) found.push(thing.name);
    seen.add(Object.getPrototypeOf(thing));
    for (const key of Reflect.ownKeys(thing)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(thing, key) ?? {};
      for (const next of [value, get, set]) seen.add(next);
      try {
        if (get !== undefined) seen.add(get.call(thing));
      } catch {
        // An accessor of a prototype wants an instance.
      }
    }
  }
  return found;
}

/** Functions of this script are not the browser's. */
const isOurs = (candidate: object) => !Function.prototype.toString.call(candidate).includes('[native code]');

function stackFrames(): { getThis(): unknown; getFunction(): unknown }[] {
  const errors = Error as unknown as { prepareStackTrace: unknown };
  const before = errors.prepareStackTrace;
  errors.prepareStackTrace = (_: unknown, frames: unknown) => frames;
  const { stack } = new Error();
  errors.prepareStackTrace = before;
  return stack as never;
}

let intercepted: unknown;

/** Handlers that an attacker leaves behind for the next message. Run them in one batch, `SECOND_STEPS` in a later one. */
const FIRST_STEPS: readonly Attempt[] = [
  code('sets traps for the next message', () => {
    const take = (event: unknown) => {
      intercepted = event;
    };
    Object.assign(globalThis, { onmessage: take, onmessageerror: take, onerror: take, onunhandledrejection: take });
    Object.defineProperty(Object.prototype, 'ports', { get: () => undefined, set: take, configurable: true });
    throw new Error('set');
  }),
];

export const SECOND_STEPS: readonly Attempt[] = [
  code('finds an event in its trap', () => {
    if (intercepted === undefined) throw new Error('nothing was caught');
    const found = searchFrom([intercepted]);
    if (found.length === 0) throw new Error('an event without a way out');
    return found.join();
  }),
];

export const RECOVERY_ATTEMPTS: readonly Attempt[] = [
  ...Object.entries(MAKERS).map(([name, maker]) =>
    code(`code from text: ${name}`, () => (maker() as unknown as Maker)('return 1')()),
  ),
  code('eval', () => (Reflect.get(globalThis, 'eval') as (text: string) => unknown)('1')),
  code('timer with text', () => {
    setTimeout('1', 0);
    setInterval('1', 1000);
  }),
  code('module from a data: address', () => import(/* @vite-ignore */ `data:text/javascript,${1}`)),
  code('script from a data: address', () => importScripts('data:text/javascript,1')),
  code('search of everything that can be reached', () => {
    const roots = [globalThis, function* () {}, async () => undefined, async function* () {}, [].values(), /x/, 1n];
    const found = searchFrom([...roots, new Map().values(), Promise.resolve(), new Error(), performance, Symbol()]);
    if (found.length === 0) throw new Error('nothing dangerous');
    return found.join();
  }),
  code('functions and receivers on the stack', () => {
    const frames = stackFrames();
    if (!Array.isArray(frames)) throw new Error('stacks are text');
    const found = searchFrom(frames.flatMap((frame) => [frame.getThis(), frame.getFunction()]));
    if (found.length === 0) throw new Error('nothing on the stack');
    return found.join();
  }),
  code('names by every prototype of the global object', () => {
    for (let owner: object = globalThis; owner !== null; owner = Object.getPrototypeOf(owner)) {
      const name = GLOBAL_NAMES.find((one) => Reflect.get(owner, one, globalThis) !== undefined);
      if (name !== undefined) return name;
    }
    throw new Error('none is left');
  }),
  code('import of a host function into WebAssembly', async ({ away }) => {
    const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0, 8, 1, 0);
    const call = globalThis.fetch.bind(globalThis, marked(away, 'wasm import'));
    await WebAssembly.instantiate(bytes, { a: { b: call } });
  }),
  ...FIRST_STEPS,
];
