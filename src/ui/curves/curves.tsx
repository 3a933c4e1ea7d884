/** Live curves of the run, with one crosshair for all: a large one, a few beside it, and whichever a person chose. */

import { useComputed } from '@preact/signals';
import { useLectureRem } from '../charts/lecture-rem.ts';
import { Section } from '../parts/section.tsx';
import { ALERT_WORDS } from '../shell/alert-words.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { chartsOf, FIRST_CHARTS, LECTURE_CHARTS, PASS_CHART } from './curve-catalogue.ts';
import { CurveChartPanel, PassChartPanel } from './curve-chart.tsx';
import { isDrawable } from './curve-series.ts';
import { CurveTools } from './curve-tools.tsx';

export function Curves({ store }: { readonly store: Store }) {
  const rem = useLectureRem();
  const lecture = rem !== null;
  // Words, not lists: the panel is drawn anew when another chart comes, not at every step.
  const drawn = useComputed(() => {
    const { run, shown } = store.curves;
    const runs = [run.value, ...store.history.faint.value.map(({ state }) => state)];
    const begun = run.value.steps.length > 0;
    const ids = lecture ? new Set(LECTURE_CHARTS) : shown.value;
    const charts = chartsOf(ids).filter((chart) => !begun || chart === PASS_CHART || isDrawable(chart, runs));
    return charts.map(({ id }) => id).join(' ');
  });
  const charts = chartsOf(new Set(drawn.value.split(' ')));
  const beside = charts.filter(({ id }) => FIRST_CHARTS.includes(id));
  const others = charts.filter((chart) => chart !== PASS_CHART && !beside.includes(chart));
  return (
    <Section id="curves" title={words.curves.title} intro={words.curves.intro}>
      {!lecture && <CurveTools store={store} />}
      <div class={`curves${lecture ? ' curves-lecture' : ''}`}>
        {charts.includes(PASS_CHART) && (
          <div class="curve-large">
            <PassChartPanel store={store} height={rem === null ? 490 : 23 * rem} />
          </div>
        )}
        {beside.map((chart) => (
          <div key={chart.id} class="curve-small">
            <CurveChartPanel chart={chart} store={store} height={rem === null ? 150 : 16 * rem} />
          </div>
        ))}
      </div>
      <MarksNote store={store} />
      {others.length > 0 && (
        <div class="multiples">
          {others.map((chart) => (
            <CurveChartPanel key={chart.id} chart={chart} store={store} height={130} level={4} />
          ))}
        </div>
      )}
    </Section>
  );
}

/** What the wedges on the axes mean. */
function MarksNote({ store }: { readonly store: Store }) {
  const { alerts } = store.curves.run.value;
  if (alerts.length === 0) return null;
  const told = alerts.map(({ name, step }) => words.curves.shortAlert(step, ALERT_WORDS[name]));
  return (
    <p class="marks-note">
      <svg class="glyph mark" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 3l6 10H2z" />
      </svg>
      {words.curves.marks(told)}
    </p>
  );
}
