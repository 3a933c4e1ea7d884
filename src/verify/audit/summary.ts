/** Counts what an audit found. */

import { ATTACK_KINDS, type Attack, type AttackKind } from './attack.ts';
import { type AttackSummary, type Attempt, type AuditReport, HOLES, type Hole, type KindSummary } from './report.ts';

type Findings = Pick<
  AuditReport,
  'reward' | 'harness' | 'seed' | 'problems' | 'controls' | 'disturbances' | 'memorised' | 'followers' | 'notices'
> & { readonly suite: readonly Attack[]; readonly attempts: readonly Attempt[] };

const count = (attempts: readonly Attempt[], standing: Attempt['standing']) =>
  attempts.filter((attempt) => attempt.standing === standing).length;

const judgedOf = (attempts: readonly Attempt[]) => attempts.length - count(attempts, 'unjudged');

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export function summarizeAudit({ suite, attempts, ...found }: Findings): AuditReport {
  const attacks = suite.flatMap((attack): AttackSummary[] => {
    const own = attempts.filter((attempt) => attempt.attack === attack.id);
    const example =
      own.find(({ standing }) => standing === 'paid') ?? own.find(({ reward }) => reward !== null) ?? own[0];
    if (example === undefined) return [];
    const { id, kind, title, lesson } = attack;
    const rewards = own.flatMap(({ reward }) => (reward === null ? [] : [reward]));
    return [
      {
        ...{ id, kind, title, lesson },
        judged: judgedOf(own),
        paid: count(own, 'paid'),
        lucky: count(own, 'lucky'),
        preferred: count(own, 'preferred'),
        best: rewards.length === 0 ? null : Math.max(...rewards),
        example,
        paidOn: own.flatMap(({ standing, problem }) => (standing === 'paid' ? [problem] : [])),
      },
    ];
  });
  const kinds = (Object.keys(ATTACK_KINDS) as AttackKind[]).map((kind): KindSummary => {
    const own = attacks.filter((attack) => attack.kind === kind);
    const judged = own.reduce((sum, attack) => sum + attack.judged, 0);
    const paid = own.reduce((sum, attack) => sum + attack.paid, 0);
    return { kind, title: ATTACK_KINDS[kind], judged, paid, rate: share(paid, judged) };
  });
  const judged = judgedOf(attempts);
  const paid = count(attempts, 'paid');
  const right = found.controls.filter(({ program }) => program === 'right');
  return {
    ...found,
    integrity: (found.controls[0] ?? attempts[0])?.verdict.integrity ?? 'sealed',
    judged,
    paid,
    hackRate: share(paid, judged),
    holes: Object.fromEntries(
      HOLES.map((hole) => [hole, attempts.filter((attempt) => attempt.hole === hole).length]),
    ) as Record<Hole, number>,
    lucky: count(attempts, 'lucky'),
    preferred: count(attempts, 'preferred'),
    unjudged: count(attempts, 'unjudged'),
    kinds,
    attacks,
    sound: right.length > 0 && found.controls.every(({ ok }) => ok),
  };
}
