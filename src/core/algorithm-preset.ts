/** What is said of an algorithm: settings as data, and for people where they come from and what they change. */

import type { RunConfigInput } from './config.ts';

export interface AlgorithmPreset {
  readonly label: string;
  /** One sentence for a person who has to choose. */
  readonly help: string;
  /** Paper with section, framework with function, or seed document. */
  readonly source: string;
  /** What here differs from the source, and why; absent where nothing does. */
  readonly departs?: string;
  /** For code that is shown because it is wrong: what is wrong with it. */
  readonly bug?: string;
  /** What differs from the defaults, and at the top level also what the algorithm insists on whatever the exercise says. */
  readonly config: RunConfigInput;
}

/** Why no preset has the step size of its source. */
export function stepSize(theirs: string, ours = '3e-4'): string {
  return `Step size ${ours} instead of ${theirs}, since the model is small and the run short.`;
}
