/** "How fast is this machine?": our engines on this device beside stock TensorFlow.js, and what that means for the exercise. */

import type { BenchmarkEngine, BenchmarkReport } from '../../trainer/api.ts';
import { decimal, duration, memory, NOTHING, sentence } from '../parts/format.ts';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { BACKENDS, fastestRow, type MachineRow, machineRows } from './machine-words.ts';

const { machine } = words;

export function Machine({ store }: { readonly store: Store }) {
  const status = store.machine.state.value;
  const running = status.status === 'running';
  return (
    <Section id="machine" title={machine.title} intro={machine.intro}>
      <p class="machine-start">
        <button
          type="button"
          class="button button-go"
          disabled={store.running.value || store.occupied.value}
          onClick={() => void store.machine.measure()}
        >
          {running ? machine.measuring : machine.measure}
        </button>
        {running && status.progress !== null && (
          <span class="machine-progress">
            <progress max={status.progress.total} value={status.progress.done} aria-label={machine.done} />
            {BACKENDS[status.progress.backend]}
          </span>
        )}
      </p>
      {status.status === 'failed' && <p class="error-line">{status.message}</p>}
      {status.status === 'done' && <Report report={status.report} />}
    </Section>
  );
}

function Report({ report }: { readonly report: BenchmarkReport }) {
  const rows = machineRows(report);
  const best = fastestRow(rows);
  const { cores, ceilings, notes } = report;
  return (
    <div class="machine-report">
      {best !== null && <Headline row={best} />}
      <table class="machine-table">
        <thead>
          <tr>
            <th scope="col">{machine.engine}</th>
            <th scope="col">{machine.samples}</th>
            <th scope="col">{machine.scores}</th>
            <th scope="col">{machine.update}</th>
            <th scope="col">{machine.memory}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EngineRows key={row.ours.backend} row={row} />
          ))}
        </tbody>
      </table>
      <p class="machine-notes">
        {machine.ceilings(cores, decimal(ceilings.gigaflops, 0), decimal(ceilings.gigabytes, 1))}{' '}
        {notes.map(sentence).join(' ')}
      </p>
    </div>
  );
}

function Headline({ row: { ours, epochSeconds, times } }: { readonly row: MachineRow }) {
  const rate = ours.timing.sample?.tokensPerSecond;
  return (
    <div class="machine-headline" role="status">
      <p class="machine-rate">{rate === undefined ? NOTHING : threeDigits(rate)}</p>
      <div>
        <h3>{machine.tokensOn(BACKENDS[ours.backend])}</h3>
        <p>
          {machine.fifty(duration(50 * epochSeconds))}
          {times !== null && ` ${machine.faster(decimal(times.update, 1))}`}
        </p>
      </div>
    </div>
  );
}

function EngineRows({ row: { ours, stock, times } }: { readonly row: MachineRow }) {
  return (
    <>
      <tr class="machine-ours">
        <th scope="row">
          {BACKENDS[ours.backend]}
          <small>
            {ours.adapter}
            {ours.software && ` · ${machine.emulated}`}
          </small>
        </th>
        <Cells engine={ours} times={times} />
      </tr>
      {stock !== null && (
        <tr>
          <th scope="row">{machine.stock}</th>
          <Cells engine={stock} times={null} />
        </tr>
      )}
    </>
  );
}

interface CellsProps {
  readonly engine: BenchmarkEngine;
  readonly times: MachineRow['times'];
}

function Cells({ engine: { engine, timing }, times }: CellsProps) {
  const { sample, score, update, peakBytes } = timing;
  return (
    <>
      <td data-label={machine.samples}>
        {sample === null ? NOTHING : machine.rate(threeDigits(sample.tokensPerSecond))}
        <Times value={times?.sample} />
      </td>
      <td data-label={machine.scores}>
        {milliseconds(score.wall)}
        <Times value={times?.score} />
      </td>
      <td data-label={machine.update}>
        {milliseconds(update.wall)}
        <Times value={times?.update} />
        {update.dispatches !== null && <small>{machine.dispatches(update.dispatches)}</small>}
      </td>
      <td data-label={machine.memory}>
        {peakBytes === null ? NOTHING : memory(peakBytes)}
        {engine === 'tfjs' && <small>{machine.tensorsOnly}</small>}
      </td>
    </>
  );
}

function Times({ value }: { readonly value: number | null | undefined }) {
  if (value == null) return null;
  return <b class="machine-times">{decimal(value, 1)}×</b>;
}

/** 156444 → "156,000": timings are not good for more. */
const threeDigits = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-GB');

const milliseconds = (ms: number): string => (ms < 10 ? `${decimal(ms, 1)} ms` : `${decimal(ms, 0)} ms`);
