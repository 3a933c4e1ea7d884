/** pass@k of every model on one set at one temperature. */

import { useSignal } from '@preact/signals';
import { curveLook, fewerWords } from '../measure-captions.ts';
import { curveRows, curveSeries, evaluationOf, temperaturesOf } from '../measure-views.ts';
import type { BandKind } from '../selectors.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { PassCurve } from './pass-curve.tsx';
import { Tabs } from './tabs.tsx';

const BAND_TABS = [
  { value: 'problems', label: 'Over problems' },
  { value: 'samples', label: 'Over samples' },
] as const;

const BAND_WORDS: Readonly<Record<BandKind, string>> = {
  problems: 'Bands, 95%, over problems: how far the mean would move with other problems of this kind.',
  samples: 'Bands, 95%, over samples: how far it would move with other samples of these very problems.',
};

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
        title="pass@k, model by model"
        help={`Chance that at least one of k programs passes every test: unbiased (Chen et al. 2021), n = ${n} per problem at temperature ${temperature}. ${BAND_WORDS[bands.value]} ${curveLook(report.request.models)} Rings: greedy completions, which are one try and no more.${fewer.join('')}`}
        series={curveSeries(report.models, { set, temperature, bands: bands.value, biased: biased.value })}
        n={n}
        empty="Not measured"
        exported={{ file: `pass-at-k-${set}-t${temperature}-n${n}`, rows: () => curveRows(report.models, set, temperature) }}
      >
        <ViewTabs view={view}>
          {temperatures.length > 1 && (
            <Tabs
              legend="Temperature"
              named
              tabs={temperatures.map((value) => ({ value, label: String(value) }))}
              chosen={temperature}
              onChoose={(value) => (wanted.value = value)}
            />
          )}
          <Tabs
            legend="Bands"
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
              Add the biased formula 1 − (1 − c/n)<sup>k</sup>
              <small>Dashed. It draws with replacement and so comes out too low for every k above 1.</small>
            </span>
          </label>
        </ViewTabs>
      </PassCurve>
    </div>
  );
}
