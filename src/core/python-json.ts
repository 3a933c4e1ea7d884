/** JSON as Python's `json` module writes it, where fields that nobody needs may hold what JSON does not have. */

/** A string, which is passed over whole, or a number that JSON does not have. */
const STRING_OR_NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * `JSON.parse`, with null in the place of `NaN`, `Infinity` and `-Infinity`.
 *
 * @throws SyntaxError
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(STRING_OR_NON_FINITE, (part) => (part.startsWith('"') ? part : 'null')));
  }
}
