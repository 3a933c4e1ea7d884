/** Problem by problem: solved of total, to be sorted by name or by rate. */

import { useSignal } from '@preact/signals';
import type { GradedProblem } from '../../core/samples.ts';
import { NOTHING, percent } from '../parts/format.ts';
import { words } from '../words/index.ts';

const { samplesTable } = words;

type Column = 'file' | 'id' | 'rate';

interface Order {
  readonly column: Column;
  readonly descending: boolean;
}

const rate = ({ n, correct }: GradedProblem): number => (n === 0 ? -1 : correct / n);

/** Numbers within names count as numbers: HumanEval/9 before HumanEval/10. */
const byId = new Intl.Collator('en', { numeric: true }).compare;

function sorted(problems: readonly GradedProblem[], { column, descending }: Order): readonly GradedProblem[] {
  if (column === 'file') return problems;
  const sign = descending ? -1 : 1;
  return problems.toSorted((a, b) => {
    const difference = column === 'rate' ? rate(a) - rate(b) : byId(a.id, b.id);
    return sign * difference || byId(a.id, b.id);
  });
}

export function SamplesFileTable({ problems }: { readonly problems: readonly GradedProblem[] }) {
  const order = useSignal<Order>({ column: 'file', descending: false });
  const head = (column: Column, name: string) => {
    const { column: now, descending } = order.value;
    const direction = now !== column ? 'none' : descending ? 'descending' : 'ascending';
    return (
      <th scope="col" aria-sort={direction}>
        <button
          type="button"
          class="samples-sort"
          onClick={() => {
            order.value = { column, descending: now === column && !descending };
          }}
        >
          {name}
          <span aria-hidden="true">{direction === 'none' ? '↕' : direction === 'ascending' ? '↑' : '↓'}</span>
        </button>
      </th>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="samples-table" tabIndex={0} aria-label={samplesTable.label}>
      <table>
        <thead>
          <tr>
            {head('id', samplesTable.problem)}
            {head('rate', samplesTable.rate)}
            <th scope="col">{samplesTable.solved}</th>
          </tr>
        </thead>
        <tbody>
          {sorted(problems, order.value).map((problem) => (
            <Row key={problem.id} problem={problem} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ problem }: { readonly problem: GradedProblem }) {
  const { id, n, correct, unjudged, broken } = problem;
  const share = n === 0 ? null : correct / n;
  return (
    <tr>
      <th scope="row">
        {id}
        {broken && <small>{samplesTable.broken}</small>}
        {unjudged > 0 && <small>{samplesTable.unjudged(unjudged)}</small>}
      </th>
      <td>
        <span class="samples-rate">
          <span class="samples-rate-bar" aria-hidden="true">
            <i style={{ width: `${100 * (share ?? 0)}%` }} />
          </span>
          {share === null ? NOTHING : percent(share)}
        </span>
      </td>
      <td>
        {correct}/{n}
      </td>
    </tr>
  );
}
