/** What all pictures of a measurement look at: the same set and the same model, chosen at any of them. */

import type { ComponentChildren } from 'preact';
import type { MeasureReport, ModelReport } from '../../core/measuring.ts';
import type { ProblemSetName } from '../../core/records.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { Tabs } from '../parts/tabs.tsx';
import { words } from '../words/index.ts';

const { measure } = words;

export interface MeasureView {
  readonly report: MeasureReport;
  readonly set: ProblemSetName;
  readonly onSet: (set: ProblemSetName) => void;
  readonly model: ModelReport;
  readonly onModel: (label: string) => void;
}

interface ViewTabsProps {
  readonly view: MeasureView;
  /** Of pictures that show one model at a time. */
  readonly models?: boolean;
  /** More to choose from, beside them. */
  readonly children?: ComponentChildren;
}

/** Tabs for what there is more than one of, in one row as far as it fits. */
export function ViewTabs({ view, models = false, children }: ViewTabsProps) {
  const { report, set, onSet, model, onModel } = view;
  return (
    <div class="measure-controls">
      {report.request.sets.length > 1 && (
        <Tabs
          legend={measure.set}
          tabs={report.request.sets.map((value) => ({ value, label: SET_WORDS[value].title }))}
          chosen={set}
          onChoose={onSet}
        />
      )}
      {models && report.models.length > 1 && (
        <Tabs
          legend={measure.model}
          named
          tabs={report.models.map(({ label }) => ({ value: label, label }))}
          chosen={model.label}
          onChoose={onModel}
        />
      )}
      {children}
    </div>
  );
}
