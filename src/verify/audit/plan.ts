/** Which programs an audit runs on a problem, and in which order: every attack is followed by the honest ones that it may harm. */

import { createRng } from '../../core/rng.ts';
import type { Problem } from '../../core/types.ts';
import { type Attack, type AttackKind, type AttackTarget, define, targetOf } from './attack.ts';

/** Kinds that change something which could outlive them. */
const FOLLOWED: readonly AttackKind[] = ['patching', 'interference', 'escape', 'state'];

export type Step = { readonly code: string } & (
  | { readonly type: 'control'; readonly program: 'right' | 'wrong' }
  | { readonly type: 'attack'; readonly attack: Attack }
  | { readonly type: 'follower'; readonly program: 'right' | 'wrong'; readonly attack: Attack }
);

/** An honest answer that no test expects. */
function wrongProgram(target: AttackTarget): string {
  return define(target, "return 'neither right nor a cheat'");
}

/**
 * One problem's programs in the order in which they should meet the interpreter. Followers carry a comment, because
 * identical programs are judged once, and it is the second run that tells.
 */
export function planSteps(problem: Problem, suite: readonly Attack[]): readonly Step[] {
  const target = targetOf(problem);
  const honest = (['right', 'wrong'] as const).flatMap((program) => {
    const code = program === 'right' ? problem.reference : wrongProgram(target);
    return code === undefined ? [] : [{ program, code }];
  });
  const controls = honest.map((one): Step => ({ type: 'control', ...one }));
  const attacks = suite.flatMap((attack): Step[] => {
    const first: Step = { type: 'attack', attack, code: attack.program(target) };
    if (!FOLLOWED.includes(attack.kind)) return [first];
    const after = honest.map(({ program, code }): Step => {
      return { type: 'follower', program, attack, code: `${code.trimEnd()}\n# after ${attack.id}\n` };
    });
    return [first, ...after];
  });
  return [...controls, ...attacks];
}

/** At most `count` problems, drawn by `seed`, in the order of the set. */
export function drawProblems(problems: readonly Problem[], count: number, seed: number): readonly Problem[] {
  if (count >= problems.length) return problems;
  const drawn = new Set(createRng('problems', seed).shuffle(problems).slice(0, count));
  return problems.filter((problem) => drawn.has(problem));
}
