/** Python values in files: plain JSON where JSON can say it, an object with one `$` key where it cannot. */

import type { PyValue } from '../core/value.ts';
import { describe, FormatError, fail, inside, type Place } from './fields.ts';
import { hashKey } from './hash-key.ts';
import { LiteralError, parseLiteral } from './literal.ts';
import type { JsonNode } from './lossless.ts';

const INTEGER = /^-?[0-9]+$/;
/** Far more than any problem needs, and few enough to be read and written at once. */
const MAX_DIGITS = 1_000_000;
const SPECIAL_FLOATS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

function items(node: JsonNode, place: Place): PyValue[] {
  if (node.type !== 'array') fail(place, 'a list of items', describe(node));
  return node.items.map((item, i) => readValue(item, inside(place, i)));
}

/** Items of a set or keys of a dict: hashable, and no two of them equal. */
function requireDistinct(values: readonly PyValue[], place: Place, what: string): void {
  const seen = new Set<string>();
  for (const value of values) {
    const key = hashKey(value);
    if (key === null) fail(place, `${what} that Python can hash`, `a ${value.type}`);
    if (seen.has(key)) fail(place, `${what} that differ from each other`, 'two that are equal');
    seen.add(key);
  }
}

function readNumber(literal: string, place: Place): PyValue {
  if (INTEGER.test(literal)) {
    if (literal.length > MAX_DIGITS) fail(place, `an integer of at most ${MAX_DIGITS} digits`, `${literal.length}`);
    return { type: 'int', value: BigInt(literal) };
  }
  const value = Number(literal);
  if (!Number.isFinite(value)) fail(place, 'a float that fits 64 bits ({"$float": "inf"} for infinity)', literal);
  return { type: 'float', value };
}

function readEntries(node: JsonNode, place: Place): (readonly [PyValue, PyValue])[] {
  if (node.type !== 'array') fail(place, 'a list of [key, value] pairs', describe(node));
  const entries = node.items.map((pair, i) => {
    const at = inside(place, i);
    if (pair.type !== 'array' || pair.items.length !== 2) fail(at, 'a [key, value] pair', describe(pair));
    return [readValue(pair.items[0]!, inside(at, 0)), readValue(pair.items[1]!, inside(at, 1))] as const;
  });
  requireDistinct(
    entries.map(([key]) => key),
    place,
    'keys',
  );
  return entries;
}

function readBytes(node: JsonNode, place: Place): PyValue {
  const text = node.type === 'string' ? node.value : '?';
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    fail(place, 'base64 text', describe(node));
  }
  return { type: 'bytes', value: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) };
}

function readFloat(node: JsonNode, place: Place): number {
  if (node.type === 'number') return Number(node.literal);
  const special = node.type === 'string' ? SPECIAL_FLOATS[node.value] : undefined;
  if (special === undefined) fail(place, '"nan", "inf" or "-inf"', describe(node));
  return special;
}

function readComplex(node: JsonNode, place: Place): PyValue {
  if (node.type !== 'array' || node.items.length !== 2) fail(place, '[real, imaginary]', describe(node));
  return {
    type: 'complex',
    re: readFloat(node.items[0]!, inside(place, 0)),
    im: readFloat(node.items[1]!, inside(place, 1)),
  };
}

/** A Python literal that stands as text in a file. */
export function readLiteral(node: JsonNode | undefined, place: Place): PyValue {
  if (node?.type !== 'string') fail(place, 'a Python literal as a string', describe(node));
  try {
    return parseLiteral(node.value);
  } catch (error) {
    if (error instanceof LiteralError) throw new FormatError(place, error.message);
    throw error;
  }
}

