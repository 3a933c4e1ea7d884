/** Takes everything but the language out of a worker's global scope: a wall of its own behind the import firewall. */

/** What stays: the language's own globals and the few functions of the web that the engine calls. */
const KEPT: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  ...[
    'globalThis',
    'undefined',
    'NaN',
    'Infinity',
    'Object',
    'Boolean',
    'Symbol',
    'String',
    'Number',
    'BigInt',
    'Math',
  ],
  ...['Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'Promise', 'Proxy'],
  ...['Reflect', 'JSON', 'Date', 'RegExp', 'Intl', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SuppressedError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'InternalError', 'DisposableStack', 'AsyncDisposableStack'],
  ...['ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array'],
  ...['Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ...['WebAssembly', 'TextEncoder', 'TextDecoder', 'performance', Symbol.toStringTag],
]);

/** One function of each kind: their constructors make code from text and can be reached without a name. */
const FUNCTIONS = [() => undefined, async () => undefined, function* () {}, async function* () {}];

/** Deletes a property, or leaves an unchangeable `undefined` in its place; false when neither works. */
function remove(owner: object, key: PropertyKey): boolean {
  if (Reflect.deleteProperty(owner, key)) return true;
  // A constant such as Chromium's TEMPORARY, which holds a number, leads nowhere.
  const { value } = Reflect.getOwnPropertyDescriptor(owner, key) ?? {};
  if (typeof value === 'number') return true;
  return Reflect.defineProperty(owner, key, { value: undefined, writable: false, configurable: false });
}

/**
 * Removes every property that is not in KEPT from `scope` and from all its prototypes up to `Object.prototype`, and the
 * constructors that make functions from text. Handlers that were set before go on working. A list of what stays, not of
 * what goes, because every release of a browser brings new names.
 *
 * @returns the names that could not be removed: none in the browsers that we test
 */
export function lockDown(scope: object): string[] {
  const left: string[] = [];
  const take = (owner: object, key: PropertyKey) => {
    if (!remove(owner, key)) left.push(String(key));
  };
  for (let owner = scope; owner !== Object.prototype && owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(owner)) if (!KEPT.has(key)) take(owner, key);
  }
  for (const sample of FUNCTIONS) take(Object.getPrototypeOf(sample), 'constructor');
  return left;
}
