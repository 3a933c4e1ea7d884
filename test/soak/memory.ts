/** Whether memory stays flat over a soak: samples on the way, held against each other at the end. */

import { readFileSync } from 'node:fs';

/** Bytes that processes hold in memory (`VmRSS`), summed; null where the system does not tell (Linux does). */
export function residentBytes(processes: readonly number[]): number | null {
  let sum = 0;
  for (const id of processes) {
    try {
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
      if (kilobytes !== undefined) sum += 1024 * Number(kilobytes);
    } catch {
      // The process has ended since it was listed.
    }
  }
  return sum > 0 ? sum : null;
}

/**
 * How much the memory grew within a pass, bytes: the least of the last third of its samples, less the greatest of its
 * first third. Below zero where it shrank; null with fewer than six samples.
 */
export function growth(samples: readonly number[]): number | null {
  const third = Math.floor(samples.length / 3);
  if (third < 2) return null;
  return Math.min(...samples.slice(-third)) - Math.max(...samples.slice(0, third));
}
