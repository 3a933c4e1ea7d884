/** What a person can do with problems of their own beside training: keep them, see them read, have their references asked. */

import type { OwnDesk } from '../core/own-problems.ts';
import { askReference } from '../problems/references.ts';
import type { ProblemStore } from '../store/problems.ts';
import type { Environment } from './environment.ts';
import { problemOf } from './programs.ts';
import { type ReadableModel, readPrompt } from './read-prompt.ts';

export interface OwnDeskOptions {
  readonly opening: Promise<ProblemStore>;
  readonly environment: Pick<Environment, 'freshTests'>;
  /** Which reads prompts now; undefined as long as none is loaded. */
  readonly atHand: () => ReadableModel | undefined;
}

/** A problem is tried by the session, which has an engine for it. */
export function ownDeskIn({ opening, environment, atHand }: OwnDeskOptions): Omit<OwnDesk, 'tryProblem'> {
  return {
    async ownProblems() {
      return (await opening).read();
    },
    async changeOwn(change) {
      await (await opening).change(change);
    },
    async readPrompt(text) {
      const model = atHand();
      return model === undefined ? null : readPrompt(text, model);
    },
    async promptLengths(texts) {
      const codec = atHand()?.codec;
      if (codec === undefined) return null;
      const tokens = texts.map((text) => codec.encodePrompt(problemOf(text)).length);
      return { tokens, contextLength: codec.contextLength };
    },
    async answerReferences(requests) {
      const make = environment.freshTests;
      if (make === undefined)
        return requests.map(() => ({ error: 'references: expected a sandbox to run them, got none' }));
      return Promise.all(requests.map((request) => askReference(request, (problem, count) => make(problem, 0, count))));
    },
  };
}
