/** pass@k before and after, on a logarithmic k axis: does RL find new programs, or choose better among old ones? */

import { useSignal } from '@preact/signals';
import type { RunSetName, SetEvaluation } from '../../core/records.ts';
import { percent } from '../format.ts';
import { curveRows } from '../measure-views.ts';
import { curvePoints, hasOwnSet, pickSet } from '../selectors.ts';
import { setTabs } from '../set-words.ts';
import type { RunState } from '../state.ts';
import { PassCurve } from './pass-curve.tsx';
import { Tabs } from './tabs.tsx';

export function PassAtK({ state }: { readonly state: RunState }) {
  const chosen = useSignal<RunSetName>('lecture');
  const hasOwn = hasOwnSet(state);
  const set = chosen.value === 'own' && !hasOwn ? 'lecture' : chosen.value;
  const before = pickSet(state.before, set);
  const after = pickSet(state.after, set);
  const measured = [
    { label: 'Before', sets: before === null ? [] : [before] },
    { label: 'After', sets: after === null ? [] : [after] },
  ];
  const n = after?.n ?? before?.n ?? 128;
  return (
    <div class="pass-at-k">
      <PassCurve
        title="pass@k"
        help={`Chance that at least one of k programs passes every test. Unbiased estimate (Chen et al. 2021) from n = ${n} programs per problem at temperature 1; bands: 95%, bootstrap over problems.`}
        series={[
          { name: 'Before', points: curvePoints(before), tone: 'muted', dashed: true, dots: true },
          { name: 'After', points: curvePoints(after), tone: 'accent', dots: true },
        ]}
        n={n}
        empty="Measured before and after training"
        exported={{
          file: `pass-at-k-${set}-n${n}`,
          rows: () => curveRows(measured, set, (after ?? before)?.temperature ?? 1),
        }}
      >
        <Tabs legend="Problem set" tabs={setTabs(hasOwn)} chosen={set} onChoose={(name) => (chosen.value = name)} />
      </PassCurve>
      <AtK before={before} after={after} />
    </div>
  );
}

/** The curve at three points, and what their change means. */
function AtK({ before, after }: { readonly before: SetEvaluation | null; readonly after: SetEvaluation | null }) {
  const at = (set: SetEvaluation | null, k: number) => set?.curve.find((point) => point.k === k)?.pass.value;
  const last = (after ?? before)?.curve.at(-1)?.k ?? 64;
  return (
    <div class="at-k">
      <dl>
        {[1, 8, Math.min(64, last)].map((k) => (
          <div key={k}>
            <dt>pass@{k}</dt>
            <dd>
              {after && <span class="set-before">{percent(at(before, k))}</span>}
              {after && (
                <span class="set-arrow" aria-hidden="true">
                  →
                </span>
              )}
              <b class={(at(after, k) ?? 0) > (at(before, k) ?? 0) ? 'is-gain' : ''}>
                {percent(at(after ?? before, k))}
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        The left end is the first try, which training is meant to improve. The right end is what the model could write
        at all, given enough tries. Where only the left end rises, training sharpened a choice; where the right end
        rises too, it found something new; where the right end falls, it lost something.
      </p>
    </div>
  );
}
