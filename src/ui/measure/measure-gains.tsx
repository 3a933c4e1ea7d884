/** The verdicts: one card for each set, with the differences at the same temperature and against the base at its best. */

import type { Comparison, PairedDifference } from '../../core/measuring.ts';
import type { Estimate } from '../../core/records.ts';
import { inPoints, NOTHING } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import { words } from '../words/index.ts';
import { gainHelp, gainsLook } from './measure-captions.ts';
import type { MeasureView } from './measure-view.tsx';
import { GAIN_WORDS } from './measure-words.ts';

const { measureGains } = words;

export function MeasureGains({ view: { report } }: { readonly view: MeasureView }) {
  if (report.comparisons.length === 0) {
    return <p class="empty">{measureGains.oneModel}</p>;
  }
  const severalModels = new Set(report.comparisons.map(({ other }) => other)).size > 1;
  return (
    <div class="measure-part">
      <h3>{measureGains.title}</h3>
      <p class="measure-look">{gainsLook(report.request)}</p>
      <div class="gains">
        {report.comparisons.map((comparison) => (
          <GainCard
            key={`${comparison.set} ${comparison.other}`}
            comparison={comparison}
            help={gainHelp(comparison, report.request.models)}
            single={report.request.temperatures.length === 1}
            names={severalModels ? measureGains.against(comparison.other, comparison.base) : null}
          />
        ))}
      </div>
    </div>
  );
}

interface GainCardProps {
  readonly comparison: Comparison;
  readonly help: string;
  /** At one temperature each is at its best. */
  readonly single: boolean;
  /** Told where there are several pairs of models. */
  readonly names: string | null;
}

function GainCard({ comparison, help, single, names }: GainCardProps) {
  const { set, same, best, greedy, gain, sentence, temperature, baseTemperature, otherTemperature, leftOut } =
    comparison;
  const shown = same.filter((_, index) => index === 0 || index === same.length - 1);
  return (
    <article class="gain">
      <h4>
        {SET_WORDS[set].title}
        {names !== null && <small>{names}</small>}
      </h4>
      <p>
        <b class={`gain-badge gain-${gain}`}>{GAIN_WORDS[gain].title}</b>
      </p>
      <p class="gain-sentence">{sentence}</p>
      <p class="gain-help">{help}</p>
      <table class="gain-table">
        <caption class="sr-only">{measureGains.caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr-only">{measureGains.measure}</span>
            </th>
            <th scope="col">
              {measureGains.same}
              <small>{measureGains.bothAt(temperature)}</small>
            </th>
            {!single && (
              <th scope="col">
                {measureGains.best}
                <small>{measureGains.bestAt(otherTemperature, comparison.base, baseTemperature)}</small>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ k, difference }) => (
            <tr key={k}>
              <th scope="row">Δpass@{k}</th>
              <td>{withInterval(difference)}</td>
              {!single && <td>{withInterval(atK(best, k)?.difference)}</td>}
            </tr>
          ))}
          {greedy !== undefined && (
            <tr>
              <th scope="row">{measureGains.greedy}</th>
              <td colSpan={single ? 1 : 2}>{withInterval(greedy.difference)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="set-n">
        {measureGains.help}
        {leftOut.length > 0 && ` ${measureGains.leftOut(leftOut.join(', '))}`}
      </p>
    </article>
  );
}

const atK = (differences: readonly PairedDifference[], k: number) => differences.find((one) => one.k === k);

function withInterval(difference: Estimate | undefined) {
  if (difference === undefined) return NOTHING;
  const { value, low, high } = difference;
  return (
    <>
      {inPoints(value)} <small>{measureGains.interval(inPoints(low), inPoints(high))}</small>
    </>
  );
}
