/** The first thing seen: the name, what this is, and the green bar with its number. */

import { GuideOffer } from '../guide/guide-door.tsx';
import { Bar } from '../parts/bar.tsx';
import { Replay } from '../replay/replay.tsx';
import { barRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { barText, heroNote } from './hero-note.ts';

export function Hero({ store }: { readonly store: Store }) {
  const problems = store.problems.value;
  const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
  const rates = barRates(store.run.value, ids);
  const { before, now } = rates;
  const current = now ?? before;
  const shown = current && barText(current, rates, ids.length);
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
                  <span class="hero-before">{barText(before, rates, ids.length)}</span>
                  <span class="hero-arrow" aria-hidden="true">
                    →
                  </span>
                  <span class="sr-only">{text.beforeNow}</span>
                </>
              )}
              <b class={now && now.value > (before?.value ?? 0) ? 'is-gain' : ''}>{shown}</b>
            </span>
          )}
        </div>
        <Bar
          size="large"
          value={current?.value ?? null}
          before={now ? (before?.value ?? null) : null}
          label={shown ? text.bar(shown) : text.unknown}
        />
        <p class="hero-note">{heroNote(rates, ids.length)}</p>
        <Replay store={store} />
      </div>
    </div>
  );
}