function readTagged(tag: string, node: JsonNode, outer: Place): PyValue {
  const place = inside(outer, tag);
  switch (tag) {
    case '$tuple':
      return { type: 'tuple', items: items(node, place) };
    case '$set':
    case '$frozenset': {
      const members = items(node, place);
      requireDistinct(members, place, 'items');
      return { type: tag === '$set' ? 'set' : 'frozenset', items: members };
    }
    case '$dict':
      return { type: 'dict', entries: readEntries(node, place) };
    case '$bytes':
      return readBytes(node, place);
    case '$float':
      return { type: 'float', value: readFloat(node, place) };
    case '$complex':
      return readComplex(node, place);
    case '$literal':
      return readLiteral(node, place);
    default:
      return fail(
        outer,
        'plain data ($tuple, $set, $frozenset, $dict, $bytes, $float, $complex or $literal)',
        `an object with ${JSON.stringify(tag)}`,
      );
  }
}

/** Turns a node into the Python value it stands for; `place` is where it stands, for errors. */
export function readValue(node: JsonNode | undefined, place: Place): PyValue {
  if (node === undefined) fail(place, 'a value', describe(node));
  switch (node.type) {
    case 'null':
      return { type: 'none' };
    case 'bool':
      return { type: 'bool', value: node.value };
    case 'number':
      return readNumber(node.literal, place);
    case 'non-finite':
      return fail(place, 'a JSON value, such as {"$float": "nan"} or {"$float": "inf"}', node.name);
    case 'string':
      return { type: 'str', value: node.value };
    case 'array':
      return { type: 'list', items: items(node, place) };
    case 'object': {
      const [first] = node.entries;
      if (node.entries.length === 1 && first?.[0].startsWith('$')) return readTagged(first[0], first[1], place);
      return {
        type: 'dict',
        entries: node.entries.map(([key, value]) => [
          { type: 'str', value: key },
          readValue(value, inside(place, key)),
        ]),
      };
    }
    default:
      return node satisfies never;
  }
}

function tagged(tag: string, node: JsonNode): JsonNode {
  return { type: 'object', entries: [[tag, node]] };
}

/** A number node that reads back as a float: with a point or an exponent. */
function writeFloat(value: number): JsonNode {
  if (Number.isNaN(value)) return { type: 'string', value: 'nan' };
  if (!Number.isFinite(value)) return { type: 'string', value: value > 0 ? 'inf' : '-inf' };
  const literal = Object.is(value, -0) ? '-0' : String(value);
  return { type: 'number', literal: INTEGER.test(literal) ? `${literal}.0` : literal };
}

function array(values: readonly PyValue[]): JsonNode {
  return { type: 'array', items: values.map(writeValue) };
}

function writeDict(entries: readonly (readonly [PyValue, PyValue])[]): JsonNode {
  const keys = entries.flatMap(([key]) => (key.type === 'str' ? [key.value] : []));
  const looksTagged = keys.length === 1 && keys[0]!.startsWith('$');
  if (keys.length === entries.length && !looksTagged) {
    return { type: 'object', entries: entries.map(([, value], i) => [keys[i]!, writeValue(value)]) };
  }
  return tagged('$dict', {
    type: 'array',
    items: entries.map(([key, value]) => ({ type: 'array', items: [writeValue(key), writeValue(value)] })),
  });
}

/** The inverse of `readValue`; never uses `$literal`. */
export function writeValue(value: PyValue): JsonNode {
  switch (value.type) {
    case 'none':
      return { type: 'null' };
    case 'bool':
      return { type: 'bool', value: value.value };
    case 'int':
      return { type: 'number', literal: String(value.value) };
    case 'float': {
      const node = writeFloat(value.value);
      return node.type === 'string' ? tagged('$float', node) : node;
    }
    case 'complex':
      return tagged('$complex', { type: 'array', items: [writeFloat(value.re), writeFloat(value.im)] });
    case 'str':
      return { type: 'string', value: value.value };
    case 'bytes':
      return tagged('$bytes', { type: 'string', value: btoa(String.fromCharCode(...value.value)) });
    case 'list':
      return array(value.items);
    case 'tuple':
    case 'set':
    case 'frozenset':
      return tagged(`$${value.type}`, array(value.items));
    case 'dict':
      return writeDict(value.entries);
    default:
      return value satisfies never;
  }
}
