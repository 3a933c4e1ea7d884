/** String and bytes tokens of Python source, decoded as the language reference says (2.4.1 "String and Bytes literals"). */

/** What a token holds: text, or bytes. */
export type Decoded =
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array };

/** Refusal with the offset in the token where it happened. */
export class StringTokenError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'StringTokenError';
    this.offset = offset;
  }
}

const OPENING = /^([A-Za-z]{0,2})('''|"""|'|")/;
const PREFIXES: ReadonlySet<string> = new Set(['', 'r', 'u', 'b', 'br', 'rb']);

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Digits of the numeric escapes; the last two exist in text only. */
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Decodes the escape whose backslash is at `at`; returns its text and the offset behind it. */
function decodeEscape(source: string, at: number, isBytes: boolean): [text: string, next: number] {
  const letter = source[at + 1] ?? '';
  const simple = SIMPLE[letter];
  if (simple !== undefined) return [simple, at + 2];
  const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined) {
    const code = Number.parseInt(octal, 8);
    return [String.fromCharCode(isBytes ? code & 0xff : code), at + 1 + octal.length];
  }
  const digits = isBytes && letter !== 'x' ? undefined : HEX_DIGITS[letter];
  if (digits !== undefined) {
    const hex = source.slice(at + 2, at + 2 + digits);
    if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(hex)) {
      throw new StringTokenError(`expected ${digits} hexadecimal digits after \\${letter}`, at);
    }
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff) throw new StringTokenError(`expected a code point up to 10ffff, got ${hex}`, at);
    return [String.fromCodePoint(code), at + 2 + digits];
  }
  if (letter === 'N' && !isBytes) {
    throw new StringTokenError('expected \\u or \\U with the code point, got a character by name', at);
  }
  return [`\\${letter}`, at + 2]; // Python keeps the backslash of an escape it does not know.
}

function requireAscii(text: string, start: number): void {
  if (/\P{ASCII}/u.test(text)) throw new StringTokenError('expected only ASCII characters in bytes', start);
}

const HIGH_SURROGATE = /[\ud800-\udbff]$/;
const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** Two escapes that JavaScript would fuse into one character stay two in Python, and cannot be held here. */
export function fusesSurrogates(before: string, after: string): boolean {
  return HIGH_SURROGATE.test(before) && LOW_SURROGATE.test(after);
}

/**
 * Decodes the token that starts at `start` in `source`.
 *
 * @returns the value and the offset behind the closing quote
 * @throws StringTokenError
 */
export function decodeStringToken(source: string, start: number): [decoded: Decoded, next: number] {
  const opening = OPENING.exec(source.slice(start, start + 5));
  const prefix = (opening?.[1] ?? '').toLowerCase();
  const quote = opening?.[2];
  if (quote === undefined) throw new StringTokenError('expected a string', start);
  if (!PREFIXES.has(prefix)) throw new StringTokenError(`expected a plain string, got the prefix ${prefix}`, start);
  const isBytes = prefix.includes('b');
  const isRaw = prefix.includes('r');
  let out = '';
  let at = start + prefix.length + quote.length;
  while (!source.startsWith(quote, at)) {
    const character = source[at];
    if (character === undefined) throw new StringTokenError('expected the closing quote of this string', start);
    if (character === '\n' && quote.length === 1) {
      throw new StringTokenError('expected the closing quote before the end of the line', start);
    }
    let piece = character;
    let next = at + 1;
    if (character === '\\' && isRaw) {
      piece = source.slice(at, at + 2); // A raw backslash keeps a quote from closing, and both stay.
      next = at + 2;
    } else if (character === '\\') {
      [piece, next] = decodeEscape(source, at, isBytes);
      if (fusesSurrogates(out, piece)) {
        throw new StringTokenError('expected one \\U escape, got two surrogates side by side', at);
      }
    }
    if (isBytes && (character !== '\\' || isRaw)) requireAscii(piece, at);
    out += piece;
    at = next;
  }
  const value = isBytes ? Uint8Array.from(out, (character) => character.charCodeAt(0)) : out;
  const decoded: Decoded = typeof value === 'string' ? { type: 'str', value } : { type: 'bytes', value };
  return [decoded, at + quote.length];
}
