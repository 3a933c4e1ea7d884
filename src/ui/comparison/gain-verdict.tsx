/** Sharpened, widened or narrowed: what became of the first try and of many tries, told from chance as a measurement tells it. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SetEvaluation } from '../../core/records.ts';
import { type GainBetween, gainBetween } from '../../eval/compare.ts';
import { GAIN_WORDS } from '../measure/measure-words.ts';
import { changeOf } from './gain-change.ts';

interface GainVerdictProps {
  readonly before: SetEvaluation;
  readonly now: SetEvaluation;
  /** Of the bootstrap over problems. */
  readonly seed: number;
}

export function GainVerdict({ before, now, seed }: GainVerdictProps) {
  const found = useSignal<GainBetween | null>(null);
  useEffect(() => {
    found.value = null;
    // After the picture: the bootstrap takes some hundredths of a second.
    const timer = setTimeout(() => (found.value = gainBetween(before, now, seed)));
    return () => clearTimeout(timer);
  }, [before, now, seed, found]);
  const verdict = found.value;
  if (verdict === null) return <div class="gain-verdict" />;
  const { gain, first, last } = verdict;
  return (
    <div class="gain-verdict" role="status">
      <b class={`gain-badge gain-${gain}`}>{GAIN_WORDS[gain].title}</b>
      <p>{GAIN_WORDS[gain].trained}</p>
      <ul>
        <li>{changeOf(first)}</li>
        {last.k !== first.k && <li>{changeOf(last)}</li>}
      </ul>
    </div>
  );
}
