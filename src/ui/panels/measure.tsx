/** "Is the gain real?": models side by side on every set, at every temperature, with what a sceptic asks for. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MeasureReport } from '../../core/measuring.ts';
import { GAIN_WORDS } from '../measure-words.ts';
import { SET_WORDS } from '../set-words.ts';
import type { Store } from '../store.ts';
import { MeasureForm } from './measure-form.tsx';
import { Section } from './section.tsx';

export function Measure({ store }: { readonly store: Store }) {
  const status = store.gain.state.value;
  const report = store.gain.report.value;
  return (
    <Section
      id="measure"
      title="Is the gain real?"
      intro="Two models, the same problems, many samples of each. Does training find programs that the base never writes, or does it only write the base’s own best ones more often? And would a cooler temperature have done as much?"
    >
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
          Stopped. What was sampled and judged is kept: the same measurement goes on from there.
        </p>
      )}
      {report === null ? (
        status.status === 'none' && (
          <p class="empty measure-note">
            Nothing was measured yet. The base can be measured without a run; the trained model joins it after one.
          </p>
        )
      ) : (
        <>
          {store.gain.outdated.value && (
            <p class="measure-outdated" role="status">
              <b>Of the run before.</b> Another run has begun since this was measured: “Trained” below is what the
              earlier one left. Measure again for the model at hand.
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
