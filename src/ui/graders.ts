/** The graders as a person chooses between them. The weak ones are lessons, and labelled so wherever they appear. */

import type { Harness } from '../core/types.ts';

interface GraderWords {
  readonly label: string;
  readonly help: string;
}

export const GRADERS: Readonly<Record<Harness, GraderWords>> = {
  sealed: {
    label: 'Sealed grader',
    help: 'The program runs alone; its values are compared outside Python with answers that it never sees.',
  },
  'weak-equality': {
    label: 'Weak grader: == beside the program',
    help: 'A lesson, built to be cheated: the expected values lie in the same interpreter as the program, which Python’s own == compares.',
  },
  'weak-exit': {
    label: 'Weak grader: a clean exit',
    help: 'A lesson, built to be cheated: a program counts as right when it ends without an error.',
  },
};
