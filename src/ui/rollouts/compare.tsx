/** Two losses on one batch: what two algorithms would have made of the very programs that are shown. */

import { type Signal, useSignal } from '@preact/signals';
import type { LossComparison, LossOutcome } from '../../trainer/api.ts';
import { ALGORITHM_GROUPS, algorithmWords } from '../controls/algorithm-groups.ts';
import { decimal, figure, NOTHING, sentence } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { type ComparedPair, type ComparedSide, comparedSides, THIS_RUN } from './compare-store.ts';

const { losses } = words;

export function Compare({ store }: { readonly store: Store }) {
  const wantedA = useSignal<ComparedSide>(THIS_RUN);
  const wantedB = useSignal<ComparedSide>('dr-grpo');
  const status = store.losses.state.value;
  const { step } = store.rollouts.view.value;
  const { config } = store.own.value; // the trainer has no programs of the recorded run
  if (step === null || config === null) return null;
  const offered = comparedSides(config);
  // Another run may have other models than the one that was chosen for.
  const [a, b] = [wantedA, wantedB].map(({ value }) => (offered.includes(value) ? value : 'grpo')) as [
    ComparedSide,
    ComparedSide,
  ];
  const waiting = store.running.value || store.occupied.value;
  return (
    <details class="compare">
      <summary>{losses.title}</summary>
      <p class="settings-help">{losses.help(step)}</p>
      <form class="compare-form" onSubmit={(event) => event.preventDefault()}>
        <SideField label={losses.first} offered={offered} value={a} wanted={wantedA} />
        <SideField label={losses.second} offered={offered} value={b} wanted={wantedB} />
        <button
          type="button"
          class="button"
          disabled={waiting}
          onClick={() => void store.losses.compare({ step, a, b }, config)}
        >
          {status.status === 'running' ? losses.comparing : losses.compare}
        </button>
      </form>
      {status.status === 'failed' && <p class="error-line">{sentence(status.message)}</p>}
      {status.status === 'done' && <Report pair={status.pair} comparison={status.comparison} />}
    </details>
  );
}

const labelOf = (side: ComparedSide) => (side === THIS_RUN ? losses.thisRun : algorithmWords(side).label);

interface SideFieldProps {
  readonly label: string;
  readonly offered: readonly ComparedSide[];
  readonly value: ComparedSide;
  readonly wanted: Signal<ComparedSide>;
}

function SideField({ label, offered, value, wanted }: SideFieldProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => (wanted.value = event.currentTarget.value as ComparedSide)}>
        {offered.includes(THIS_RUN) && <option value={THIS_RUN}>{labelOf(THIS_RUN)}</option>}
        {ALGORITHM_GROUPS.map(({ title, names }) => (
          <optgroup key={title} label={title}>
            {names
              .filter((name) => offered.includes(name))
              .map((name) => (
                <option key={name} value={name}>
                  {labelOf(name)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

const ROWS: readonly { readonly name: string; readonly cell: (outcome: LossOutcome) => string }[] = [
  { name: losses.rows, cell: ({ rows }) => String(rows) },
  { name: losses.loss, cell: ({ loss }) => orNothing(loss) },
  { name: losses.gradNorm, cell: ({ gradNorm }) => orNothing(gradNorm) },
  { name: losses.kl, cell: ({ kl }) => orNothing(kl) },
  { name: losses.clipped, cell: ({ clipped }) => `${clipped.low ?? 0} / ${clipped.high ?? 0}` },
  { name: losses.moved, cell: ({ moved }) => figure(moved) },
];

const orNothing = (value: number | null) => (value === null ? NOTHING : figure(value));

interface ReportProps {
  readonly pair: ComparedPair;
  readonly comparison: LossComparison;
}

function Report({ pair, comparison }: ReportProps) {
  const { a, b, cosine, apart, largestCoefficientDifference, decisionsApart } = comparison;
  return (
    <>
      <table class="compare-table">
        <thead>
          <tr>
            <th scope="col">{losses.step(pair.step)}</th>
            <th scope="col">{labelOf(pair.a)}</th>
            <th scope="col">{labelOf(pair.b)}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, cell }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(a)}</td>
              <td>{cell(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="code-note">
        {losses.ends(figure(apart), cosine === null ? null : decimal(cosine, 3))}{' '}
        {losses.differ(figure(largestCoefficientDifference), decisionsApart)}
      </p>
    </>
  );
}
