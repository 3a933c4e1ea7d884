/** pass@k of every model on one set at one temperature. */

import { useSignal } from '@preact/signals';
import { PassCurve } from '../comparison/pass-curve.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { BandKind } from '../selectors.ts';
import { words } from '../words/index.ts';
import { curveLook, fewerWords } from './measure-captions.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { curveRows, curveSeries, evaluationOf, temperaturesOf } from './measure-views.ts';

const { measureCurve } = words;

const BAND_TABS = [
  { value: 'problems', label: measureCurve.overProblems },
  { value: 'samples', label: measureCurve.overSamples },
] as const;

export function MeasureCurve({ view }: { readonly view: MeasureView }) {
  const { report, set } = view;
  const temperatures = temperaturesOf(report);
  const wanted = useSignal<number | null>(null);
  const bands = useSignal<BandKind>('problems');
  const biased = useSignal(false);
  const temperature = wanted.value !== null && temperatures.includes(wanted.value) ? wanted.value : temperatures.at(-1);
  if (temperature === undefined) return null;
  const n = Math.max(1, ...report.models.map((model) => evaluationOf(model, set, temperature)?.n ?? 0));
  const fewer = report.models.map((model) => {
    const one = evaluationOf(model, set, temperature);
    return one === null ? '' : fewerWords(model.label, one.curve, one.problems.length);
  });
  return (
    <div class="measure-part">
      <PassCurve
        title={measureCurve.title}
        help={`${measureCurve.help(n, temperature)} ${measureCurve.bandsOver[bands.value]} ${curveLook(report.request.models)} ${measureCurve.rings}${fewer.join('')}`}
        series={curveSeries(report.models, { set, temperature, bands: bands.value, biased: biased.value })}
        n={n}
        empty={measureCurve.nothing}
        exported={{
          file: `pass-at-k-${set}-t${temperature}-n${n}`,
          rows: () => curveRows(report.models, set, temperature),
        }}
      >
        <ViewTabs view={view}>
          {temperatures.length > 1 && (
            <Tabs
              legend={measureCurve.temperature}
              named
              tabs={temperatures.map((value) => ({ value, label: String(value) }))}
              chosen={temperature}
              onChoose={(value) => (wanted.value = value)}
            />
          )}
          <Tabs
            legend={measureCurve.bands}
            named
            tabs={BAND_TABS}
            chosen={bands.value}
            onChoose={(value) => (bands.value = value)}
          />
          <label class="measure-check measure-biased">
            <input
              type="checkbox"
              checked={biased.value}
              onChange={(event) => (biased.value = event.currentTarget.checked)}
            />
            <span>
              {measureCurve.biased} 1 − (1 − c/n)<sup>k</sup>
              <small>{measureCurve.biasedHelp}</small>
            </span>
          </label>
        </ViewTabs>
      </PassCurve>
    </div>
  );
}
