/** A short fingerprint of what was sampled: two runs that agree in it wrote the same programs. */

/**
 * FNV-1a over 32 bits (Fowler, Noll & Vo) of token ids, as 8 hex digits. Order matters, and every row starts with its
 * length, so that no two different lists of rows feed it the same bytes.
 */
export function digestOf(rows: readonly (readonly number[])[]): string {
  let hash = 0x811c9dc5;
  const feed = (word: number) => {
    for (let shift = 0; shift < 32; shift += 8) {
      hash ^= (word >>> shift) & 0xff;
      hash = Math.imul(hash, 0x01000193);
    }
  };
  for (const row of rows) {
    feed(row.length);
    row.forEach(feed);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
