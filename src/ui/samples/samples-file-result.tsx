/** What a graded file of samples says: pass@k, its curve, the mix of outcomes, problem by problem, and as files. */

import type { CsvCell } from '../../core/csv.ts';
import type { CurvePoint } from '../../core/records.ts';
import type { SamplesReport, SamplesSummary } from '../../core/samples.ts';
import { OUTCOMES } from '../../core/types.ts';
import { PassCurve } from '../comparison/pass-curve.tsx';
import { download } from '../parts/download.ts';
import { percent } from '../parts/format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import { words } from '../words/index.ts';
import { problemsCsv } from './samples-csv.ts';
import { SamplesFileTable } from './samples-file-table.tsx';
import type { SamplesStore } from './samples-store.ts';

const { samplesResult } = words;

interface ResultProps {
  readonly samples: SamplesStore;
  readonly summary: SamplesSummary;
  readonly report: SamplesReport;
}

export function SamplesFileResult({ samples, summary, report }: ResultProps) {
  const { graded, judged, notes, curve } = report;
  const known = summary.rows - unknownRows(summary, report);
  return (
    <div class="samples-result">
      <Headline report={report} summary={summary} />
      <ul class="samples-notes" role="status">
        {judged < summary.programs && <li>{samplesResult.unfinished(graded, known)}</li>}
        {judged < graded && <li>{samplesResult.saved(graded, judged, percent(1 - judged / graded))}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <div class="samples-parts">
        {curve.length > 1 && (
          <PassCurve
            title={samplesResult.curve}
            help={samplesResult.curveHelp}
            series={[{ name: 'pass@k', points: curve.map(toPoint), tone: 'accent', dots: true }]}
            n={curve.at(-1)!.k}
            empty={samplesResult.nothing}
            exported={{ file: `${summary.file}-pass-at-k`, rows: () => curveRows(curve) }}
          />
        )}
        <OutcomeMix report={report} />
      </div>
      <SamplesFileTable problems={report.problems} />
      <Downloads samples={samples} summary={summary} report={report} />
    </div>
  );
}

/** Rows that have no problem and so never get a verdict: what is left when all programs are judged. */
const unknownRows = (summary: SamplesSummary, report: SamplesReport): number =>
  summary.rows - report.problems.reduce((sum, { n, unjudged }) => sum + n + unjudged, 0);

const curveRows = (curve: readonly CurvePoint[]): readonly (readonly CsvCell[])[] => [
  ['k', 'pass@k', 'low', 'high'],
  ...curve.map(({ k, pass }) => [k, pass.value, pass.low, pass.high]),
];

const toPoint = ({ k, pass: { value, low, high } }: CurvePoint) => ({ x: k, y: value, low, high });

/** How many problems a mean is over. */
const countedIn = (point: CurvePoint, { problems }: SamplesReport): number =>
  point.problems ?? problems.filter(({ n, broken }) => n > 0 && !broken).length;

/** The same, of those that the files name. */
function overWords(point: CurvePoint, report: SamplesReport, { missing }: SamplesSummary): string {
  const { problems } = report;
  const over = countedIn(point, report);
  const all = problems.length + missing.length;
  return samplesResult.over(over, all);
}

interface HeadlineProps {
  readonly report: SamplesReport;
  readonly summary: SamplesSummary;
}

/** The usual k, and the last one that the samples reach. */
function Headline({ report, summary }: HeadlineProps) {
  const { pass, curve } = report;
  const points = [...pass, ...curve.slice(-1).filter(({ k }) => pass.every((point) => point.k !== k))];
  return (
    <dl class="samples-pass">
      {points.map((point) => (
        <div key={point.k}>
          <dt>pass@{point.k}</dt>
          <dd>
            <b>{percent(point.pass.value, 1)}</b>
            <small>{overWords(point, report, summary)}</small>
            {point.pass.low < point.pass.high && (
              <small>
                {samplesResult.band(
                  percent(point.pass.low, 1),
                  percent(point.pass.high, 1),
                  countedIn(point, report) === 1,
                )}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OutcomeMix({ report: { outcomes, graded } }: { readonly report: SamplesReport }) {
  const present = OUTCOMES.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count === 0 ? [] : [{ outcome, count }];
  });
  return (
    <div class="samples-mix">
      <h3>{samplesResult.outcomes}</h3>
      <ul>
        {present.map(({ outcome, count }) => (
          <li key={outcome} title={OUTCOME_LOOKS[outcome].help}>
            <span class={`samples-mix-name outcome-${OUTCOME_LOOKS[outcome].tone} badge-plain`}>
              <OutcomeGlyph outcome={outcome} />
              {OUTCOME_LOOKS[outcome].label}
            </span>
            <span class="samples-mix-bar" aria-hidden="true">
              <i class={`outcome-${OUTCOME_LOOKS[outcome].tone}`} style={{ width: `${(100 * count) / graded}%` }} />
            </span>
            <span class="samples-mix-count">
              {count.toLocaleString('en-GB')} <small>{percent(count / graded)}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Downloads({ samples, summary, report }: ResultProps) {
  const save = async () => {
    const results = await samples.results();
    if (results !== null) download(`${summary.file}_results.jsonl`, results);
  };
  const csv = () => new Blob([problemsCsv(report.problems)], { type: 'text/csv' });
  return (
    <p class="samples-downloads">
      <button type="button" class="button button-small" onClick={() => void save()}>
        {samplesResult.results}
      </button>
      <button type="button" class="button button-small" onClick={() => download(`${summary.file}_problems.csv`, csv())}>
        {samplesResult.problems}
      </button>
      <span>{samplesResult.resultsHelp}</span>
    </p>
  );
}
