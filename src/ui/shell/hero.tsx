/** The first thing seen: the name, what this is, and the green bar with its number. */

import { GuideOffer } from '../guide/guide-door.tsx';
import { Bar } from '../parts/bar.tsx';
import { percent } from '../parts/format.ts';
import { Replay } from '../replay/replay.tsx';
import { barRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { heroNote } from './hero-note.ts';

export function Hero({ store }: { readonly store: Store }) {
  const problems = store.problems.value;
  const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
  const { before, now, visited } = barRates(store.run.value, ids);
  const current = now ?? before;
  const text = words.hero;
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>Greenbar</h1>
        <p>{text.sentence}</p>
        <GuideOffer store={store} />
      </div>
      <div class="hero-bar" id="bar">
        <div class="hero-number">
          <span class="caption">{text.caption}</span>
          {current && (
            <span class="hero-rates">
              {now && before && (
                <>
                  <span class="hero-before">{percent(before.value)}</span>
                  <span class="hero-arrow" aria-hidden="true">
                    →
                  </span>
                  <span class="sr-only">{text.beforeNow}</span>
                </>
              )}
              <b class={now && now.value > (before?.value ?? 0) ? 'is-gain' : ''}>{percent(current.value)}</b>
            </span>
          )}
        </div>
        <Bar
          size="large"
          value={current?.value ?? null}
          before={now ? (before?.value ?? null) : null}
          label={current ? text.bar(percent(current.value)) : text.unknown}
        />
        <p class="hero-note">{heroNote({ before, now, visited }, ids.length)}</p>
        <Replay store={store} />
      </div>
    </div>
  );
}
