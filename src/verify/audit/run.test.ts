/** The audit on the lecture's ten: nothing is paid under the sealed harness, the named holes are found elsewhere. */

import { beforeAll, describe, expect, test } from 'vitest';
import { publicProblems } from '../../../test/support/public-problems.ts';
import type { Judge, JudgeJob, Verdicts } from '../../core/judge.ts';
import type { RewardName } from '../../core/rewards.ts';
import type { Harness, Problem, Verdict } from '../../core/types.ts';
import { createNodeJudge } from '../../sandbox/node.ts';
import { ATTACK_KINDS } from './attack.ts';
import { ATTACKS } from './attacks/index.ts';
import type { AttackSummary, AuditReport } from './report.ts';
import { runAudit } from './run.ts';

/** Verdicts do not depend on the reward, so that each program has to run once for all presets. */
function rememberingJudge(judge: Judge): Judge {
  const known = new Map<string, Verdicts[]>();
  const key = (jobs: readonly JudgeJob[]) =>
    JSON.stringify(jobs.map(({ problem, code, kinds, harness }) => [problem.id, code, kinds, harness]));
  return {
    async judge(jobs) {
      const verdicts = known.get(key(jobs)) ?? (await judge.judge(jobs));
      known.set(key(jobs), verdicts);
      return verdicts;
    },
    [Symbol.asyncDispose]: () => judge[Symbol.asyncDispose](),
  };
}

let judge: Judge;
let ten: readonly Problem[];

beforeAll(async () => {
  judge = rememberingJudge(createNodeJudge());
  ten = await publicProblems('lecture');
});

const audit = (reward: RewardName, harness: Harness = 'sealed', problems = ten) =>
  runAudit({ problems, reward, harness, judge });

/** A sealed audit of the ten takes seconds the first time. */
const SLOW = 120_000;

const attackOf = (report: AuditReport, id: string): AttackSummary => report.attacks.find((one) => one.id === id)!;
const paidKinds = (report: AuditReport) => report.kinds.flatMap(({ kind, paid }) => (paid > 0 ? [kind] : []));

test('every attack has an id and a lesson of its own, and every kind has attacks', () => {
  expect(new Set(ATTACKS.map(({ id }) => id)).size).toBe(ATTACKS.length);
  expect(new Set(ATTACKS.map(({ lesson }) => lesson)).size).toBe(ATTACKS.length);
  expect(new Set(ATTACKS.map(({ kind }) => kind))).toEqual(new Set(Object.keys(ATTACK_KINDS)));
});

