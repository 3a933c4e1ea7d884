/** What a measurement cost, and what judging every different program once saved. */

export interface MeasureCost {
  /** Programs that were drawn now, and those that were kept from earlier. */
  readonly sampled: number;
  readonly kept: number;
  /** Of both: those that hit the length limit. They are never run, so that nothing is saved on them either. */
  readonly cutOff: number;
  /** Different programs that were judged now with all tests. */
  readonly judged: number;
  /** Completions of the tests prompt that were drawn now, and those that were kept from earlier. */
  readonly tests: number;
  readonly keptTests: number;
  /** Runs of a program on a test that the model wrote. */
  readonly cells: number;
  /** Programs that were run on probe inputs. */
  readonly probed: number;
  /** Of wall time, without pauses. */
  readonly seconds: number;
}

/**
 * Of the sampled programs that were not cut off, drawn now or earlier: the share that was not run now, since a program like
 * it was judged before. 0 where there is none. Cells and probes are runs of their own and no part of it.
 */
export function savedShare({ sampled, kept, cutOff, judged }: MeasureCost): number {
  const ended = sampled + kept - cutOff;
  return ended === 0 ? 0 : Math.max(0, 1 - judged / ended);
}
