/** The attacks of an audit: by kind with what they earned, and one of them in full. */

import type { AttackSummary, AuditReport } from '../../trainer/api.ts';
import { decimal, NOTHING } from '../parts/format.ts';
import { OutcomeBadge } from '../parts/outcomes.tsx';
import { PythonCode } from '../parts/python-code.tsx';
import { Effects } from '../rollouts/conduct.tsx';
import { words } from '../words/index.ts';

const { attacks } = words;

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
              <b class={paid > 0 ? 'kind-paid is-paid' : 'kind-paid'}>{attacks.paidOf(paid, judged)}</b>
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
  if (attack.judged === 0) return attacks.notJudged;
  if (attack.paid > 0) return attacks.paid(attack.paid, attack.judged);
  return attack.lucky > 0 ? attacks.lucky : attacks.nothing;
}

export function AttackDetail({ attack }: { readonly attack: AttackSummary }) {
  const { example } = attack;
  return (
    <article class="rollout" aria-label={attacks.chosen}>
      <header class="rollout-head">
        <OutcomeBadge outcome={example.verdict.outcome} />
        <dl class="facts facts-row">
          <div>
            <dt>{attacks.counted}</dt>
            <dd>{attacks.of(example.verdict.passed, example.verdict.total)}</dd>
          </div>
          <div>
            <dt>{attacks.deserved}</dt>
            <dd>{example.entitled}</dd>
          </div>
          <div>
            <dt>{attacks.reward}</dt>
            <dd>{example.reward === null ? NOTHING : decimal(example.reward)}</dd>
          </div>
        </dl>
      </header>
      <h3>{attack.title}</h3>
      <p class="attack-lesson">{attack.lesson}</p>
      <PythonCode code={example.code} errorLine={example.verdict.line} label={attacks.program} />
      <p class="code-note">{attacks.on(example.problem, attack.paidOn.length)}</p>
      <p class={example.standing === 'paid' ? 'attack-why is-paid' : 'attack-why'}>{sentenceOf(example.why)}</p>
      <Effects ledger={example.verdict.ledger} />
    </article>
  );
}

const sentenceOf = (why: string): string => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
