/** AlphaCode's search: what is left at each station, n@k beside pass@k, and the clusters of a problem. */

import { useSignal } from '@preact/signals';
import type { CsvCell } from '../../core/csv.ts';
import type { SearchedProblem, SearchReport } from '../../core/measure-choices.ts';
import { DataTable } from '../charts/data-table.tsx';
import { ChartFrame } from '../charts/frame.tsx';
import { FunnelPlot, funnelHeight } from '../charts/funnel.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { percent } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { words } from '../words/index.ts';
import { fewerWords } from './measure-captions.ts';
import { MeasureClusters } from './measure-clusters.tsx';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { stationsOf } from './measure-views.ts';

const { measureSearch, measureViews } = words;

export function MeasureSearch({ view }: { readonly view: MeasureView }) {
  const wanted = useSignal<string | null>(null);
  const search = view.model.searches.find(({ set }) => set === view.set);
  if (search === undefined) return null;
  const chosen = search.problems.find(({ id }) => id === wanted.value) ?? null;
  const { samples, temperature, submissions, probes } = search.request;
  return (
    <div class="measure-part">
      <h3>{measureSearch.title}</h3>
      <p class="measure-look">{measureSearch.intro(samples, temperature, probes, submissions)}</p>
      <ViewTabs view={view} models />
      <div class="search-pictures">
        <Funnel search={search} chosen={chosen} model={view.model.label} onAll={() => (wanted.value = null)} />
        <SearchCurve search={search} model={view.model.label} />
      </div>
      <p class="measure-look">{measureSearch.choose}</p>
      <SearchedTable search={search} chosen={chosen} onChoose={(id) => (wanted.value = id)} />
      {chosen !== null && <MeasureClusters key={`${view.model.label} ${chosen.id}`} problem={chosen} />}
    </div>
  );
}

interface FunnelProps {
  readonly search: SearchReport;
  /** null: the whole set. */
  readonly chosen: SearchedProblem | null;
  readonly model: string;
  readonly onAll: () => void;
}

function Funnel({ search, chosen, model, onAll }: FunnelProps) {
  const { set, problems, total, request } = search;
  const funnel = chosen?.funnel ?? total;
  const stations = stationsOf(funnel, chosen === null ? problems.length : 1);
  const where = chosen === null ? SET_WORDS[set].title : chosen.id;
  const title = measureSearch.funnel(where);
  const height = funnelHeight(stations.length);
  const rows: CsvCell[][] = [
    [
      'set',
      'problem',
      'model',
      'temperature',
      'sampled',
      'distinct',
      'compile',
      'pass_public',
      'unprobed',
      'clusters',
      'submitted',
      'solved',
    ],
    ...problems.map(({ id, funnel: one }): CsvCell[] => [
      ...[set, id, model, request.temperature, one.sampled, one.distinct, one.compile],
      ...[one.passPublic, one.unprobed, one.clusters, one.submitted, one.solved],
    ]),
  ];
  return (
    <ChartFrame
      level={4}
      title={title}
      help={`${measureSearch.funnelHelp(model, request.samples, request.temperature)}${
        funnel.unprobed > 0 ? ` ${measureSearch.unprobed(funnel.unprobed)}` : ''
      }`}
      height={height}
      controls={
        chosen !== null && (
          <p>
            <button type="button" class="link" onClick={onAll}>
              {measureSearch.whole}
            </button>
          </p>
        )
      }
      picture={(width) => (
        <FunnelPlot
          stations={stations}
          label={`${title}: ${stations.map(({ name, count }) => `${name} ${count}`).join(', ')}`}
          width={width}
        />
      )}
      table={
        <DataTable
          title={title}
          head={[measureSearch.station, measureSearch.count, measureSearch.share]}
          rows={stations.map(({ name, count, share }) => [name, count.toLocaleString('en-GB'), share])}
          height={height}
        />
      }
      exported={{ file: `funnel-${set}-${request.samples}`, rows: () => rows }}
    />
  );
}

function SearchCurve({ search, model }: { readonly search: SearchReport; readonly model: string }) {
  const cursor = useSignal<number | null>(null);
  const { set, request, curve } = search;
  const { submissions, temperature, samples } = request;
  const name = `${submissions}@k`;
  const points = curve.map(({ budget, problems }) => ({ k: budget, ...(problems !== undefined && { problems }) }));
  const fewer = fewerWords(name, points, search.problems.length);
  const rows: CsvCell[][] = [
    ['set', 'model', 'temperature', 'k', name, 'low', 'high', 'pass@k', 'draws'],
    ...curve.map(({ budget, solved, pass, draws }): CsvCell[] => [
      ...[set, model, temperature, budget, solved.value, solved.low, solved.high, pass, draws],
    ]),
  ];
  return (
    <LineChart
      level={4}
      title={measureSearch.under(name)}
      help={`${measureSearch.curveHelp(name, submissions, model, temperature, samples)}${fewer}`}
      series={[
        {
          name: 'pass@k',
          points: curve.map(({ budget, pass }) => ({ x: budget, y: pass })),
          tone: 'muted',
          dots: true,
        },
        {
          name,
          points: curve.map(({ budget, solved: { value, low, high } }) => ({ x: budget, y: value, low, high })),
          tone: 'accent',
          dots: true,
        },
      ]}
      x={{
        kind: 'log10',
        domain: [1, Math.max(2, samples)],
        label: 'k',
        format: (k) => Math.round(k).toLocaleString('en-GB'),
      }}
      y={{ kind: 'linear', domain: [0, 1], label: measureSearch.solvedAxis, format: (value) => percent(value) }}
      cursor={cursor}
      height={250}
      empty={measureSearch.nothing}
      exported={{ file: `n-at-k-${set}-t${temperature}`, rows: () => rows }}
    />
  );
}

interface SearchedTableProps {
  readonly search: SearchReport;
  readonly chosen: SearchedProblem | null;
  readonly onChoose: (id: string) => void;
}

function SearchedTable({ search, chosen, onChoose }: SearchedTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="measure-scroll measure-tall" tabIndex={0} aria-label={measureSearch.label}>
      <table class="measure-table">
        <thead>
          <tr>
            <th scope="col">{measureSearch.problem}</th>
            <th scope="col">{measureViews.compile}</th>
            <th scope="col">{measureViews.passPublic}</th>
            <th scope="col">{measureViews.clusters}</th>
            <th scope="col">{measureViews.submitted}</th>
            <th scope="col">{measureViews.solved}</th>
          </tr>
        </thead>
        <tbody>
          {search.problems.map(({ id, funnel }) => (
            <tr key={id} class={id === chosen?.id ? 'is-chosen' : ''}>
              <th scope="row">
                <button type="button" class="link" aria-pressed={id === chosen?.id} onClick={() => onChoose(id)}>
                  {id}
                </button>
              </th>
              <td>{funnel.compile.toLocaleString('en-GB')}</td>
              <td>{funnel.passPublic.toLocaleString('en-GB')}</td>
              <td>{funnel.clusters.toLocaleString('en-GB')}</td>
              <td>{funnel.submitted}</td>
              <td
                class={funnel.solved > 0 ? 'is-right' : 'is-wrong'}
              >{`${funnel.solved > 0 ? '✓' : '✗'} ${measureViews.yesNo(funnel.solved > 0)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
