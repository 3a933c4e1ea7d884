/**
 * Plain data as ASCII text and back, between Node and the page. JSON alone would lose big integers, bytes, weights and
 * special floats; and lone surrogates do not survive the browser's debugging protocol unless they are escaped.
 */

const TAG = '$wire';
const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function tag(kind: string, value: string) {
  return { [TAG]: kind, value };
}

function replace(value: unknown): unknown {
  if (typeof value === 'bigint') return tag('bigint', String(value));
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return tag('number', Object.is(value, -0) ? '-0' : String(value));
  }
  if (value instanceof Uint8Array) return tag('bytes', toBase64(value));
  if (value instanceof Float32Array) {
    return tag('floats', toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
  }
  return value;
}

function restore(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(TAG in value) || !('value' in value)) return value;
  const text = String(value.value);
  switch (value[TAG]) {
    case 'bigint':
      return BigInt(text);
    case 'number':
      return Number(text);
    case 'bytes':
      return fromBase64(text);
    case 'floats':
      return new Float32Array(fromBase64(text).buffer);
    default:
      return value;
  }
}

/** ASCII text of plain data: objects, lists, strings, numbers, bigints, `Uint8Array`, `Float32Array`. */
export function toWire(value: unknown): string {
  const json = JSON.stringify(value ?? null, (_key, one) => replace(one));
  return json.replace(/\P{ASCII}/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      return `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** The inverse of `toWire`; `undefined` comes back as null. */
export function fromWire(text: string): unknown {
  return JSON.parse(text, (_key, value) => restore(value));
}