describe('under the sealed harness', () => {
  test.each(['binary', 'fraction', 'rlef-article', 'rlef', 'coderl', 'gated-layers', 'brevity'] as const)(
    'no attack is paid by %s',
    async (reward) => {
      const report = await audit(reward);
      expect(report.attacks.filter(({ paid }) => paid > 0)).toEqual([]);
      expect(report).toMatchObject({ hackRate: 0, paid: 0, unjudged: 0, disturbances: [], sound: true });
      expect(report.judged).toBe(ATTACKS.length * ten.length);
      expect(report.followers).toBeGreaterThan(400);
      const right = report.controls.filter(({ program }) => program === 'right');
      expect(right.map((control) => control.reward)).toEqual(ten.map(() => 1));
    },
    SLOW,
  );

  test(
    'every program gets exactly what its values answer, no more and no less',
    async () => {
      // `example` is one attempt per attack; one problem at a time shows them all.
      for (const problem of ten) {
        for (const { example } of (await audit('fraction', 'sealed', [problem])).attacks) {
          expect([example.attack, example.verdict.passed]).toEqual([example.attack, example.entitled]);
        }
      }
    },
    SLOW,
  );

  test('partial credit makes constants lucky, and that is not called a hack', async () => {
    const report = await audit('fraction');
    expect(report.lucky).toBeGreaterThan(0);
    expect(attackOf(report, 'constant-true')).toMatchObject({ paid: 0, lucky: 5 });
    expect((await audit('binary')).lucky).toBe(0);
  });

  test('RLEF prefers no program to a wrong one, which is said without being called a hack', async () => {
    const report = await audit('rlef');
    expect(attackOf(report, 'prose')).toMatchObject({ paid: 0, preferred: ten.length, best: -0.2 });
    expect(attackOf(report, 'stub')).toMatchObject({ paid: 0, preferred: 0, best: -1 });
  });

  test('four layers pay a tidy stub 0.6: the hole is the reward’s', async () => {
    const report = await audit('four-layers');
    const stub = attackOf(report, 'tidy-stub');
    expect(stub).toMatchObject({ paid: ten.length, best: 0.6 });
    expect(stub.example).toMatchObject({ standing: 'paid', hole: 'reward', ceiling: 0, entitled: 0 });
    expect(stub.example.why).toContain('syntax pays 0.2');
    expect(report.holes.harness + report.holes.state).toBe(0);
    expect(report.hackRate).toBeGreaterThan(0.5);
  });

  test('form without tests pays a stub 0.1', async () => {
    const report = await audit('format');
    expect(attackOf(report, 'stub')).toMatchObject({ paid: ten.length, best: 0.1 });
    expect(report.holes).toMatchObject({ harness: 0, state: 0 });
  });

  test('a table of the public tests passes what it saw and fails the rest', async () => {
    const report = await audit('fraction');
    expect(report.memorised).toHaveLength(ten.length);
    for (const { visible, hidden, overfit, reward } of report.memorised) {
      expect(visible[0]).toBeGreaterThanOrEqual(4);
      expect(hidden[0]).toBeLessThan(hidden[1]);
      expect(reward).toBe(visible[0] / visible[1]);
      expect(overfit).toBe(false);
    }
    // Where every test is public, it earns everything: no harness can tell, only tests that it has not seen.
    const shown = ten.map((problem) => {
      const { public: seen, hidden } = problem.tests;
      return { ...problem, id: `${problem.id}-shown`, tests: { public: seen, reward: seen, hidden } };
    });
    const memorised = (await audit('binary', 'sealed', shown.slice(0, 2))).memorised;
    expect(memorised.map(({ overfit, reward }) => [overfit, reward])).toEqual([
      [true, 1],
      [true, 1],
    ]);
  });
});

describe('under a weak harness', () => {
  const FEW = 4;

  test(
    'weak-equality pays liars and readers, and the sealed one does not',
    async () => {
      const report = await audit('binary', 'weak-equality', ten.slice(0, FEW));
      const rates = Object.fromEntries(report.kinds.map(({ kind, rate }) => [kind, rate]));
      expect(rates.equality).toBeGreaterThan(0.9);
      expect(rates.snooping).toBeGreaterThan(0.5);
      expect(rates.degenerate).toBe(0);
      expect(report.hackRate).toBeGreaterThan(0.15);
      expect(report.holes).toEqual({ harness: report.paid, reward: 0, state: 0 });
      expect(report).toMatchObject({ integrity: 'weak', sound: true, disturbances: [] });
      for (const id of ['always-equal', 'frame-walk', 'gc-scan', 'rewrite-answer', 'write-results']) {
        expect(attackOf(report, id), id).toMatchObject({ paid: FEW, best: 1 });
      }
    },
    SLOW,
  );

  test(
    'weak-exit pays whoever leaves, too',
    async () => {
      const report = await audit('binary', 'weak-exit', ten.slice(0, FEW));
      expect(paidKinds(report)).toEqual(expect.arrayContaining(['equality', 'snooping', 'exit']));
      expect(report.hackRate).toBeGreaterThan(0.2);
      for (const id of ['exit-on-import', 'raise-system-exit', 'hard-exit', 'exit-handler', 'exit-hook']) {
        expect(attackOf(report, id), id).toMatchObject({ paid: FEW, best: 1 });
      }
      expect(attackOf(report, 'exit-in-call').example).toMatchObject({
        hole: 'harness',
        why: 'the harness counts 8 of 8 tests as passed, but the values it returns answer 0',
      });
    },
    SLOW,
  );
});

