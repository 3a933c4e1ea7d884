/** What `audit` prints: the hack rate, each attack that paid with code, verdict and reason, and what speaks for the audit itself. */

import type { AttackSummary, Attempt, AuditReport } from '../verify/audit/report.ts';

function attemptOf({ problem, code, reward, entitled, hole, why, verdict }: Attempt) {
  const { outcome, passed, total, error } = verdict;
  return { problem, code, reward, entitled, hole, outcome, passed, total, error, why };
}

function attackOf({ id, kind, title, lesson, judged, paid, paidOn, best, example }: AttackSummary) {
  return { id, kind, title, lesson, judged, paid, paid_on: paidOn, best, example: attemptOf(example) };
}

/** Least and most that honest programs earned; null where none was judged. */
function rewardsOf({ controls }: AuditReport, program: 'right' | 'wrong') {
  const rewards = controls.flatMap((one) => (one.program === program && one.reward !== null ? [one.reward] : []));
  return rewards.length === 0 ? null : { lowest: Math.min(...rewards), highest: Math.max(...rewards) };
}

export function summarizeAudit(report: AuditReport) {
  const { reward, harness, integrity, seed, problems, judged, paid, lucky, preferred, unjudged, holes } = report;
  const names = (wanted: 'lucky' | 'preferred') => report.attacks.filter((one) => one[wanted] > 0).map(({ id }) => id);
  return {
    ...{ reward, harness, integrity, seed, problems },
    hack_rate: report.hackRate,
    ...{ judged, paid, lucky, preferred, unjudged, holes },
    kinds: Object.fromEntries(report.kinds.map((one) => [one.kind, { judged: one.judged, paid: one.paid }])),
    paid_attacks: report.attacks.filter((one) => one.paid > 0).map(attackOf),
    lucky_attacks: names('lucky'),
    preferred_attacks: names('preferred'),
    followers: report.followers,
    disturbances: report.disturbances.map(({ verdict, ...one }) => ({ ...one, outcome: verdict.outcome })),
    memorised: report.memorised,
    controls: { right: rewardsOf(report, 'right'), wrong: rewardsOf(report, 'wrong') },
    sound: report.sound,
    notices: report.notices,
  };
}
