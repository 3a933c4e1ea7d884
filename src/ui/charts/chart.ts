/** What a line chart shows, in words of the data. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ExportedChart } from './export.ts';
import type { Point } from './path.ts';
import type { ScaleKind } from './scale.ts';
import type { Tone } from './tones.ts';

export type { Tone } from './tones.ts';

/**
 * What stands behind the matter itself: `raw` the values under a smoothed line, `earlier` another run. Neither has dots, a
 * readout or a place under the crosshair.
 */
export type Backdrop = 'raw' | 'earlier';

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  readonly tone: Tone;
  readonly dashed?: boolean;
  /** Mark each point: measurements that were made now and then, not every step. */
  readonly dots?: boolean;
  /** One measurement that belongs to no curve: a ring at its place, out of the crosshair's way. */
  readonly lone?: boolean;
  /** What the readout says where that is not the line itself: the raw values of a smoothed one. */
  readonly told?: readonly Point[];
  readonly backdrop?: Backdrop;
  /** An earlier run that a person points at: drawn as if it were the matter. */
  readonly raised?: boolean;
}

export interface Axis {
  readonly kind: ScaleKind;
  readonly domain: readonly [number, number];
  readonly label: string;
  readonly format: (value: number) => string;
}

/** Something that happened at one place of the x axis. */
export interface Mark {
  readonly x: number;
  readonly label: string;
}

/** A place of the x axis that can be looked at. */
export interface Pick {
  /** Looked at now; null where that is none in particular. */
  readonly at: number | null;
  /** What choosing does, for a tooltip and for those who hear the page. */
  readonly label: string;
  readonly choose: (x: number) => void;
}

/** Which way is better. */
export type Good = 'up' | 'down' | 'none';

export interface LineChartProps {
  readonly title: string;
  readonly help: string;
  readonly good?: Good;
  readonly series: readonly Series[];
  readonly x: Axis;
  readonly y: Axis;
  /** Data position of the crosshair; charts that share the signal move together. */
  readonly cursor: Signal<number | null>;
  readonly height: number;
  /** Which point the readout shows while nobody points at the chart. */
  readonly rest?: 'first' | 'last';
  /** Shown in place of the lines while there are none. */
  readonly empty: string;
  readonly marks?: readonly Mark[];
  readonly pick?: Pick;
  /** What a figure has to say besides where it leaves the page. */
  readonly note?: string;
  /** Level of the title; 3 when absent. */
  readonly level?: 3 | 4;
  /** Files with more than the series hold; they are made of the series when absent. */
  readonly exported?: ExportedChart;
  /** More controls, between head and picture. */
  readonly children?: ComponentChildren;
}
