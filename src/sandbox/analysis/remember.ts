/** Keeps what is dear to make and asked for again and again. */

/** `make` with a memory of its last answers; when `most` are kept, all are forgotten. */
export function remember<A extends readonly unknown[], T>(
  most: number,
  keyOf: (...args: A) => string,
  make: (...args: A) => T,
): (...args: A) => T {
  const known = new Map<string, T>();
  return (...args) => {
    const key = keyOf(...args);
    if (known.has(key)) return known.get(key)!;
    const made = make(...args);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
