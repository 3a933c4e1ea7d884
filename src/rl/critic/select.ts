/** What critic sampling goes on with: which beginning of a program that passes, which programs that fail, and how often each. */

/** A beginning this close to the most promising one counts as promising as it. */
const NEAR_PEAK = 0.9;

/**
 * How many tokens of a passing program its refinement keeps. CodeRL cuts where the critic's probability of passing is
 * highest; a critic that is sure of a program is surest at its end, where nothing is left to write. So this is the
 * shortest beginning that reaches nine tenths of the peak, and what is left is a token at least besides the end of text.
 *
 * @param passing the critic's probability of passing after each token, `[T]`, end of text included
 */
export function tokensToKeep(passing: readonly number[]): number {
  const beginnings = passing.slice(0, -2);
  const peak = Math.max(...beginnings);
  return beginnings.findIndex((p) => p >= NEAR_PEAK * peak) + 1;
}

/** The first program of each text, in order. */
export function distinctPrograms<T extends { readonly code: string }>(programs: readonly T[]): T[] {
  const byCode = new Map<string, T>();
  for (const program of programs) if (!byCode.has(program.code)) byCode.set(program.code, program);
  return [...byCode.values()];
}

/** Most promising first; of two alike, the earlier. */
export function byPromise<T extends { readonly passing: readonly number[] }>(programs: readonly T[]): T[] {
  const promise = ({ passing }: T) => passing.at(-1) ?? 0;
  return [...programs].sort((a, b) => promise(b) - promise(a));
}

/** `count` picks in turn, so that each comes up about as often; the first ones get what does not divide. */
export function dealt<T>(items: readonly T[], count: number): T[] {
  return items.length === 0 ? [] : Array.from({ length: count }, (_, i) => items[i % items.length]!);
}
