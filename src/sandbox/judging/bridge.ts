/** The bridge between the interpreters: what the stub in the trusted one asks, done in the sealed one, and put into a reply. */

import type { PyValue } from '../../core/value.ts';
import { pyEquals } from '../../core/value-equal.ts';
import { unmarshal } from '../cpython/marshal-read.ts';
import { marshal, marshalSize } from '../cpython/marshal-write.ts';
import { type BuiltinType, isBuiltinType } from './builtin-types.ts';
import type { Failure } from './failure.ts';
import type { CallResult, Program } from './program.ts';

/** A reply for the stub (`stub.ts`), and the failure of the program where there was one. */
export interface Answer {
  readonly reply: PyValue;
  readonly failure: Failure | undefined;
}

/** Longer texts do not cross: shared parts are written as often as they stand in a value, which may be exponentially often. */
const MAX_CROSSING_BYTES = 1 << 23;
const TOO_LARGE = `too large: more than ${MAX_CROSSING_BYTES} bytes`;
const crosses = (...values: PyValue[]): boolean => marshalSize({ type: 'tuple', items: values }) <= MAX_CROSSING_BYTES;

const NONE: PyValue = { type: 'none' };
const text = (value: string): PyValue => ({ type: 'str', value });
const int = (value: number): PyValue => ({ type: 'int', value: BigInt(value) });
const tuple = (...items: PyValue[]): PyValue => ({ type: 'tuple', items });

const isMutable = ({ type }: PyValue): boolean => type === 'list' || type === 'dict' || type === 'set';

/** New contents by position of the lists, dicts and sets that the program changed; None for what is no plain data. */
function changes(program: Program, before: readonly PyValue[]): [PyValue, PyValue][] {
  if (!before.some(isMutable)) return [];
  const now = program.argumentsNow();
  return before.flatMap((old, i) => {
    // An argument is read from our own tuple: where the state is gone there is nothing to tell.
    if (!isMutable(old) || now.length !== before.length) return [];
    const value = now[i];
    const same = value !== undefined && pyEquals(old, value, 'strict');
    return same ? [] : [[int(i), value !== undefined && crosses(value) ? value : NONE]];
  });
}

function raised({ raised: exception, error }: Failure): PyValue {
  const { type = 'RuntimeError', args = [text(error)], message = error, types = [] } = exception ?? {};
  const addresses = types.length === 0 ? [0] : types;
  return tuple(
    text(type),
    crosses(...args) ? tuple(...args) : tuple(text(message)),
    text(message),
    tuple(...addresses.map(int)),
  );
}

function describeResult(result: CallResult, before: readonly PyValue[]): readonly [kind: string, value: PyValue] {
  switch (result.type) {
    case 'value': {
      const { argument, value } = result;
      const returned = argument === undefined ? undefined : before[argument];
      // What was changed in place comes back as the very object that was handed over.
      if (returned !== undefined && isMutable(returned)) return ['argument', int(argument!)];
      return crosses(value) ? ['value', value] : ['opaque', tuple(text(`value: ${TOO_LARGE}`), NONE)];
    }
    case 'opaque':
      return ['opaque', tuple(text(result.reason), result.handle === undefined ? NONE : int(result.handle))];
    case 'failed':
      return ['raise', raised(result.failure)];
    default:
      return result satisfies never;
  }
}

/** Positional arguments of what the stub asks for; empty where it hands nothing over. */
function positionalOf(what: PyValue, payload: PyValue): readonly PyValue[] {
  const args = what.type === 'tuple' ? what : payload.type === 'tuple' ? payload.items[1] : undefined;
  return args?.type === 'tuple' ? args.items : [];
}

/** Names of builtin types by position; of any other name None stays in its place. */
function typesOf(names: PyValue): ReadonlyMap<number, BuiltinType> {
  const pairs = names.type === 'dict' ? names.entries : [];
  return new Map(
    pairs.flatMap(([at, name]) =>
      at.type === 'int' && name.type === 'str' && isBuiltinType(name.value) ? [[Number(at.value), name.value]] : [],
    ),
  );
}

function perform(program: Program, what: PyValue, payload: PyValue): CallResult | undefined {
  if (!crosses(what, payload)) {
    const failure = { outcome: 'runtime_error', error: `ValueError: arguments ${TOO_LARGE}` } as const;
    return { type: 'failed', failure, ticks: program.ticks };
  }
  if (what.type === 'tuple') return program.call(marshal(what), marshal(payload));
  const handle = payload.type === 'tuple' ? payload.items[0] : payload;
  const [, args = tuple(), keywords = NONE] = payload.type === 'tuple' ? payload.items : [];
  if (what.type === 'str' && what.value === 'function' && handle?.type === 'str') {
    return program.callNamed(handle.value, marshal(args), marshal(keywords));
  }
  if (what.type === 'str' && what.value === 'types' && handle !== undefined) {
    return program.call(marshal(args), marshal(keywords), typesOf(handle));
  }
  if (what.type !== 'str' || handle?.type !== 'int') {
    const error = 'TypeError: what the program returned is not plain data, and its state is gone';
    return { type: 'failed', failure: { outcome: 'runtime_error', error }, ticks: program.ticks };
  }
  const object = Number(handle.value);
  if (what.value === 'iter') return program.iterate(object);
  if (what.value === 'next') return program.next(object);
  return program.callObject(object, marshal(args), marshal(keywords));
}

/**
 * Does what the stub asks (two marshal texts, see `stub.ts`). `spent` is the kill that ended the program before in the
 * present unit: then nothing runs, and the same failure is the answer.
 */
export function answerBridge(
  program: Program,
  whatBytes: Uint8Array,
  payloadBytes: Uint8Array,
  spent: Failure | undefined,
): Answer {
  const reply = (kind: string, value: PyValue, changed: readonly [PyValue, PyValue][] = []): PyValue =>
    tuple(text(kind), value, { type: 'dict', entries: changed });
  if (spent !== undefined) return { reply: reply('raise', raised(spent)), failure: spent };
  const what = unmarshal(whatBytes).value;
  const payload = unmarshal(payloadBytes).value;
  const before = positionalOf(what, payload);
  const result = perform(program, what, payload);
  if (result === undefined) return { reply: reply('end', NONE), failure: undefined };
  const failure = result.type === 'failed' ? result.failure : undefined;
  const ended = failure !== undefined && failure.raised === undefined;
  return { reply: reply(...describeResult(result, before), ended ? [] : changes(program, before)), failure };
}
