/** "Is the gain real?": models side by side on every set, at every temperature, with what a sceptic asks for. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MeasureReport } from '../../core/measuring.ts';
import { Section } from '../parts/section.tsx';
import { SET_WORDS } from '../parts/set-words.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { MeasureForm } from './measure-form.tsx';
import { GAIN_WORDS } from './measure-words.ts';

const { measure } = words;

export function Measure({ store }: { readonly store: Store }) {
  const status = store.gain.state.value;
  const report = store.gain.report.value;
  return (
    <Section id="measure" title={measure.title} intro={measure.intro}>
      <MeasureForm store={store} />
      <p class="sr-only" role="status">
        {report?.comparisons.map(({ set, gain }) => `${SET_WORDS[set].title}: ${GAIN_WORDS[gain].title}.`).join(' ')}
      </p>
      {status.status === 'failed' && (
        <p class="error-line" role="alert">
          {status.message}
        </p>
      )}
      {store.gain.notices.value.map((notice) => (
        <p key={notice} class="measure-help" role="status">
          {notice}
        </p>
      ))}
      {status.status === 'stopped' && (
        <p class="empty measure-note" role="status">
          {measure.stopped}
        </p>
      )}
      {report === null ? (
        status.status === 'none' && <p class="empty measure-note">{measure.nothing}</p>
      ) : (
        <>
          {store.gain.outdated.value && (
            <p class="measure-outdated" role="status">
              <b>{measure.outdated}</b> {measure.outdatedHelp}
            </p>
          )}
          <Results report={report} />
        </>
      )}
    </Section>
  );
}

/** The pictures are fetched when there is something to draw: the page's first paint does without them. */
function Results({ report }: { readonly report: MeasureReport }) {
  const drawn = useSignal<ComponentType<{ readonly report: MeasureReport }> | null>(null);
  useEffect(() => {
    void import('./measure-results.tsx').then(({ MeasureResults }) => (drawn.value = MeasureResults));
  }, [drawn]);
  const Drawn = drawn.value;
  return Drawn === null ? null : <Drawn report={report} />;
}
