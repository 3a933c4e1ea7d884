/** pass@k before, now and of the baseline, on a logarithmic k axis: does RL find new programs, or choose better among old ones? */

import { useSignal } from '@preact/signals';
import { RUN_SETS, type RunSetName } from '../../core/records.ts';
import { percent } from '../parts/format.ts';
import { setTabs } from '../parts/set-words.ts';
import { Tabs } from '../parts/tabs.tsx';
import type { EarlierRun } from '../runs/earlier-runs.ts';
import { type BandKind, hasOwnSet } from '../selectors.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import { GainVerdict } from './gain-verdict.tsx';
import { PassCurve } from './pass-curve.tsx';
import { type PassLine, passLineRows, passLineSeries, passLines, samplesOf, toldKs } from './pass-lines.ts';

const BAND_TABS = (['problems', 'samples'] as const).map((value) => ({ value, label: words.passAtK.bands[value] }));

interface PassAtKProps {
  readonly state: RunState;
  /** The baseline, where that is another run. */
  readonly pinned: EarlierRun | null;
}

export function PassAtK({ state, pinned }: PassAtKProps) {
  const chosen = useSignal<RunSetName>(RUN_SETS[0]);
  const bands = useSignal<BandKind>('problems');
  const hasOwn = hasOwnSet(state);
  const set = chosen.value === 'own' && !hasOwn ? RUN_SETS[0] : chosen.value;
  const lines = passLines(state, pinned, set);
  const temperature = lines.find((line) => line.set !== null)?.set?.temperature ?? 1;
  const { most, told } = samplesOf(lines);
  return (
    <div class="pass-at-k">
      <PassCurve
        title="pass@k"
        help={`${words.passAtK.help(told, temperature)} ${words.passAtK.bandHelp[bands.value]}`}
        series={passLineSeries(lines, bands.value)}
        n={most}
        height={420}
        empty={words.passAtK.empty}
        exported={{
          file: `pass-at-k-${set}-n${most}`,
          rows: () => passLineRows(lines, set, temperature),
          saysRun: true,
        }}
      >
        <div class="pass-at-k-tabs">
          <Tabs
            legend={words.passAtK.set}
            tabs={setTabs(hasOwn)}
            chosen={set}
            onChoose={(name) => (chosen.value = name)}
          />
          <Tabs
            legend={words.passAtK.bandsName}
            named
            tabs={BAND_TABS}
            chosen={bands.value}
            onChoose={(kind) => (bands.value = kind)}
          />
        </div>
      </PassCurve>
      <AtK lines={lines} seed={state.config?.seed ?? 0} />
    </div>
  );
}

interface AtKProps {
  readonly lines: readonly PassLine[];
  /** Of the bootstrap behind the verdict. */
  readonly seed: number;
}

/** The curves at three points, and what their change means. */
function AtK({ lines, seed }: AtKProps) {
  const setOf = (id: PassLine['id']) => lines.find((line) => line.id === id)?.set ?? null;
  const [before, now] = [setOf('before'), setOf('now')];
  const pinned = lines.find((line) => line.id === 'pinned');
  const at = (set: PassLine['set'], k: number) => set?.curve.find((point) => point.k === k)?.pass.value;
  return (
    <div class="at-k">
      <dl>
        {toldKs(lines).map((k) => (
          <div key={k}>
            <dt>pass@{k}</dt>
            <dd>
              {now && <span class="set-before">{percent(at(before, k))}</span>}
              {now && (
                <span class="set-arrow" aria-hidden="true">
                  →
                </span>
              )}
              <b class={(at(now, k) ?? 0) > (at(before, k) ?? 0) ? 'is-gain' : ''}>{percent(at(now ?? before, k))}</b>
            </dd>
            {pinned && (
              <dd class="at-k-pinned" title={pinned.label}>
                {words.passAtK.baselineAt(percent(at(pinned.set, k)))}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {before && now && <GainVerdict before={before} now={now} seed={seed} />}
      <p>{words.passAtK.reading}</p>
    </div>
  );
}
