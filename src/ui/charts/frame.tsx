/** What every picture of numbers has around it: title, what to look for, a table in its place, files to take away. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { download } from '../download.ts';
import { csvText, type ExportedChart, svgText } from './export.ts';

interface ChartFrameProps {
  readonly title: string;
  /** What it shows and what to look for; n and temperature too, since it goes into files as the caption. */
  readonly help: string;
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
}

export function ChartFrame(props: ChartFrameProps) {
  const { title, help, level = 3, readout, controls, height, picture, table, exported } = props;
  const showsTable = useSignal(false);
  const [frame, width] = useWidth();
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <div class="chart-title">
          {level === 3 ? <h3>{title}</h3> : <h4>{title}</h4>}
          <p>{help}</p>
        </div>
        {readout}
      </figcaption>
      {controls}
      <div ref={frame} class="chart-frame" style={{ minHeight: `${height}px` }}>
        {showsTable.value ? table : width > 0 && picture(width)}
      </div>
      <div class="chart-foot">
        {exported && <Files title={title} caption={help} exported={exported} frame={frame} drawn={!showsTable.value} />}
        <button
          type="button"
          class="link"
          aria-pressed={showsTable.value}
          onClick={() => (showsTable.value = !showsTable.value)}
        >
          {showsTable.value ? 'Show chart' : 'Show table'}
          <span class="sr-only"> of {title}</span>
        </button>
      </div>
    </figure>
  );
}

interface FilesProps {
  readonly title: string;
  readonly caption: string;
  readonly exported: ExportedChart;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The drawing is there, not the table. */
  readonly drawn: boolean;
}

function Files({ title, caption, exported: { file, rows }, frame, drawn }: FilesProps) {
  const saveDrawing = () => {
    const svg = frame.current?.querySelector('svg');
    if (svg) download(`${file}.svg`, new Blob([svgText(svg, title, caption)], { type: 'image/svg+xml' }));
  };
  return (
    <>
      <button
        type="button"
        class="link"
        onClick={() => download(`${file}.csv`, new Blob([csvText(rows)], { type: 'text/csv' }))}
      >
        CSV<span class="sr-only"> of {title}</span>
      </button>
      {drawn && (
        <button type="button" class="link" onClick={saveDrawing}>
          SVG<span class="sr-only"> of {title}</span>
        </button>
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
