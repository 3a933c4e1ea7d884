/** The first thing seen: the name, what this is, and the green bar with its number. */

import { percent, points } from '../format.ts';
import { barRates, type Rate } from '../selectors.ts';
import type { Store } from '../store.ts';
import { Bar } from './bar.tsx';

export function Hero({ store }: { readonly store: Store }) {
  const problems = store.problems.value;
  const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
  const { before, now } = barRates(store.run.value, ids);
  const current = now ?? before;
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>Greenbar</h1>
        <p>
          A tiny transformer writes Python, and unit tests say whether it works. Reinforcement learning moves its
          weights toward code that passes, while you watch, inside this tab.
        </p>
      </div>
      <div class="hero-bar">
        <div class="hero-number">
          <span class="caption">pass@1 of the ten problems</span>
          {current && (
            <span class="hero-rates">
              {now && before && (
                <>
                  <span class="hero-before">{percent(before.value)}</span>
                  <span class="hero-arrow" aria-hidden="true">
                    →
                  </span>
                  <span class="sr-only">before, now</span>
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
          label={current ? `${percent(current.value)} of first tries pass` : 'Not measured yet'}
        />
        <p class="hero-note">{note(before, now)}</p>
      </div>
    </div>
  );
}

function note(before: Rate | null, now: Rate | null): string {
  if (before === null)
    return 'Not measured yet: the share of programs that pass on the first try, before and after training.';
  if (now === null)
    return `Before training: ${before.n} fresh programs per problem, run against every test, hidden ones too.`;
  if (now.from === 'training')
    return `Live: the latest ${now.n} training programs for the ten, run against the visible tests.`;
  return `${points(before.value, now.value)}: ${now.n} fresh programs per problem, run against every test, hidden ones too.`;
}
