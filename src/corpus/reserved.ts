/** Which sentence of which family is whose: the problem sets, and the texts that therefore never enter the corpus. */

import type { Description, Family } from './family.ts';
import { frameCount, normalise, sentence, sentences } from './frames.ts';
import { hashText } from './hash.ts';

/** A problem before it has tests: one sentence that asks for one family. */
export interface ProblemText {
  readonly id: string;
  readonly familyId: string;
  readonly text: string;
}

/** The sets of problems; `lecture` and `auxiliary` are trained on by reinforcement learning, the others only evaluated. */
export interface ProblemTexts {
  readonly lecture: readonly ProblemText[];
  readonly auxiliary: readonly ProblemText[];
  readonly phrasings: readonly ProblemText[];
  readonly compositions: readonly ProblemText[];
}

/** The lecture's ten, word for word. */
export const LECTURE_SENTENCES = {
  'sum-two-numbers': 'Write a function that returns the sum of two numbers',
  'reverse-string': 'Write a function that reverses a string',
  'sort-list': 'Write a function that sorts a list',
  fibonacci: 'Write a function that returns the nth fibonacci number',
  factorial: 'Write a function that returns the factorial of a number',
  'list-maximum': 'Write a function that returns the largest number in a list',
  palindrome: 'Write a function that checks if a string is a palindrome',
  'count-vowels': 'Write a function that counts the vowels in a string',
  'is-even': 'Write a function that checks if a number is even',
  'list-sum': 'Write a function that returns the sum of a list of numbers',
} as const;

const AUXILIARY_PROBLEMS = 240;
const PHRASING_PROBLEMS = 60;

/**
 * Chooses the problems of every set. Only ids and descriptions decide (through hashes), never a result.
 *
 * @throws RangeError when a lecture sentence belongs to no family or to several, or when families are too few.
 */
export function problemTexts(families: readonly Family[]): ProblemTexts {
  const lecture = Object.entries(LECTURE_SENTENCES).map(([id, text]) => {
    const owners = families.filter((family) => sentences(family).includes(text));
    const [owner] = owners;
    if (owner === undefined || owners.length > 1)
      throw new RangeError(`reserved: expected one family for "${text}", got [${owners.map((f) => f.id).join(', ')}]`);
    return { id, familyId: owner.id, text };
  });
  const taken = new Set(lecture.map(({ familyId }) => familyId));
  const auxiliary = inHashOrder('auxiliary', families)
    .filter((family) => !family.heldOut && !taken.has(family.id))
    .slice(0, AUXILIARY_PROBLEMS)
    .map((family) => chosenText('auxiliary', family, family.descriptions));
  if (auxiliary.length < AUXILIARY_PROBLEMS)
    throw new RangeError(`reserved: expected ${AUXILIARY_PROBLEMS} auxiliary families, got ${auxiliary.length}`);
  return {
    lecture,
    auxiliary,
    phrasings: inHashOrder('phrasing', families)
      .filter((family) => !family.heldOut && family.unseen !== undefined)
      .slice(0, PHRASING_PROBLEMS)
      .map((family) => chosenText('phrasing', family, family.unseen!)),
    compositions: families
      .filter((family) => family.heldOut)
      .map((family) => chosenText('composition', family, family.descriptions)),
  };
}

/** Normalised sentences that must not occur in the corpus. */
export function reservedSentences(texts: ProblemTexts): Set<string> {
  return new Set(Object.values(texts).flatMap((set: readonly ProblemText[]) => set.map(({ text }) => normalise(text))));
}

function inHashOrder(set: string, families: readonly Family[]): Family[] {
  return [...families].sort((a, b) => hashText(`${set} ${a.id}`) - hashText(`${set} ${b.id}`));
}

/** The sentence of a family that a hash picks among the given descriptions, without a final period. */
function chosenText(set: string, family: Family, descriptions: readonly Description[]): ProblemText {
  const hash = hashText(`${set} ${family.id} text`);
  const description = descriptions[hash % descriptions.length]!;
  const text = sentence(description, (hash >>> 8) % frameCount(description)).replace(/\.$/, '');
  return { id: `${set}/${family.id}`, familyId: family.id, text };
}
