/** Which slots of a `[B, T]` table hold tokens that the model chose. */

/** Number of tokens up to and including the first end of text: what the model is trained on. */
export function trainedLength(ids: readonly number[], endOfText: number): number {
  const end = ids.indexOf(endOfText);
  return end === -1 ? ids.length : end + 1;
}

/**
 * Mask `[B, T]`, row-major: 1 for every token up to and including the first end of text, 0 after it. The end of text is
 * the model's decision to stop and needs its gradient; it is found by position, because padding may share its id.
 *
 * @param width T, at least the longest row
 */
export function completionMask(rows: readonly (readonly number[])[], endOfText: number, width: number): Uint8Array {
  const mask = new Uint8Array(rows.length * width);
  rows.forEach((ids, b) => {
    if (ids.length > width) throw new Error(`mask: expected rows of at most ${width} tokens, got ${ids.length}`);
    mask.fill(1, b * width, b * width + trainedLength(ids, endOfText));
  });
  return mask;
}
