/** The numbers of a chart as a table. */

import { words } from '../words/index.ts';
import type { LineChartProps, Series } from './chart.ts';

type Props = Pick<LineChartProps, 'title' | 'series' | 'x' | 'y' | 'height'>;

export function ChartTable({ title, series, x, y, height }: Props) {
  const rows = [...new Set(series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  const pointsAt = series.map((one) => new Map(one.points.map((point) => [point.x, point])));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="chart-table" style={{ height: `${height}px` }} tabIndex={0} aria-label={words.charts.table(title)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{x.label}</th>
            {series.map((one) => (
              <th scope="col" key={nameOf(one)}>
                {nameOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at}>
              <th scope="row">{x.format(at)}</th>
              {series.map((one, i) => {
                const point = pointsAt[i]?.get(at);
                const band = point?.low !== undefined && point.high !== undefined;
                return (
                  <td key={nameOf(one)}>
                    {point ? y.format(point.y) : ''}
                    {band && <small>{` ${y.format(point.low!)}–${y.format(point.high!)}`}</small>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Raw values and their smoothed line have one name in the picture. */
const nameOf = ({ name, backdrop }: Series): string => (backdrop === 'raw' ? words.charts.raw(name) : name);
