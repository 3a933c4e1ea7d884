/** Which problems an epoch visits: a pure function of (configuration, sets, step), so that a resumed run draws the same. */

import type { RunConfig } from '../../core/config.ts';
import { createRng } from '../../core/rng.ts';
import { hasValueTests } from '../../core/tests.ts';
import type { Problem } from '../../core/types.ts';

export interface TrainingProblems {
  /** The problems that are to be learned. */
  readonly lecture: readonly Problem[];
  /** Other tasks that keep the model from forgetting. */
  readonly auxiliary: readonly Problem[];
  /** What a person wrote or imported; none when absent. */
  readonly own?: readonly Problem[];
}

type DrawCounts = Pick<RunConfig, 'lectureProblems' | 'auxiliaryProblems' | 'ownProblems'>;
type DrawConfig = DrawCounts & Pick<RunConfig, 'seed'>;

/**
 * Refuses to draw more problems than there are, in one sentence. A run asks before it measures anything; `drawProblems`
 * holds it for everybody else.
 */
export function checkDraw(config: DrawCounts, sets: TrainingProblems): void {
  for (const set of ['lecture', 'auxiliary', 'own'] as const) {
    const field = `${set}Problems` as const;
    const there = sets[set]?.length ?? 0;
    if (config[field] > there) throw new Error(`config: ${field}: expected at most ${there}, got ${config[field]}`);
  }
}

/** Refuses problems whose tests a weak harness cannot pose, in one sentence. */
export function checkHarness({ harness }: Pick<RunConfig, 'harness'>, sets: TrainingProblems): void {
  if (harness === 'sealed') return;
  const odd = [...sets.lecture, ...sets.auxiliary, ...(sets.own ?? [])].find((problem) => !hasValueTests(problem));
  if (odd === undefined) return;
  const why = odd.call === 'stdin' ? 'reads standard input' : 'has asserts for tests';
  throw new Error(`config: harness: expected sealed, because ${JSON.stringify(odd.id)} ${why}, got ${harness}`);
}

/**
 * Problems of step `step` (0-based), the lecture's first, a person's own last. All lecture problems when the configuration
 * asks for as many as there are, else a random few. Auxiliary problems are dealt from a shuffled deck that is reshuffled
 * when it runs out, so each is visited once before any is visited twice; own problems from a deck of theirs, so that they
 * change nothing of what is drawn besides.
 */
export function drawProblems(config: DrawConfig, sets: TrainingProblems, step: number): Problem[] {
  const { seed, lectureProblems, auxiliaryProblems, ownProblems } = config;
  checkDraw(config, sets);
  const lecture =
    lectureProblems === sets.lecture.length
      ? sets.lecture
      : createRng('problems', seed, 2 * step)
          .shuffle(sets.lecture)
          .slice(0, lectureProblems);
  const auxiliary = deal(sets.auxiliary, auxiliaryProblems, step, (round) =>
    createRng('problems', seed, 2 * round + 1).shuffle(sets.auxiliary),
  );
  const { own = [] } = sets;
  return [
    ...lecture,
    ...auxiliary,
    ...deal(own, ownProblems, step, (round) => createRng('own', seed, round).shuffle(own)),
  ];
}

/** Streams of replacements; below are those of the lecture and of the decks. */
const REPLACEMENT_STREAMS = 2 ** 30;

/**
 * Problems that take the place of groups without variance (dynamic sampling, DAPO arXiv:2503.14476 §3.2): at random, from
 * all that the step has not visited yet.
 *
 * @param round 1 for the first replacements
 */
export function drawReplacements(
  { seed, rollout: { dynamicRounds } }: Pick<RunConfig, 'seed' | 'rollout'>,
  sets: TrainingProblems,
  at: { readonly step: number; readonly round: number },
  visited: ReadonlySet<string>,
  count: number,
): Problem[] {
  const left = [...sets.lecture, ...sets.auxiliary, ...(sets.own ?? [])].filter(({ id }) => !visited.has(id));
  const stream = REPLACEMENT_STREAMS + at.step * dynamicRounds + at.round;
  return createRng('problems', seed, stream).shuffle(left).slice(0, count);
}

/** The problem with at most so many of its visible tests, the public ones first; 0 keeps all. A `check` is one whole. */
export function withVisibleTests(problem: Problem, most: number): Problem {
  if (most === 0 || problem.asserts?.type === 'check') return problem;
  if (problem.asserts !== undefined) {
    return { ...problem, asserts: { ...problem.asserts, asserts: problem.asserts.asserts.slice(0, most) } };
  }
  const shown = problem.tests.public.slice(0, most);
  const reward = problem.tests.reward.slice(0, most - shown.length);
  return { ...problem, tests: { ...problem.tests, public: shown, reward } };
}

/** Cards `step · count …` of an endless row of decks; the auxiliary ones have the odd streams, the lecture the even ones. */
function deal(
  deck: readonly Problem[],
  count: number,
  step: number,
  shuffled: (round: number) => readonly Problem[],
): Problem[] {
  const dealt: Problem[] = [];
  let round = -1;
  let order: readonly Problem[] = [];
  for (let card = step * count; card < (step + 1) * count; card++) {
    const needed = Math.floor(card / deck.length);
    if (needed !== round) {
      round = needed;
      order = shuffled(round);
    }
    dealt.push(order[card % deck.length]!);
  }
  return dealt;
}
