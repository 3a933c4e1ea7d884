/** Shares of steps as stacked bars, each kind with a colour and a pattern of its own, under the crosshair of the curves. */

import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { percent } from '../parts/format.ts';
import type { Axis, Mark, Pick } from './chart.ts';
import { Grid, leftOf, useMargin } from './grid.tsx';
import { MarkLine, PickedLine } from './line-plot.tsx';
import { type StackLook, StackPattern } from './patterns.tsx';
import { linearTicks, makeScale } from './scale.ts';

/** One kind of part, from the foot up. */
export interface StackKind {
  readonly id: string;
  readonly look: StackLook;
}

export interface StackBar {
  /** Of the x axis, both within the bar. */
  readonly first: number;
  readonly last: number;
  readonly parts: readonly { readonly id: string; readonly from: number; readonly to: number }[];
}

interface StackPlotProps {
  readonly label: string;
  /** What the ids of its patterns begin with. */
  readonly name: string;
  readonly kinds: readonly StackKind[];
  readonly bars: readonly StackBar[];
  readonly x: Axis;
  readonly width: number;
  readonly height: number;
  readonly cursor: Signal<number | null>;
  /** The kind that the keyboard, or a filter, is on. */
  readonly raised: string | null;
  readonly marks: readonly Mark[];
  readonly pick: Pick;
  /** A place of the x axis and a share from the foot. */
  readonly onChoose: (at: number, share: number) => void;
  readonly onPoint: (at: number, share: number) => void;
  readonly onLeave: () => void;
}

const shareAxis: Axis = { kind: 'linear', domain: [0, 1], label: '', format: (share) => percent(share) };

export function StackPlot(props: StackPlotProps) {
  const {
    label,
    name,
    kinds,
    bars,
    x: xAxis,
    width,
    height,
    cursor,
    raised,
    pick,
    marks,
    onChoose,
    onPoint,
    onLeave,
  } = props;
  const margin = useMargin();
  const up = linearTicks([0, 1], 4);
  const left = leftOf(up.map(shareAxis.format), margin);
  const [low, high] = xAxis.domain;
  const x = useMemo(
    () => makeScale('linear', [low, high], [left, width - margin.right]),
    [low, high, left, width, margin],
  );
  const y = useMemo(() => makeScale('linear', [0, 1], [height - margin.bottom, margin.top]), [height, margin]);
  const paths = useMemo(() => new Map(kinds.map(({ id }) => [id, stackPath(bars, id, x, y)])), [kinds, bars, x, y]);
  const placeOf = (event: MouseEvent): [number, number] => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = Math.min(high, Math.max(low, Math.round(x.invert(event.clientX - box.left))));
    return [at, Math.min(1, Math.max(0, y.invert(event.clientY - box.top)))];
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider over the picture takes the keys
    <svg
      role="img"
      aria-label={label}
      class="is-pickable"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={(event) => {
        const [at, share] = placeOf(event);
        cursor.value = at;
        onPoint(at, share);
      }}
      onPointerLeave={() => {
        cursor.value = null;
        onLeave();
      }}
      onClick={(event) => onChoose(...placeOf(event))}
    >
      <title>{pick.label}</title>
      <defs>
        {kinds.map(({ id, look }) => (
          <StackPattern key={id} id={`${name}-${id}`} look={look} />
        ))}
      </defs>
      <Grid
        x={x}
        y={y}
        xAxis={xAxis}
        yAxis={shareAxis}
        up={up}
        width={width}
        height={height}
        left={left}
        margin={margin}
      />
      {kinds.map(({ id, look }) => (
        <g key={id} class={`stack stack-${look.tone}${raised !== null && raised !== id ? ' is-behind' : ''}`}>
          <path class="stack-ground" d={paths.get(id) ?? ''} />
          {look.pattern !== 'plain' && (
            <path class="stack-pattern" d={paths.get(id) ?? ''} style={{ fill: `url(#${name}-${id})` }} />
          )}
        </g>
      ))}
      {marks.map((mark) => (
        <MarkLine key={mark.label} mark={mark} x={x} height={height} margin={margin} />
      ))}
      {pick.at !== null && <PickedLine at={x(pick.at)} height={height} margin={margin} />}
      <StackCursor cursor={cursor} x={x} foot={height - margin.bottom} top={margin.top} />
    </svg>
  );
}

interface StackCursorProps {
  readonly cursor: Signal<number | null>;
  readonly x: (value: number) => number;
  readonly top: number;
  readonly foot: number;
}

function StackCursor({ cursor, x, top, foot }: StackCursorProps) {
  const at = cursor.value;
  if (at === null) return null;
  return (
    <g class="crosshair">
      <line x1={x(at)} x2={x(at)} y1={top} y2={foot} />
    </g>
  );
}

/** All parts of one kind as one path: a bar reaches half a step to either side of its steps, and as far as the axis. */
export function stackPath(
  bars: readonly StackBar[],
  id: string,
  x: (value: number) => number,
  y: (share: number) => number,
): string {
  let path = '';
  for (const { first, last, parts } of bars) {
    const part = parts.find((one) => one.id === id);
    if (part === undefined) continue;
    const [from, to] = [x(first - 0.5), x(last + 0.5)];
    path += `M${round(from)},${round(y(part.from))}V${round(y(part.to))}H${round(to)}V${round(y(part.from))}Z`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
