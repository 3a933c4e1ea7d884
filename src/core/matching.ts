/** Whether two lots of equal size can be paired one to one: augmenting paths, found breadth first. */

/**
 * @param size members on each side, numbered from 0
 * @param fits whether the i-th member on the left may be paired with the j-th on the right
 */
export function perfectMatching(size: number, fits: (i: number, j: number) => boolean): boolean {
  /** By member on the right: its partner on the left, or -1. */
  const partner = new Int32Array(size).fill(-1);
  for (let start = 0; start < size; start++) {
    /** By member on the right: from which member on the left the search came to it, or -1. */
    const from = new Int32Array(size).fill(-1);
    const queue = [start];
    let free = -1;
    for (let i = queue.shift(); i !== undefined && free < 0; i = queue.shift()) {
      for (let j = 0; j < size && free < 0; j++) {
        if (from[j]! >= 0 || !fits(i, j)) continue;
        from[j] = i;
        if (partner[j]! < 0) free = j;
        else queue.push(partner[j]!);
      }
    }
    if (free < 0) return false;
    turnPath(partner, from, free, start);
  }
  return true;
}

/** Gives every member on the path from `start` to the free member its new partner. */
function turnPath(partner: Int32Array, from: Int32Array, free: number, start: number): void {
  for (let j = free; ; ) {
    const i = from[j]!;
    const before = partner.indexOf(i);
    partner[j] = i;
    if (i === start) return;
    j = before;
  }
}
