/** "How fast is this machine?": our engines on this device beside stock TensorFlow.js, and what that means for the exercise. */

import type { BenchmarkEngine, BenchmarkReport } from '../../trainer/api.ts';
import { decimal, duration, memory, NOTHING, sentence } from '../format.ts';
import { fastestRow, type MachineRow, machineRows } from '../machine-words.ts';
import type { Store } from '../store.ts';
import { BACKENDS } from './header.tsx';
import { Section } from './section.tsx';

export function Machine({ store }: { readonly store: Store }) {
  const status = store.machine.state.value;
  const running = status.status === 'running';
  return (
    <Section
      id="machine"
      title="How fast is this machine?"
      intro="Times part of an epoch’s work, 64 of its 160 programs, on every engine that this browser has, in turns with plain TensorFlow.js on the same device. Takes about a minute; nothing is sent anywhere."
    >
      <p class="machine-start">
        <button
          type="button"
          class="button button-go"
          disabled={store.running.value || store.occupied.value}
          onClick={() => void store.machine.measure()}
        >
          {running ? 'Measuring…' : 'Measure this machine'}
        </button>
        {running && status.progress !== null && (
          <span class="machine-progress">
            <progress max={status.progress.total} value={status.progress.done} aria-label="Measurements done" />
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
            <th scope="col">Engine</th>
            <th scope="col">Samples</th>
            <th scope="col">Scores</th>
            <th scope="col">An update</th>
            <th scope="col">Memory</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EngineRows key={row.ours.backend} row={row} />
          ))}
        </tbody>
      </table>
      <p class="machine-notes">
        {cores} cores; one of them reaches {decimal(ceilings.gigaflops, 0)} thousand million multiplications and
        additions a second in WebAssembly, and copies {decimal(ceilings.gigabytes, 1)} GB/s. Least of several turns
        each. {notes.map(sentence).join(' ')}
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
        <h3>tokens a second on {BACKENDS[ours.backend]}</h3>
        <p>
          Fifty epochs of the default exercise are about {duration(50 * epochSeconds)} of the model’s work here; running
          the programs and measuring before and after come on top.
          {times !== null &&
            ` An update is ${decimal(times.update, 1)} times as fast as with TensorFlow.js’s own kernels.`}
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
            {ours.software && ' · emulated by the processor: its times say nothing'}
          </small>
        </th>
        <Cells engine={ours} times={times} />
      </tr>
      {stock !== null && (
        <tr>
          <th scope="row">TensorFlow.js on it</th>
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
      <td data-label="Samples">
        {sample === null ? NOTHING : `${threeDigits(sample.tokensPerSecond)} tokens/s`}
        <Times value={times?.sample} />
      </td>
      <td data-label="Scores">
        {milliseconds(score.wall)}
        <Times value={times?.score} />
      </td>
      <td data-label="An update">
        {milliseconds(update.wall)}
        <Times value={times?.update} />
        {update.dispatches !== null && <small>{update.dispatches} dispatches</small>}
      </td>
      <td data-label="Memory">
        {peakBytes === null ? NOTHING : memory(peakBytes)}
        {engine === 'tfjs' && <small>tensors only</small>}
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
