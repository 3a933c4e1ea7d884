/** Byte-exact undo of a linear memory, and the two ways to check it: comparison with the checkpoint, and a digest. */

import type { Pointer } from './capi.ts';
import { MAP_BYTES, PAGE_BITS, PAGE_BYTES, pendingFlag, TAIL_BYTES } from './dirty-map.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Puts bytes [from, to) back: what `base` does not reach was zero. */
function putBack(memory: Bytes, base: Bytes, from: number, to: number): void {
  const copied = Math.min(to, base.length);
  if (from < copied) memory.set(base.subarray(from, copied), from);
  if (to > base.length) memory.fill(0, Math.max(from, base.length), Math.min(to, memory.length));
}

/** Puts the whole memory back to `base`, with zeros behind it. */
export function putBackAll(memory: Bytes, base: Bytes): void {
  putBack(memory, base, 0, memory.length);
}

/**
 * Whether the map cannot be trusted: something wrote to its own pages or the page in front, or a bulk operation did
 * not come to its end. Such a write always shows, because the mark for it is set behind it.
 */
function isTampered(memory: Bytes, map: Pointer): boolean {
  if (memory[pendingFlag(map)] !== 0) return true;
  const first = map >>> PAGE_BITS;
  const ownMarks = memory.subarray(map + first - 1, map + first + MAP_BYTES / PAGE_BYTES);
  return ownMarks.some((mark) => mark !== 0);
}

/**
 * Puts the marked pages back to `base` and clears the map at address `map`; puts everything back when the map cannot
 * be trusted. `base` holds an empty map.
 */
export function putBackMarked(memory: Bytes, base: Bytes, map: Pointer): void {
  if (isTampered(memory, map)) {
    putBackAll(memory, base);
    return;
  }
  const pages = memory.length >>> PAGE_BITS;
  const words = new Uint32Array(memory.buffer, map, pages / 4);
  /** First page of the run of marked pages that is open, or −1. */
  let first = -1;
  const close = (end: number) => {
    if (first >= 0) putBack(memory, base, first * PAGE_BYTES, end * PAGE_BYTES + TAIL_BYTES);
    first = -1;
  };
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) {
      close(4 * word);
      continue;
    }
    for (let page = 4 * word; page < 4 * word + 4; page++) {
      if (memory[map + page] === 0) close(page);
      else if (first < 0) first = page;
    }
    words[word] = 0;
  }
  close(pages);
  // A store that traps at the end of memory may have written a part on some processors, and is not marked.
  putBack(memory, base, memory.length - PAGE_BYTES, memory.length);
}

/** Whether memory equals `base` byte for byte and is zero behind it. Both start and end at multiples of 4 bytes. */
export function equalsBase(memory: Bytes, base: Bytes): boolean {
  const words = new Uint32Array(memory.buffer);
  const expected = new Uint32Array(base.buffer, base.byteOffset, base.length / 4);
  for (let i = 0; i < expected.length; i++) if (words[i] !== expected[i]) return false;
  for (let i = expected.length; i < words.length; i++) if (words[i] !== 0) return false;
  return true;
}

/** The primes of xxHash32 (Collet, github.com/Cyan4973/xxHash): odd, so that multiplication loses nothing. */
const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const;

/** One step of a lane; for a fixed word it can be turned back. */
function mix(lane: number, word: number, prime: number): number {
  const x = Math.imul(lane ^ word, prime);
  return x ^ (x >>> 15);
}

/**
 * A 128-bit fingerprint of `bytes` (a multiple of 16) as 32 hexadecimal digits. Each step maps states one to one, so
 * that a change in one group of 16 bytes always shows. It is no cryptographic hash: `equalsBase` is the proof of undo,
 * this is its label.
 */
export function fingerprint(bytes: Bytes): string {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let [a, b, c, d]: readonly [number, number, number, number] = PRIMES;
  for (let i = 0; i < words.length; i += 4) {
    a = mix(a ^ d, words[i]!, PRIMES[0]);
    b = mix(b ^ a, words[i + 1]!, PRIMES[1]);
    c = mix(c ^ b, words[i + 2]!, PRIMES[2]);
    d = mix(d ^ c, words[i + 3]!, PRIMES[3]);
  }
  return [a, b, c, d].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
