/** "Side by side": two configurations on the same seed, step by step in turn on one device. */

import type { Signal } from '@preact/signals';
import { LANES, type Lane } from '../../core/beside.ts';
import { docOf, valueText } from '../controls/choice.ts';
import { sentence } from '../parts/format.ts';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { type BesidePlan, besideConflict, besidePlan, offeredSides, type Side } from './beside-choice.ts';
import { BesideCurves } from './beside-curves.tsx';
import { BesideResult } from './beside-result.tsx';

const { beside } = words;

export function Beside({ store }: { readonly store: Store }) {
  const { sides } = store.beside;
  const above = store.choice.value;
  const offered = offeredSides(above);
  const chosen = (lane: Lane): Side => (offered.includes(sides[lane].value) ? sides[lane].value : 'above');
  const plan = besidePlan(chosen('a'), chosen('b'), above);
  const { status } = store.beside.status.value;
  const runs = store.beside.runs.value;
  return (
    <Section id="beside" title={beside.title} intro={beside.intro}>
      <form class="beside-form" onSubmit={(event) => event.preventDefault()}>
        {LANES.map((lane) => (
          <SideField key={lane} lane={lane} offered={offered} value={chosen(lane)} wanted={sides[lane]} />
        ))}
        <BesideButtons store={store} plan={plan} />
      </form>
      <Differences plan={plan} />
      <BesideProgress store={store} />
      {status !== 'none' && (
        <>
          <BesideCurves runs={runs} />
          <BesideResult runs={runs} />
        </>
      )}
    </Section>
  );
}

interface SideFieldProps {
  readonly lane: Lane;
  readonly offered: readonly Side[];
  readonly value: Side;
  readonly wanted: Signal<Side>;
}

function SideField({ lane, offered, value, wanted }: SideFieldProps) {
  return (
    <label class={`field beside-side beside-${lane}`}>
      <span>
        <i aria-hidden="true" />
        {beside.lanes[lane]}
      </span>
      <select value={value} onChange={(event) => (wanted.value = event.currentTarget.value as Side)}>
        {offered.map((side) => (
          <option key={side} value={side}>
            {beside.sides[side]}
          </option>
        ))}
      </select>
    </label>
  );
}

function BesideButtons({ store, plan }: { readonly store: Store; readonly plan: BesidePlan }) {
  const { busy, paused, status } = store.beside;
  if (busy.value) {
    return (
      <div class="buttons">
        <button type="button" class="button" onClick={() => void store.beside.togglePause()}>
          {paused.value ? beside.resume : beside.pause}
        </button>
        <button
          type="button"
          class="button"
          disabled={status.value.status === 'stopping'}
          onClick={() => void store.beside.stop()}
        >
          {status.value.status === 'stopping' ? beside.stopping : beside.stop}
        </button>
      </div>
    );
  }
  const conflict = besideConflict(plan);
  const waiting = store.running.value || store.occupied.value;
  return (
    <button
      type="button"
      class="button button-go"
      disabled={waiting || conflict !== null}
      title={waiting ? beside.waiting : undefined}
      onClick={() => void store.trainBeside({ a: plan.a.config, b: plan.b.config })}
    >
      {beside.train}
    </button>
  );
}

/** What is compared, in so many words: only the settings in which the two differ. */
function Differences({ plan }: { readonly plan: BesidePlan }) {
  const conflict = besideConflict(plan);
  if (conflict !== null) {
    return (
      <p class={conflict === 'same' ? 'empty' : 'settings-conflict'} role="status">
        {conflict === 'same' ? beside.same : sentence(conflict)}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="beside-differences" tabIndex={0} aria-label={beside.differences}>
      <table>
        <thead>
          <tr>
            <th scope="col">{beside.setting}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {plan.differences.map(({ path, a, b }) => (
            <tr key={path}>
              <th scope="row" title={docOf(path).help}>
                <code>{path}</code>
              </th>
              <td>{valueText(a)}</td>
              <td>
                <b>{valueText(b)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function BesideProgress({ store }: { readonly store: Store }) {
  const status = store.beside.status.value;
  if (status.status === 'failed') {
    return (
      <p class="error-line" role="alert">
        {sentence(status.message)} {beside.kept}
      </p>
    );
  }
  if (status.status === 'none') return null;
  const runs = store.beside.runs.value;
  return (
    <p class="beside-progress" role="status">
      {status.status === 'done'
        ? beside.done
        : LANES.map((lane) =>
            beside.progress(lane.toUpperCase(), runs[lane].steps.length, runs[lane].config?.epochs ?? 0),
          ).join(' ')}
      {store.beside.paused.value && ` ${beside.paused}`}
    </p>
  );
}
