/** The problems that a person brings to a run, checked before anything is stored or measured. */

import { type PromptCodec, promptRoom } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import { testCount } from '../core/tests.ts';
import type { Problem } from '../core/types.ts';
import { checkDraw, checkHarness } from '../rl/rollout/epoch.ts';
import type { ProblemSets } from './measuring/measure.ts';
import { checkStreams } from './measuring/streams.ts';

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
  checkStreams(all.own?.length ?? 0, config.evaluation.samples);
  checkDraw(config, all);
  checkHarness(config, all);
  return all;
}

export interface Fitting {
  /** In the order in which they came. */
  readonly fitting: readonly Problem[];
  /** Says how many were left out, and which first; null where all fit. */
  readonly notice: string | null;
}

/**
 * The problems whose prompts leave room for a program in every model that is to read them: one that is too long costs no
 * other.
 *
 * @throws Error, one sentence, where there are problems and none fits
 */
export function fittingProblems(
  own: readonly Problem[],
  codecs: readonly Pick<PromptCodec, 'contextLength' | 'encodePrompt'>[],
  maxNewTokens: number,
): Fitting {
  const faults = own.map((problem) => {
    const tooLong = codecs
      .map((codec) => ({
        tokens: codec.encodePrompt(problem).length,
        most: promptRoom(codec.contextLength, maxNewTokens),
      }))
      .find(({ tokens, most }) => tokens > most);
    return tooLong && { id: problem.id, ...tooLong };
  });
  const [first, ...more] = faults.flatMap((fault) => fault ?? []);
  if (first === undefined) return { fitting: own, notice: null };
  const { id, tokens, most } = first;
  const expected = `a prompt of at most ${most} tokens before a program of ${maxNewTokens}`;
  const left = more.length + 1;
  if (left === own.length) {
    const others = left === 1 ? '' : `: none of ${own.length} fits`;
    refuse(id, expected, `${tokens}${others}`);
  }
  const which = left === 1 ? JSON.stringify(id) : `${JSON.stringify(id)} and ${more.length} more`;
  const notice = `problems: ${left} of ${own.length} own left out, ${which}: expected ${expected}, got ${tokens}`;
  return { fitting: own.filter((_, i) => faults[i] === undefined), notice };
}
