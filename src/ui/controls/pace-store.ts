/** How long the next run will take here: at the pace of the run on its way, of the last one on this device, or by a guess. */

import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { parseConfig, type RunConfig } from '../../core/config.ts';
import type { DeviceInfo } from '../../core/records.ts';
import { costAlike, estimateRun, guessedPace, type Pace, paceOf, type TimeEstimate } from '../machine/estimate.ts';
import type { KeptText } from '../runs/kept-text.ts';
import type { RunState } from '../state.ts';

const KEY = 'greenbar.pace';

/** A pace and what it is of. */
interface KeptPace {
  readonly device: string;
  readonly config: RunConfig;
  readonly pace: Pace;
}

export interface PaceInputs {
  readonly device: ReadonlySignal<DeviceInfo | null>;
  /** The run on its way; null while there is none. */
  readonly live: ReadonlySignal<RunState | null>;
  /** What is to be estimated: the run on its way, or what the next one would be. */
  readonly next: ReadonlySignal<RunConfig>;
}

export class PaceStore {
  /** null while nothing is known of the device. */
  readonly estimate: ReadonlySignal<TimeEstimate | null>;
  readonly #kept: Signal<KeptPace | null>;

  constructor({ device, live, next }: PaceInputs, text: KeptText) {
    this.#kept = signal(readPace(text));
    const now = computed(() => (live.value === null ? null : paceOf(live.value)));
    effect(() => {
      const [pace, config] = [now.value, live.value?.config];
      if (pace === null || device.value === null || config == null) return;
      const kept: KeptPace = { device: nameOf(device.value), config, pace };
      this.#kept.value = kept;
      text.setItem(KEY, JSON.stringify(kept));
    });
    this.estimate = computed(() => {
      const config = next.value;
      if (now.value !== null && live.value?.config && costAlike(live.value.config, config)) {
        return estimateRun(config, now.value, 'now');
      }
      if (device.value === null) return null;
      const kept = this.#kept.value;
      if (kept !== null && kept.device === nameOf(device.value) && costAlike(kept.config, config)) {
        return estimateRun(config, kept.pace, 'earlier');
      }
      const { tokensPerSecond } = device.value;
      return tokensPerSecond > 0 ? estimateRun(config, guessedPace(tokensPerSecond), 'speed') : null;
    });
  }
}

const nameOf = ({ engine, backend, adapter }: DeviceInfo): string => `${engine} ${backend} ${adapter}`;

/** What another version wrote, or a hand changed, is as good as nothing. */
function readPace(text: KeptText): KeptPace | null {
  try {
    const kept = JSON.parse(text.getItem(KEY) ?? 'null') as KeptPace | null;
    const { training, measuring } = kept?.pace ?? { training: 0, measuring: null };
    const good = (seconds: unknown) => typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
    if (kept === null || !good(training) || !(measuring === null || good(measuring))) return null;
    return { ...kept, config: parseConfig(kept.config) };
  } catch {
    return null;
  }
}
