/** The problems that a person brings to a run, checked before anything is stored or measured. */

import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import { testCount } from '../core/tests.ts';
import type { Problem } from '../core/types.ts';
import { checkDraw, checkHarness } from '../rl/rollout/epoch.ts';
import type { ProblemSets } from './measuring/measure.ts';

function refuse(id: string, expected: string, got: string): never {
  throw new Error(`problems: ${JSON.stringify(id)}: expected ${expected}, got ${got}`);
}

/** Rates and programs are kept by id, and without a visible test every program would earn the same. */
function checkOwn(own: readonly Problem[], { lecture, auxiliary, phrasings, compositions }: ProblemSets): void {
  const taken = new Set([lecture, auxiliary, phrasings, compositions].flat().map(({ id }) => id));
  for (const problem of own) {
    const { id } = problem;
    if (taken.has(id)) refuse(id, 'an id that no other problem has', 'one that is taken');
    taken.add(id);
    if (testCount(problem, 'public') + testCount(problem, 'reward') === 0)
      refuse(id, 'a public or reward test to learn from', 'none');
  }
}

/**
 * The sets of a run: those of the page, and a person's own where the run visits any.
 *
 * @throws Error, one sentence, where the run could not be
 */
export function setsOf(config: RunConfig, sets: ProblemSets, own: readonly Problem[] = []): ProblemSets {
  const all = config.ownProblems === 0 ? sets : { ...sets, own };
  checkOwn(all.own ?? [], sets);
  checkDraw(config, all);
  checkHarness(config, all);
  return all;
}

/** @throws Error for a text that leaves no room for a program */
export function checkPrompts(own: readonly Problem[], codec: PromptCodec, maxNewTokens: number): void {
  // The last token of a program is never read, so that it takes no place.
  const most = codec.contextLength + 1 - maxNewTokens;
  for (const problem of own) {
    const tokens = codec.encodePrompt(problem).length;
    if (tokens > most) {
      refuse(problem.id, `a prompt of at most ${most} tokens before a program of ${maxNewTokens}`, `${tokens}`);
    }
  }
}
