/** Small multiples of every metric that the run has, under the crosshair of the large charts. */

import { type Signal, useSignal } from '@preact/signals';
import type { StepRecord } from '../../core/records.ts';
import type { Axis, Mark } from '../charts/chart.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { diagnosticGroups } from '../diagnostics.ts';

interface DiagnosticsProps {
  readonly steps: readonly StepRecord[];
  readonly x: Axis;
  readonly cursor: Signal<number | null>;
  readonly marks: readonly Mark[];
}

export function Diagnostics(props: DiagnosticsProps) {
  const open = useSignal(false);
  return (
    <details class="diagnostics" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>Diagnostics</summary>
      {open.value && <Groups {...props} />}
    </details>
  );
}

function Groups({ steps, x, cursor, marks }: DiagnosticsProps) {
  const groups = diagnosticGroups(steps);
  if (groups.length === 0) return <p class="empty">The first step brings the first numbers.</p>;
  return (
    <>
      {groups.map(({ title, charts }) => (
        <section key={title} class="diagnostics-group" aria-label={title}>
          <h3>{title}</h3>
          <div class="multiples">
            {charts.map((chart) => (
              <LineChart
                key={chart.title}
                {...chart}
                level={4}
                x={x}
                cursor={cursor}
                marks={marks}
                height={120}
                empty="No values yet"
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
