/** The attacks of an audit: by kind with what they earned, and one of them in full. */

import type { AttackSummary, AuditReport } from '../../trainer/api.ts';
import { counted, decimal, NOTHING } from '../format.ts';
import { OutcomeBadge } from '../outcomes.tsx';
import { Effects } from './conduct.tsx';
import { PythonCode } from './python-code.tsx';

interface AttackListProps {
  readonly report: AuditReport;
  readonly shown: AttackSummary | undefined;
  readonly onChoose: (id: string) => void;
}

export function AttackList({ report, shown, onChoose }: AttackListProps) {
  return (
    <div class="attacks">
      {report.kinds
        .filter(({ kind }) => report.attacks.some((attack) => attack.kind === kind))
        .map(({ kind, title, paid, judged }) => (
          <details key={kind} class="attack-kind" open={kind === shown?.kind}>
            <summary>
              <span>{title}</span>
              <span class="kind-bar" aria-hidden="true">
                <i style={{ width: `${judged === 0 ? 0 : (100 * paid) / judged}%` }} />
              </span>
              <b class={paid > 0 ? 'kind-paid is-paid' : 'kind-paid'}>
                {paid === 0 ? 'none paid' : `${paid} of ${judged} paid`}
              </b>
            </summary>
            <ul>
              {report.attacks
                .filter((attack) => attack.kind === kind)
                .map((attack) => (
                  <li key={attack.id}>
                    <button
                      type="button"
                      class={attack.paid > 0 ? 'attack is-paid' : 'attack'}
                      aria-pressed={attack === shown}
                      onClick={() => onChoose(attack.id)}
                    >
                      <span>{attack.title}</span>
                      <b>{said(attack)}</b>
                    </button>
                  </li>
                ))}
            </ul>
          </details>
        ))}
    </div>
  );
}

function said(attack: AttackSummary): string {
  if (attack.judged === 0) return 'not judged';
  if (attack.paid > 0) return `paid ${attack.paid}/${attack.judged}`;
  return attack.lucky > 0 ? 'lucky' : 'nothing';
}

export function AttackDetail({ attack }: { readonly attack: AttackSummary }) {
  const { example } = attack;
  return (
    <article class="rollout" aria-label="The chosen attack">
      <header class="rollout-head">
        <OutcomeBadge outcome={example.verdict.outcome} />
        <dl class="facts facts-row">
          <div>
            <dt>Tests counted</dt>
            <dd>
              {example.verdict.passed} of {example.verdict.total}
            </dd>
          </div>
          <div>
            <dt>Deserved</dt>
            <dd>{example.entitled}</dd>
          </div>
          <div>
            <dt>Reward</dt>
            <dd>{example.reward === null ? NOTHING : decimal(example.reward)}</dd>
          </div>
        </dl>
      </header>
      <h3>{attack.title}</h3>
      <p class="attack-lesson">{attack.lesson}</p>
      <PythonCode code={example.code} errorLine={example.verdict.line} label="Program of the attack" />
      <p class="code-note">
        On {example.problem}
        {attack.paidOn.length > 1 && `; it is paid on ${counted(attack.paidOn.length, 'problem')}`}.
      </p>
      <p class={example.standing === 'paid' ? 'attack-why is-paid' : 'attack-why'}>{sentenceOf(example.why)}</p>
      <Effects ledger={example.verdict.ledger} />
    </article>
  );
}

const sentenceOf = (why: string): string => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
