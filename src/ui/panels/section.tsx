/** A part of the page with its heading and one line that says what to look for. */

import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly intro: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, title, intro, children }: SectionProps) {
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
