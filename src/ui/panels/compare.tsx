/** Two losses on one batch: what two algorithms would have made of the very programs that are shown. */

import { type Signal, useSignal } from '@preact/signals';
import type { AlgorithmName } from '../../core/algorithms.ts';
import type { LossComparison, LossOutcome } from '../../trainer/api.ts';
import { ALGORITHM_GROUPS, algorithmWords } from '../algorithm-groups.ts';
import type { ComparedPair } from '../compare-store.ts';
import { counted, decimal, figure, NOTHING, sentence } from '../format.ts';
import type { Store } from '../store.ts';

export function Compare({ store }: { readonly store: Store }) {
  const a = useSignal<AlgorithmName>('grpo');
  const b = useSignal<AlgorithmName>('dr-grpo');
  const status = store.losses.state.value;
  const { step } = store.rollouts.view.value;
  const { config } = store.run.value;
  if (step === null || config === null) return null;
  const waiting = store.running.value || store.occupied.value;
  return (
    <details class="compare">
      <summary>Two losses on this batch</summary>
      <p class="settings-help">
        The programs and rewards of step {step} again, once under each algorithm, from the same weights: without the
        noise of sampling, what is left is the loss. The model stays as it was. Possible while nothing is trained.
      </p>
      <form class="compare-form" onSubmit={(event) => event.preventDefault()}>
        <AlgorithmField label="First algorithm" chosen={a} />
        <AlgorithmField label="Second algorithm" chosen={b} />
        <button
          type="button"
          class="button"
          disabled={waiting}
          onClick={() => void store.losses.compare({ step, a: a.value, b: b.value }, config)}
        >
          {status.status === 'running' ? 'Comparing…' : 'Compare'}
        </button>
      </form>
      {status.status === 'failed' && <p class="error-line">{sentence(status.message)}</p>}
      {status.status === 'done' && <Report pair={status.pair} comparison={status.comparison} />}
    </details>
  );
}

interface AlgorithmFieldProps {
  readonly label: string;
  readonly chosen: Signal<AlgorithmName>;
}

function AlgorithmField({ label, chosen }: AlgorithmFieldProps) {
  return (
    <label class="field">
      {label}
      <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value as AlgorithmName)}>
        {ALGORITHM_GROUPS.map(({ title, names }) => (
          <optgroup key={title} label={title}>
            {names.map((name) => (
              <option key={name} value={name}>
                {algorithmWords(name).label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

const ROWS: readonly { readonly name: string; readonly cell: (outcome: LossOutcome) => string }[] = [
  { name: 'Attempts trained on', cell: ({ rows }) => String(rows) },
  { name: 'Loss', cell: ({ loss }) => orNothing(loss) },
  { name: 'Gradient norm', cell: ({ gradNorm }) => orNothing(gradNorm) },
  { name: 'KL to the reference (nats)', cell: ({ kl }) => orNothing(kl) },
  { name: 'Tokens clipped low / high', cell: ({ clipped }) => `${clipped.low ?? 0} / ${clipped.high ?? 0}` },
  { name: 'Weights moved by', cell: ({ moved }) => figure(moved) },
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
            <th scope="col">Step {pair.step}</th>
            <th scope="col">{algorithmWords(pair.a).label}</th>
            <th scope="col">{algorithmWords(pair.b).label}</th>
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
        The two updates end {figure(apart)} apart
        {cosine !== null && `, at a cosine of ${decimal(cosine, 3)} between their directions`}. The largest difference
        of ∂loss/∂log p of a token is {figure(largestCoefficientDifference)}; {counted(decisionsApart, 'clip decision')}{' '}
        {decisionsApart === 1 ? 'differs' : 'differ'}.
      </p>
    </>
  );
}
