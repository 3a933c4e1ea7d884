/** Which programs of a file are judged, and when. */

import type { Outcome } from '../../core/types.ts';
import type { SampleSet } from './collect.ts';

/** Programs that rows stand for, in order of first appearance. */
export const sampledPrograms = ({ rows }: Pick<SampleSet, 'rows'>): number[] => [
  ...new Set(rows.filter((at) => at >= 0)),
];

/**
 * Reference solutions that must be judged to tell a broken problem from a hard one, after the samples were: those of
 * problems that no sample solved.
 *
 * @param outcomeOf a program; undefined while it was not judged
 */
export function doubtfulReferences(
  { programs, rows, references }: Pick<SampleSet, 'programs' | 'rows' | 'references'>,
  outcomeOf: (program: number) => Outcome | undefined,
): number[] {
  const solved = new Set(rows.filter((at) => at >= 0 && outcomeOf(at) === 'passed').map((at) => programs[at]!.problem));
  return [...references].filter(([id, at]) => !solved.has(id) && outcomeOf(at) === undefined).map(([, at]) => at);
}
