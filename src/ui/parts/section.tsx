/** A part of the page with its heading and one line that says what to look for. */

import type { ComponentChildren } from 'preact';
import type { Hideable } from '../shell/view.ts';
import { useHidden } from '../shell/view-context.ts';

interface SectionProps {
  /** Also what `hide=` in the address calls it. */
  readonly id: Hideable;
  readonly title: string;
  readonly intro: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, title, intro, children }: SectionProps) {
  if (useHidden(id)) return null;
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        <p>{intro}</p>
      </div>
      {children}
    </section>
  );
}
