/** A small stable hash of text, for choices that must never change with order or with random numbers. */

/** FNV-1a, 32 bits, over UTF-16 code units (Fowler, Noll & Vo), with the avalanche step of MurmurHash3. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
