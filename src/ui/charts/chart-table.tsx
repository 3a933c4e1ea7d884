/** The numbers of a chart as a table. */

import type { LineChartProps } from './chart.ts';

type Props = Pick<LineChartProps, 'title' | 'series' | 'x' | 'y' | 'height'>;

export function ChartTable({ title, series, x, y, height }: Props) {
  const rows = [...new Set(series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="chart-table" style={{ height: `${height}px` }} tabIndex={0} aria-label={`${title}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{x.label}</th>
            {series.map((one) => (
              <th scope="col" key={one.name}>
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at}>
              <th scope="row">{x.format(at)}</th>
              {series.map((one) => {
                const point = one.points.find((candidate) => candidate.x === at);
                const band = point?.low !== undefined && point.high !== undefined;
                return (
                  <td key={one.name}>
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
