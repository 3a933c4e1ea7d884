/** What the benchmark consists of, and how much of it is wanted. */

export const BENCH_PARTS = ['engines', 'growth', 'webgpu', 'exercise'] as const;

export type BenchPart = (typeof BENCH_PARTS)[number];

export interface BenchOptions {
  /** Timed rounds of every engine. */
  readonly rounds: number;
  /** Epochs of the exercise; the first one is not counted. */
  readonly epochs: number;
  readonly parts: readonly BenchPart[];
  /** Less of everything: one workload of fewer sequences. */
  readonly quick: boolean;
  /** Whether TRL, which takes most of the time, is asked where it is installed. */
  readonly trl: boolean;
}
