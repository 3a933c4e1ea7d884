/** What the families' programs do on a few inputs: measured once with CPython, read by the generator for tests and repairs. */

import * as v from 'valibot';

const BehaviourSchema = v.record(
  v.string(),
  v.strictObject({
    /** Argument lists as Python source: `[1, 2], 3`. */
    calls: v.array(v.string()),
    /** The reference's result of each call as a Python literal. */
    expected: v.array(v.string()),
    /** One number for `popular` and each of `wrong`: bit i is set when that body fails call i. */
    fails: v.array(v.number()),
  }),
);

/** By family id. */
export type BehaviourTable = v.InferOutput<typeof BehaviourSchema>;
export type Behaviour = BehaviourTable[string];

/** Checks what was read from `behaviour.json`. */
export function parseBehaviour(input: unknown): BehaviourTable {
  const result = v.safeParse(BehaviourSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`behaviour: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
}

/** `assert solution(1, 2) == 3` for call number `index`. */
export function assertLine(behaviour: Behaviour, index: number, expected = behaviour.expected[index]): string {
  return `assert solution(${behaviour.calls[index]}) == ${expected}`;
}
