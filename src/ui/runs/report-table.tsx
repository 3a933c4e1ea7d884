/** Before and after of every set, with bands, as a table for paper. */

import type { SetEvaluation } from '../../core/records.ts';
import { NOTHING, percent } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { words } from '../words/index.ts';
import type { MeasuredSet } from './run-report.ts';

const text = words.report;

export function ReportTable({ sets }: { readonly sets: readonly MeasuredSet[] }) {
  if (sets.length === 0) return <p>{text.notMeasured}</p>;
  return (
    <table class="report-table">
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {text.table.set}
          </th>
          <th scope="col" rowSpan={2}>
            {text.table.size}
          </th>
          <th scope="colgroup" colSpan={2}>
            pass@1
          </th>
          <th scope="colgroup" colSpan={2}>
            {text.table.most}
          </th>
          <th scope="colgroup" colSpan={2}>
            {text.table.greedy}
          </th>
        </tr>
        <tr>
          {[0, 1, 2].flatMap((group) => [
            <th key={`before-${group}`} scope="col">
              {text.table.before}
            </th>,
            <th key={`after-${group}`} scope="col">
              {text.table.after}
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {sets.map(({ set, before, after }) => {
          const any = after ?? before;
          return (
            <tr key={set}>
              <th scope="row">{SET_WORDS[set].title}</th>
              <td>{any === null ? NOTHING : `${any.problems.length} × ${any.n}`}</td>
              <Passed set={before} />
              <Passed set={after} />
              <Most set={before} />
              <Most set={after} />
              <td>{percent(before?.greedy)}</td>
              <td>{percent(after?.greedy)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Passed({ set }: { readonly set: SetEvaluation | null }) {
  if (set === null) return <td>{NOTHING}</td>;
  const { value, low, high } = set.passAt1;
  return (
    <td>
      <b>{percent(value)}</b> <small>{`${percent(low)}–${percent(high)}`}</small>
    </td>
  );
}

/** pass@k of the largest k that was measured. */
function Most({ set }: { readonly set: SetEvaluation | null }) {
  const last = set?.curve.at(-1);
  if (last === undefined) return <td>{NOTHING}</td>;
  const { k, pass } = last;
  return (
    <td>
      {percent(pass.value)} <small>{`${percent(pass.low)}–${percent(pass.high)}, k = ${k}`}</small>
    </td>
  );
}
