/** Values as a person types them: Python text that reads back as the very same value, and arguments side by side. */

import { containerText, repr } from '../core/repr.ts';
import type { PyValue } from '../core/value.ts';
import { LiteralError, parseLiteral, readArguments } from './literal.ts';

/** Python for a value; unlike its `repr` it is read back to the last bit, whatever the value is. */
export function typedText(value: PyValue): string {
  switch (value.type) {
    case 'int':
      // Python writes no decimal number of more than 4300 digits, but reads any hexadecimal one.
      return /^-?\d/.test(repr(value)) ? repr(value) : hexadecimal(value.value);
    case 'float':
      return Number.isFinite(value.value) ? repr(value) : `float('${repr(value)}')`;
    case 'complex':
      return complexText(value.re, value.im);
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'dict':
      return containerText(value, typedText);
    case 'none':
    case 'bool':
    case 'str':
    case 'bytes':
      return repr(value);
    default:
      return value satisfies never;
  }
}

const hexadecimal = (value: bigint): string =>
  `${value < 0n ? '-' : ''}0x${(value < 0n ? -value : value).toString(16)}`;

/** `-2j` is minus zero minus 2j to Python: what a sum cannot say without touching the sign of a zero, a call says. */
function complexText(re: number, im: number): string {
  const isSum =
    Number.isFinite(re) && Number.isFinite(im) && (re !== 0 || (Object.is(re, 0) && !Object.is(im, -0) && im >= 0));
  if (isSum) return repr({ type: 'complex', re, im });
  return `complex(${typedText({ type: 'float', value: re })}, ${typedText({ type: 'float', value: im })})`;
}

export const typedArguments = (values: readonly PyValue[]): string => values.map(typedText).join(', ');

/** What came of a text: a value, or where reading ended and what was expected there. */
export type Typed<T> =
  | { readonly type: 'read'; readonly value: T }
  | { readonly type: 'wrong'; readonly message: string; readonly line: number; readonly column: number };

function attempt<T>(read: () => T): Typed<T> {
  try {
    return { type: 'read', value: read() };
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    return { type: 'wrong', message: error.detail, line: error.line, column: error.column };
  }
}

export const readTypedValue = (text: string): Typed<PyValue> => attempt(() => parseLiteral(text, 'typed'));

/** `[1, 2], 3`: two arguments; nothing at all: none. */
export function readTypedArguments(text: string): Typed<readonly PyValue[]> {
  // On a line of its own, so that no comment hides the bracket that ends them.
  const source = `${text}\n)`;
  const result = attempt(() => {
    const { args, end } = readArguments(source, 0, 'typed');
    if (end < source.length) {
      throw new LiteralError('expected arguments up to the end, got one ) too many', source, end - 1);
    }
    return args;
  });
  // That bracket is none of the person's.
  return result.type === 'wrong' && result.line > text.split('\n').length
    ? {
        ...result,
        message: result.message.replace(/got \)$/, 'got the end'),
        line: result.line - 1,
        column: text.length - text.lastIndexOf('\n'),
      }
    : result;
}
