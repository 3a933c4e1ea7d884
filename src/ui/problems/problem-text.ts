/** Problem texts for tight places: what all of the ten begin with is said once. */

/** The longest run of whole words that all texts begin with, its last space included; empty for fewer than two texts. */
export function commonOpening(texts: readonly string[]): string {
  const [first, ...others] = texts;
  if (first === undefined || others.length === 0) return '';
  let length = first.length;
  for (const text of others) {
    let same = 0;
    while (same < length && text[same] === first[same]) same++;
    length = same;
  }
  return first.slice(0, first.slice(0, length).lastIndexOf(' ') + 1);
}

/** The text without the common opening. */
export const afterOpening = (text: string, opening: string): string =>
  text.startsWith(opening) ? text.slice(opening.length) : text;
