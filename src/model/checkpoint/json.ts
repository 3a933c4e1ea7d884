/** Values that came out of a file's JSON: whether one is an object, and what it says, short enough for an error. */

const MOST = 80;

/** JSON of a value, cut short; `nothing` where there is none. */
export function shown(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'nothing';
  } catch {
    // Nested deeper than the stack.
    text = Array.isArray(value) ? 'nested lists' : 'nested objects';
  }
  return short(text);
}

/** A text of at most 80 characters. */
export function short(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}…`;
}

/** An object with keys, which a list and null are not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
