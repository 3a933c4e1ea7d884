/** What every picture of numbers has around it: title, what to look for, a table in its place, files to take away. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { csvText } from '../../core/csv.ts';
import { download } from '../parts/download.ts';
import { words } from '../words/index.ts';
import type { Good } from './chart.ts';
import { type ExportedChart, type LegendItem, pngBlob, svgText } from './export.ts';
import { FigureRun, figureCaption, rowsOfRun } from './figure-run.ts';

interface ChartFrameProps {
  readonly title: string;
  /** What it shows and what to look for; n and temperature too, since it goes into files as the caption. */
  readonly help: string;
  /** More for the caption, which the page says elsewhere. */
  readonly note?: string | undefined;
  readonly good?: Good | undefined;
  /** Level of the title; 3 when absent. */
  readonly level?: 3 | 4 | undefined;
  /** Beside the title: legend and values. */
  readonly readout?: ComponentChildren;
  /** More controls, between head and picture. */
  readonly controls?: ComponentChildren;
  readonly height: number;
  readonly picture: (width: number) => ComponentChildren;
  readonly table: ComponentChildren;
  /** No files are offered when absent. */
  readonly exported?: ExportedChart | undefined;
  /** What a drawing without the page around it has to explain. */
  readonly legend?: readonly LegendItem[] | undefined;
}

export function ChartFrame(props: ChartFrameProps) {
  const {
    title,
    help,
    note = '',
    good = 'none',
    level = 3,
    readout,
    controls,
    height,
    picture,
    table,
    exported,
    legend,
  } = props;
  const showsTable = useSignal(false);
  const [frame, width] = useWidth();
  const heading = (
    <>
      {title}
      {good !== 'none' && <GoodWay good={good} />}
    </>
  );
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <div class="chart-title">
          {level === 3 ? <h3>{heading}</h3> : <h4>{heading}</h4>}
          <p>{help}</p>
        </div>
        {readout}
      </figcaption>
      {controls}
      <div ref={frame} class="chart-frame" style={{ minHeight: `${height}px` }}>
        {showsTable.value ? table : width > 0 && picture(width)}
      </div>
      <div class="chart-foot">
        {exported && (
          <Files
            title={title}
            help={`${help} ${note}`.trim()}
            exported={exported}
            legend={legend ?? []}
            frame={frame}
            drawn={!showsTable.value}
          />
        )}
        <button
          type="button"
          class="link"
          aria-pressed={showsTable.value}
          onClick={() => (showsTable.value = !showsTable.value)}
        >
          {showsTable.value ? words.charts.showChart : words.charts.showTable}
          <OfTitle title={title} />
        </button>
      </div>
    </figure>
  );
}

/** An arrow beside the title: which way is better. */
function GoodWay({ good }: { readonly good: 'up' | 'down' }) {
  return (
    <span class="good-way" title={words.charts.good[good]}>
      <span aria-hidden="true">{good === 'up' ? '↑' : '↓'}</span>
      <span class="sr-only">, {words.charts.good[good]}</span>
    </span>
  );
}

const OfTitle = ({ title }: { readonly title: string }) => <span class="sr-only"> {words.charts.of(title)}</span>;

interface FilesProps {
  readonly title: string;
  readonly help: string;
  readonly exported: ExportedChart;
  readonly legend: readonly LegendItem[];
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The drawing is there, not the table. */
  readonly drawn: boolean;
}

function Files({ title, help, exported: { file, rows, saysRun = false }, legend, frame, drawn }: FilesProps) {
  const configOf = useContext(FigureRun);
  const failed = useSignal(false);
  const saveTable = () =>
    download(`${file}.csv`, new Blob([csvText(rowsOfRun(rows(), saysRun ? null : configOf()))], { type: 'text/csv' }));
  const draw = () => {
    const svg = frame.current?.querySelector('svg');
    return svg ? svgText({ svg, title, caption: figureCaption(help, configOf()), legend }) : null;
  };
  const saveDrawing = () => {
    const drawing = draw();
    if (drawing) download(`${file}.svg`, new Blob([drawing.text], { type: 'image/svg+xml' }));
  };
  const savePixels = async () => {
    const drawing = draw();
    if (drawing === null) return;
    try {
      download(`${file}.png`, await pngBlob(drawing));
      failed.value = false;
    } catch {
      failed.value = true; // Some browsers give no pixels away, to keep people from being told apart by them.
    }
  };
  return (
    <>
      {failed.value && <span role="alert">{words.charts.noPixels}</span>}
      <button type="button" class="link" onClick={saveTable}>
        CSV
        <OfTitle title={title} />
      </button>
      {drawn && (
        <>
          <button type="button" class="link" onClick={saveDrawing}>
            SVG
            <OfTitle title={title} />
          </button>
          <button type="button" class="link" onClick={() => void savePixels()}>
            PNG
            <OfTitle title={title} />
          </button>
        </>
      )}
    </>
  );
}

/** A ref and the width of its element, followed as it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) width.value = Math.floor(entry.contentRect.width);
    });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return [ref, width.value] as const;
}
