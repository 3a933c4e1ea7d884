/** Reads what our own Python in the trusted interpreter answers. */

import type { PyValue } from '../../core/value.ts';

/** A value that our own Python cannot have sent: a mistake of ours. */
function unexpected(expected: string, value: PyValue | undefined): Error {
  return new Error(`analyser: expected ${expected}, got ${value?.type ?? 'nothing'}`);
}

export function items(value: PyValue | undefined): readonly PyValue[] {
  if (value?.type === 'tuple' || value?.type === 'list') return value.items;
  throw unexpected('a list', value);
}

export function text(value: PyValue | undefined): string {
  if (value?.type === 'str') return value.value;
  throw unexpected('a str', value);
}

export function integer(value: PyValue | undefined): number {
  if (value?.type === 'int') return Number(value.value);
  throw unexpected('an int', value);
}
