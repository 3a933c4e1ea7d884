/** "You could try…": cards that make one change, lead to the control, and say what to look at and what came out here. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Section } from '../parts/section.tsx';
import { findPlace, ring, scrollTo } from '../shell/point-at.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { IDEAS, type IdeaName, ideaChoice, ideaOf } from './ideas.ts';

/** So long the changed control stays marked, milliseconds. */
const MARKED = 6000;

export function Ideas({ store }: { readonly store: Store }) {
  const chosen = useSignal<IdeaName | null>(null);
  const unmark = useRef<() => void>(() => undefined);
  useEffect(() => () => unmark.current(), []);
  const text = words.ideas;
  const take = async (name: IdeaName) => {
    const { setting, against, control } = ideaOf(name);
    store.choice.value = ideaChoice(name, store.choice.value);
    if (against !== undefined) store.beside.sides.b.value = against;
    if (setting !== undefined) store.revealed.value = setting;
    chosen.value = name;
    unmark.current();
    const place = await findPlace(control);
    if (place === null) return;
    scrollTo(place);
    const off = ring(place);
    const timer = setTimeout(off, MARKED);
    unmark.current = () => {
      clearTimeout(timer);
      off();
    };
    place.querySelector<HTMLElement>('select, input, button')?.focus({ preventScroll: true });
  };
  return (
    <Section id="ideas" title={text.title} intro={text.intro}>
      <ul class="ideas">
        {IDEAS.map((name) => (
          <li key={name} class="idea">
            <Card name={name} onTake={() => void take(name)} />
          </li>
        ))}
      </ul>
      <p class="sr-only" role="status">
        {chosen.value !== null && text.done(text.cards[chosen.value].title)}
      </p>
    </Section>
  );
}

function Card({ name, onTake }: { readonly name: IdeaName; readonly onTake: () => void }) {
  const text = words.ideas;
  const card = text.cards[name];
  const measured = 'measured' in card ? card.measured : null;
  return (
    <>
      <h3>{card.title}</h3>
      <p>{card.what}</p>
      <dl>
        <dt>{text.look}</dt>
        <dd>{card.look}</dd>
        <dt>{text.measured}</dt>
        <dd class={measured === null ? 'muted' : undefined}>{measured ?? text.notMeasured}</dd>
      </dl>
      <button type="button" class="button button-small" onClick={onTake}>
        {ideaOf(name).choice === null ? text.show : text.set}
        <span class="sr-only">: {card.title}</span>
      </button>
    </>
  );
}
