/** The graders as a person chooses between them. The weak ones are lessons, and labelled so wherever they appear. */

import type { Harness } from '../../core/types.ts';
import { words } from '../words/index.ts';

interface GraderWords {
  readonly label: string;
  readonly help: string;
}

export const GRADERS: Readonly<Record<Harness, GraderWords>> = words.graders;
