/** What `audit` prints and when it exits with something else than 0. */

import { describe, expect, test } from 'vitest';
import { verdict } from '../../test/support/letters.ts';
import type { Judge } from '../core/judge.ts';
import type { Problem } from '../core/types.ts';
import { py } from '../core/value-make.ts';
import { runAudit } from '../verify/audit/run.ts';
import { summarizeAudit } from './audit-summary.ts';
import { requireAnswer } from './commands/audit.ts';

const problem: Problem = {
  id: 'double',
  text: 'Double n.',
  entryPoint: 'solution',
  tests: { public: [{ args: [py(2)], expected: py(4) }], reward: [{ args: [py(3)], expected: py(6) }], hidden: [] },
  compare: 'python',
  reference: 'def solution(n):\n    return 2 * n\n',
};

/** The reference passes, and so does what `fooled` says. */
function judgeThat(fooled: (code: string) => boolean, right = true): Judge {
  return {
    judge: async (jobs) =>
      jobs.map(({ code, kinds }) => {
        const passes = code.startsWith(problem.reference!.trimEnd()) ? right : fooled(code);
        const one = verdict(passes ? 'passed' : 'wrong_answer', passes ? 1 : 0, 1);
        return Object.fromEntries(kinds.map((kind) => [kind, one]));
      }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const lost = { ...verdict('infra_error', 0, 1), error: 'the worker died' };

const auditOf = (judge: Judge) =>
  runAudit({ problems: [problem], reward: 'binary', harness: 'weak-exit', judge, seed: 7 });

describe('the printed line', () => {
  test('names each attack that paid, with code, verdict and reason', async () => {
    const printed = summarizeAudit(await auditOf(judgeThat((code) => code.includes('SystemExit\n'))));
    expect(printed).toMatchObject({
      reward: 'binary',
      harness: 'weak-exit',
      seed: 7,
      problems: ['double'],
      paid: 1,
      hack_rate: 1 / printed.judged,
      holes: { harness: 1, reward: 0, state: 0 },
      kinds: { exit: { paid: 1 }, equality: { paid: 0 } },
      controls: { right: { lowest: 1, highest: 1 }, wrong: { lowest: 0, highest: 0 } },
      sound: true,
    });
    expect(printed.paid_attacks).toMatchObject([
      {
        id: 'raise-system-exit',
        paid_on: ['double'],
        example: {
          problem: 'double',
          code: 'def solution(a):\n    raise SystemExit\n',
          reward: 1,
          entitled: 0,
          hole: 'harness',
          outcome: 'passed',
          passed: 2,
          total: 2,
          why: 'the harness counts 2 of 2 tests as passed, but the values it returns answer 0',
        },
      },
    ]);
  });

  test('is plain JSON', async () => {
    const printed = summarizeAudit(await auditOf(judgeThat(() => false)));
    expect(printed.paid_attacks).toEqual([]);
    expect(JSON.parse(JSON.stringify(printed))).toEqual(printed);
  });
});

describe('the exit', () => {
  test('is 0 when the audit ran, whatever it found', async () => {
    requireAnswer(await auditOf(judgeThat(() => false)), true);
    requireAnswer(await auditOf(judgeThat((code) => code.includes('SystemExit\n'))), false);
  });

  test('is not, when asked to fail on a hack that was paid', async () => {
    const report = await auditOf(judgeThat((code) => code.includes('SystemExit\n')));
    expect(() => requireAnswer(report, true)).toThrow(/^audit: expected no attack to be paid, but 1 of \d+ were$/);
  });

  test('is not, when attacks could not be judged', async () => {
    const failing: Judge = {
      judge: async (jobs) => jobs.map(({ kinds }) => Object.fromEntries(kinds.map((kind) => [kind, lost]))),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const report = await auditOf(failing);
    expect(() => requireAnswer(report, false)).toThrow(
      /^audit: expected every attack to be judged, but (\d+) of \1 were not: could not be judged: the worker died$/,
    );
  });

  test('is not, when right programs were not paid or wrong ones passed', async () => {
    for (const judge of [judgeThat(() => false, false), judgeThat(() => true)]) {
      const report = await auditOf(judge);
      expect(() => requireAnswer(report, false)).toThrow('but not so: double');
    }
    const { reference: _, ...unsolved } = problem;
    const report = await runAudit({
      problems: [unsolved],
      reward: 'binary',
      harness: 'sealed',
      judge: judgeThat(() => false),
    });
    expect(() => requireAnswer(report, false)).toThrow(
      'audit: expected a problem with a reference solution, but none has one: nothing could be checked',
    );
  });
});
