/** What a file says, as text for an error: short, whatever it is. */

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
