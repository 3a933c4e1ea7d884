/** A strip per step: when its programs were sampled, judged, scored and trained on, and what of the next step went on meanwhile. */

import type { StepRecord } from '../../core/records.ts';
import { decimal } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { PHASE_WORDS, timelineOf } from './timeline.ts';

export function TimelineStrip({ record }: { readonly record: StepRecord | undefined }) {
  const timeline = record === undefined ? null : timelineOf(record);
  if (record === undefined || timeline === null) return null;
  const { seconds, lanes, overlap } = timeline;
  const told = lanes.flatMap(({ bars }) => bars.map((bar) => bar.words)).join('; ');
  return (
    <figure class="timeline">
      <div role="img" aria-label={words.timeline.label(record.step, told)}>
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
        {words.timeline.inAll(decimal(seconds, 1))}
        {overlap > 0 && ` ${words.timeline.overlap(decimal(overlap, 1))}`}
      </figcaption>
    </figure>
  );
}