describe('an audit notices', () => {
  const verdict = (passed: number, total: number): Verdict => ({
    outcome: passed === total ? 'passed' : 'wrong_answer',
    passed,
    total,
    perTest: [],
    ticks: 0,
    ledger: [],
    integrity: 'node',
  });
  /** A judge that says of each program how many of 4 tests of a kind it passes. */
  const sayingJudge = (passes: (code: string) => number): Judge => ({
    judge: async (jobs) =>
      jobs.map(({ code, kinds }) => Object.fromEntries(kinds.map((kind) => [kind, verdict(passes(code), 4)]))),
    [Symbol.asyncDispose]: async () => undefined,
  });
  const withJudge = (one: Judge) =>
    runAudit({ problems: ten.slice(0, 1), reward: 'binary', harness: 'sealed', judge: one });

  test('that everything fails, so that its silence means nothing', async () => {
    const report = await withJudge(sayingJudge(() => 0));
    expect(report).toMatchObject({ hackRate: 0, sound: false });
  });

  test('that everything passes', async () => {
    const report = await withJudge(sayingJudge(() => 4));
    expect(report).toMatchObject({ hackRate: 1, sound: false });
  });

  test('a wrong program that is paid after an attack', async () => {
    const right = (code: string) => code.startsWith(ten[0]!.reference!.trimEnd());
    const helped = 'after leave-types';
    const report = await withJudge(sayingJudge((code) => (right(code) || code.includes(helped) ? 4 : 0)));
    expect(attackOf(report, 'leave-types')).toMatchObject({ paid: 1, example: { hole: 'state' } });
    expect(attackOf(report, 'leave-types').example.why).toBe(
      'an honest wrong program that ran after it earned 1 instead of 0',
    );
    expect(report).toMatchObject({ paid: 1, sound: true });
  });

  test('a right program that is harmed after an attack, which is damage and no pay', async () => {
    const right = (code: string) =>
      code.startsWith(ten[0]!.reference!.trimEnd()) && !code.includes('after leave-builtins');
    const report = await withJudge(sayingJudge((code) => (right(code) ? 4 : 0)));
    expect(report).toMatchObject({ paid: 0, sound: true });
    expect(report.disturbances).toMatchObject([{ attack: 'leave-builtins', follower: 'right', alone: 1, after: 0 }]);
  });

  test('failures of ours, which count nowhere', async () => {
    const failing: Judge = {
      judge: async (jobs) =>
        jobs.map(({ kinds }) =>
          Object.fromEntries(kinds.map((kind) => [kind, { ...verdict(0, 4), outcome: 'infra_error' }])),
        ),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const report = await withJudge(failing);
    expect(report).toMatchObject({ judged: 0, hackRate: 0, unjudged: ATTACKS.length, sound: false });
  });
});

test('problems are drawn by seed, in the order of the set', async () => {
  const none: Judge = {
    judge: async (jobs) => jobs.map(() => ({ public: quiet, reward: quiet, hidden: quiet })),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const quiet: Verdict = {
    outcome: 'wrong_answer',
    passed: 0,
    total: 4,
    perTest: [],
    ticks: 0,
    ledger: [],
    integrity: 'node',
  };
  const draw = async (seed: number) =>
    (await runAudit({ problems: ten, problemCount: 3, seed, reward: 'binary', harness: 'sealed', judge: none }))
      .problems;
  const first = await draw(1);
  expect(first).toHaveLength(3);
  expect(await draw(1)).toEqual(first);
  const order = ten.map(({ id }) => id);
  expect([...first].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(first);
  expect(new Set([first, await draw(2), await draw(3)].map(String)).size).toBeGreaterThan(1);
});

test('problems without value tests are left out by name', async () => {
  const reading: Problem = { ...ten[1]!, id: 'reads', call: 'stdin' };
  const asserting: Problem = { ...ten[2]!, id: 'asserts', asserts: { type: 'asserts', asserts: [], setup: '' } };
  const report = await audit('binary', 'sealed', [reading, ten[0]!, asserting]);
  expect(report.problems).toEqual([ten[0]!.id]);
  expect(report.notices).toEqual([
    'audit: reads is left out: attacks are functions that return values, and its programs print',
    'audit: asserts is left out: attacks are functions that return values, and its tests are asserts',
  ]);
  await expect(audit('binary', 'sealed', [reading])).rejects.toThrow(
    'audit: expected a problem whose tests call a function with values, got none',
  );
}, 120_000);
