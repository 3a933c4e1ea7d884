/** How a problem is told to a model that was trained on whole files, and not on ours. */

import type { Problem } from '../core/types.ts';
import { solvePrompt } from './generator.ts';

type Asked = Pick<Problem, 'text' | 'entryPoint' | 'call'>;

/**
 * The text of a problem as it goes into the lecture's prompt, every line of it a comment. Its last line says what our own
 * models learned from their corpus, and no other can know: what the function is called.
 */
export function textForFiles({ text, entryPoint, call }: Asked): string {
  const wanted =
    call === 'stdin'
      ? 'The program reads standard input and prints the answer.'
      : `The function is called ${entryPoint}.`;
  return [...text.trim().split(/\r\n|\r|\n/), wanted].join('\n# ');
}

/** The lecture's prompt as text, for a model of this house or for one that was trained on whole files. */
export const promptText = (problem: Asked, ofFiles: boolean): string =>
  solvePrompt(ofFiles ? textForFiles(problem) : problem.text);
