/** What English asks of numbers. */

/** 1 → "1 tick", 1204 → "1,204 ticks". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? noun : `${noun}s`}`;
