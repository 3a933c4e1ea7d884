/** What a measurement found: verdicts first, then the pictures that they rest on. */

import { useSignal } from '@preact/signals';
import type { MeasureReport } from '../../core/measuring.ts';
import type { ProblemSetName } from '../../core/records.ts';
import { words } from '../words/index.ts';
import { MeasureAgreement } from './measure-agreement.tsx';
import { costWords } from './measure-captions.ts';
import { MeasureCurve } from './measure-curve.tsx';
import { MeasureGains } from './measure-gains.tsx';
import { MeasurePairs } from './measure-pairs.tsx';
import { MeasureSearch } from './measure-search.tsx';
import { MeasureSelections } from './measure-selections.tsx';
import { MeasureTemperatures } from './measure-temperatures.tsx';
import type { MeasureView } from './measure-view.tsx';

export function MeasureResults({ report }: { readonly report: MeasureReport }) {
  const set = useSignal<ProblemSetName>('lecture');
  const model = useSignal<string | null>(null);
  // A report of other sets or models may have come since they were chosen.
  const sets = report.request.sets;
  const view: MeasureView = {
    report,
    set: sets.includes(set.value) ? set.value : sets[0]!,
    onSet: (name) => (set.value = name),
    model: report.models.find(({ label }) => label === model.value) ?? report.models.at(-1)!,
    onModel: (label) => (model.value = label),
  };
  return (
    <div class="measure-results">
      <MeasureGains view={view} />
      <MeasurePairs view={view} />
      <MeasureCurve view={view} />
      <MeasureTemperatures view={view} />
      <MeasureSearch view={view} />
      <MeasureAgreement view={view} />
      <MeasureSelections view={view} />
      <Cost report={report} />
    </div>
  );
}

function Cost({ report: { cost, models } }: { readonly report: MeasureReport }) {
  return (
    <p class="measure-cost">
      {costWords(cost)}{' '}
      {words.measureCost.weights(models.map(({ label, digest }) => `${label} ${digest.slice(0, 12)}`).join(', '))}
    </p>
  );
}
