/** What came of both: before, after, and by how much they differ. */

import { LANES, type Lane } from '../../core/beside.ts';
import type { Estimate } from '../../core/records.ts';
import { NOTHING, percent, points } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { pickSet } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import type { BesideRuns } from './beside-store.ts';

const { beside } = words;

/** The sets that every run measures. */
const SETS = ['lecture', 'phrasings', 'compositions'] as const;

export function BesideResult({ runs }: { readonly runs: BesideRuns }) {
  if (LANES.every((lane) => runs[lane].after === null)) return null;
  const after = (lane: Lane, set: (typeof SETS)[number]) => pickSet(runs[lane].after, set);
  const measured = SETS.filter((set) => LANES.some((lane) => after(lane, set) !== null));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="beside-result" tabIndex={0} aria-label={beside.results}>
      <table>
        <thead>
          <tr>
            <th scope="col">{beside.result}</th>
            <th scope="col">{beside.before}</th>
            <th scope="col">{beside.after('A')}</th>
            <th scope="col">{beside.after('B')}</th>
            <th scope="col">{beside.difference}</th>
          </tr>
        </thead>
        <tbody>
          {measured.map((set) => {
            const [a, b] = [after('a', set)?.passAt1, after('b', set)?.passAt1];
            return (
              <tr key={set}>
                <th scope="row">{SET_WORDS[set].title}, pass@1</th>
                <td>{percent(pickSet(runs.a.before, set)?.passAt1.value)}</td>
                <td>{banded(a)}</td>
                <td>{banded(b)}</td>
                <td>{a && b ? differenceOf(a, b) : NOTHING}</td>
              </tr>
            );
          })}
          {measured.map((set) => (
            <tr key={`${set} wide`}>
              <th scope="row">{SET_WORDS[set].title}, pass@64</th>
              <td>{percent(wide(runs.a, 'before', set))}</td>
              <td>{percent(wide(runs.a, 'after', set))}</td>
              <td>{percent(wide(runs.b, 'after', set))}</td>
              <td>{change(wide(runs.a, 'after', set), wide(runs.b, 'after', set))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="set-n">{beside.oneSeed}</p>
    </section>
  );
}

function banded(pass: Estimate | undefined) {
  if (pass === undefined) return NOTHING;
  return (
    <>
      <b>{percent(pass.value)}</b>{' '}
      <small>
        {percent(pass.low)}–{percent(pass.high)}
      </small>
    </>
  );
}

/** Bands that overlap are said to overlap: two runs of one seed each prove no difference then. */
function differenceOf(a: Estimate, b: Estimate): string {
  const apart = a.high < b.low || b.high < a.low;
  return apart ? points(a.value, b.value) : `${points(a.value, b.value)}, ${beside.overlap}`;
}

const wide = (run: RunState, when: 'before' | 'after', set: (typeof SETS)[number]): number | undefined =>
  pickSet(run[when], set)?.curve.find(({ k }) => k === 64)?.pass.value;

const change = (a: number | undefined, b: number | undefined): string =>
  a === undefined || b === undefined ? NOTHING : points(a, b);
