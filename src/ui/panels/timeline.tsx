/** A strip per step: when its programs were sampled, judged, scored and trained on, and what of the next step went on meanwhile. */

import type { StepRecord } from '../../core/records.ts';
import { decimal } from '../format.ts';
import { PHASE_WORDS, timelineOf } from '../timeline.ts';

export function TimelineStrip({ record }: { readonly record: StepRecord | undefined }) {
  const timeline = record === undefined ? null : timelineOf(record);
  if (record === undefined || timeline === null) return null;
  const { seconds, lanes, overlap } = timeline;
  const words = lanes.flatMap(({ bars }) => bars.map((bar) => bar.words)).join('; ');
  return (
    <figure class="timeline">
      <div role="img" aria-label={`Timeline of step ${record.step}: ${words}`}>
        {lanes.map(({ phase, bars }) => (
          <div key={phase} class="lane">
            <span class="lane-name">{PHASE_WORDS[phase]}</span>
            <span class="lane-track">
              {bars.map((bar) => (
                <i
                  key={bar.words}
                  class={bar.ahead ? 'lane-bar is-ahead' : 'lane-bar'}
                  style={{ left: `${100 * bar.from}%`, width: `${100 * bar.width}%` }}
                  title={bar.words}
                />
              ))}
            </span>
          </div>
        ))}
      </div>
      <figcaption>
        {decimal(seconds, 1)} s in all.
        {overlap > 0 &&
          ` Hatched: the next step was sampled already, ${decimal(overlap, 1)} s of it while these programs were judged.`}
      </figcaption>
    </figure>
  );
}
