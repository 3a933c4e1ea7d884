/** Remembers verdicts: programs that were judged, or are being judged, are not run again. */

import type { Judge, JudgeJob, Verdicts } from './judge.ts';
import type { Problem } from './types.ts';

/**
 * A Judge that runs identical (problem, kinds, harness, code) once over all its calls, those under way included. Failures
 * that are ours are not remembered: whoever asks next may have more luck. Problems are told apart by identity, so that
 * one with fresh tests is another. It holds all its verdicts: make one for a step or an evaluation, not for a run.
 */
export function judgeOnce(judge: Judge): Judge {
  const known = new Map<Problem, Map<string, Promise<Verdicts>>>();
  return {
    async judge(jobs) {
      const unknown: JudgeJob[] = [];
      let ask!: (verdicts: Promise<readonly Verdicts[]>) => void;
      const asked = new Promise<readonly Verdicts[]>((resolve) => {
        ask = resolve;
      });
      const answers = jobs.map((job) => {
        const ofProblem = known.get(job.problem) ?? new Map<string, Promise<Verdicts>>();
        known.set(job.problem, ofProblem);
        const key = keyOf(job);
        const earlier = ofProblem.get(key);
        if (earlier !== undefined) return earlier;
        const at = unknown.push(job) - 1;
        const answer = asked.then((verdicts) => verdicts[at]!);
        ofProblem.set(key, answer);
        const forget = () => void ofProblem.delete(key);
        answer.then((verdicts) => failed(verdicts) && forget(), forget);
        return answer;
      });
      // Before anything is awaited: whoever called may block this thread next.
      // Nor may a judge that throws at once leave those waiting who ask for the same.
      if (unknown.length > 0) ask((async () => judge.judge(unknown))());
      return Promise.all(answers);
    },
    [Symbol.asyncDispose]: () => judge[Symbol.asyncDispose](),
  };
}

const keyOf = ({ kinds, harness = 'sealed', code }: JudgeJob): string => `${kinds.join()} ${harness} ${code}`;

const failed = (verdicts: Verdicts): boolean =>
  Object.values(verdicts).some((verdict) => verdict.outcome === 'infra_error');
