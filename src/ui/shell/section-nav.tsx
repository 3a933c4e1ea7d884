/** A thin row of links to the sections of the page; the one that is read is marked. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words/index.ts';
import { goTo, placeOf, type SectionName, sectionsOnPage } from './sections.ts';

/** A section is read that reaches into this band of the window, a little below the header. */
const BAND = '-22% 0px -70% 0px';

export function SectionNav() {
  const names = useSignal<readonly SectionName[]>([]);
  const current = useSignal<SectionName | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      followSections(
        (found) => (names.value = found),
        (name) => (current.value = name),
      ),
    [names, current],
  );
  const now = current.value;
  useEffect(() => {
    const link = now === null ? null : list.current?.querySelector<HTMLElement>(`[href="#${now}"]`);
    const row = list.current;
    // Only sideways: the page itself stays where it is.
    if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [now]);
  return (
    <nav class="sections" aria-label={words.header.sections}>
      <ul ref={list}>
        {names.value.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={now === name ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                void goTo(name);
              }}
            >
              {words.teaching.parts[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Panels come in the place of what waited for them: the sections are looked up anew whenever one does. */
function followSections(
  onSections: (names: readonly SectionName[]) => void,
  onCurrent: (name: SectionName | null) => void,
): () => void {
  const main = document.getElementById('main');
  if (main === null) return () => undefined;
  const seen = new Set<Element>();
  let names: readonly SectionName[] = [];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      onCurrent(names.findLast((name) => seen.has(placeOf(name) ?? main)) ?? null);
    },
    { rootMargin: BAND },
  );
  const look = () => {
    observer.disconnect();
    seen.clear();
    names = sectionsOnPage();
    onSections(names);
    for (const name of names) {
      const place = placeOf(name);
      if (place !== null) observer.observe(place);
    }
  };
  look();
  const changes = new MutationObserver(look);
  changes.observe(main, { childList: true });
  return () => {
    changes.disconnect();
    observer.disconnect();
  };
}
