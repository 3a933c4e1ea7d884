/** The numbers of a picture that is no line chart, as a table in its place. */

import type { ComponentChildren } from 'preact';
import { words } from '../words/index.ts';

interface DataTableProps {
  readonly title: string;
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly [name: string, ...cells: ComponentChildren[]])[];
  readonly height: number;
}

export function DataTable({ title, head, rows, height }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="chart-table" style={{ height: `${height}px` }} tabIndex={0} aria-label={words.charts.table(title)}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
