/** For teaching: a link that opens the page as a class needs it, and the handouts that come with the page. */

import { useSignal } from '@preact/signals';
import { planOf } from '../controls/choice.ts';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { linkTo } from './address.ts';
import { HIDEABLE, type Hideable, type View } from './view.ts';

const { teaching } = words;

const HANDOUTS = ['exercise', 'instructor'] as const;

export function Teaching({ store }: { readonly store: Store }) {
  return (
    <Section id="teaching" title={teaching.title} intro={teaching.intro}>
      <div class="teaching">
        <ClassLink store={store} />
        <div>
          <h3>{teaching.handouts.title}</h3>
          <p>{teaching.handouts.intro}</p>
          <div class="handouts">
            {HANDOUTS.map((name) => (
              <a key={name} href={`./handouts/${name}.html`} target="_blank" rel="noopener">
                <b>{teaching.handouts[name].title}</b>
                <span>{teaching.handouts[name].help}</span>
              </a>
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}

/** Seconds a step that are offered. */
const PACES = [0, 1, 3, 10];

function ClassLink({ store }: { readonly store: Store }) {
  const view = useSignal<View>({ ...store.view, lecture: true });
  const copied = useSignal<string | null>(null);
  const link = linkTo(store.choice.value, location.href, view.value);
  const change = (part: Partial<View>) => {
    view.value = { ...view.value, ...part };
  };
  const hide = (part: Hideable, wanted: boolean) => {
    const hidden = new Set(view.value.hidden);
    if (wanted) hidden.add(part);
    else hidden.delete(part);
    change({ hidden });
  };
  const copy = async () => {
    // Browsers give no clipboard to pages without https, and may refuse it to others: the address stands there to be copied.
    await navigator.clipboard?.writeText(link).then(
      () => (copied.value = link),
      () => undefined,
    );
  };
  return (
    <form class="class-link" onSubmit={(event) => event.preventDefault()}>
      <div>
        <h3>{teaching.link.title}</h3>
        <p>{teaching.link.intro}</p>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={view.value.lecture}
          onChange={(event) => change({ lecture: event.currentTarget.checked })}
        />
        {teaching.link.lecture}
      </label>
      <label class="field">
        {teaching.link.pace}
        <select value={view.value.pace} onChange={(event) => change({ pace: Number(event.currentTarget.value) })}>
          {PACES.map((seconds) => (
            <option key={seconds} value={seconds}>
              {teaching.link.paceOf(seconds)}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>{teaching.link.hide}</legend>
        <div class="class-parts">
          {HIDEABLE.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={view.value.hidden.has(part)}
                onChange={(event) => hide(part, event.currentTarget.checked)}
              />
              {teaching.parts[part]}
            </label>
          ))}
        </div>
      </fieldset>
      {planOf(store.choice.value).conflict === null ? (
        <>
          <div class="class-address">
            <input
              type="text"
              readOnly
              aria-label={teaching.link.address}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" class="button" onClick={() => void copy()}>
              {teaching.link.copy}
            </button>
            <a class="button" href={link} target="_blank" rel="noopener">
              {teaching.link.open}
            </a>
          </div>
          <p class="caption" role="status">
            {copied.value === link && teaching.link.copied}
          </p>
        </>
      ) : (
        <p class="error-line" role="status">
          {teaching.link.conflict}
        </p>
      )}
    </form>
  );
}
