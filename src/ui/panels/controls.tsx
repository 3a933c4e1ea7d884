/** Train, pause, stop, and the few settings of a run. */

import type { RunConfigInput } from '../../core/config.ts';
import { PRESET_NAMES, PRESETS } from '../../core/presets.ts';
import { REWARDS } from '../../core/rewards.ts';
import type { RunForm, Store } from '../store.ts';
import { ProgressRail } from './progress-rail.tsx';
import { RewardSelect } from './reward-select.tsx';

export function Controls({ store }: { readonly store: Store }) {
  const running = store.running.value;
  return (
    <div class="controls">
      <div class="controls-row">
        <div class="buttons">
          <MainButton store={store} />
          {running && (
            <button type="button" class="button" disabled={store.stopping.value} onClick={() => void store.stop()}>
              <Icon path="M4.5 4.5h7v7h-7z" />
              {store.stopping.value ? 'Stopping…' : 'Stop'}
            </button>
          )}
        </div>
        <SettingsForm store={store} disabled={running} />
      </div>
      <ProgressRail store={store} />
    </div>
  );
}

function MainButton({ store }: { readonly store: Store }) {
  const running = store.running.value;
  const paused = store.paused.value;
  const { steps, phase } = store.run.value;
  const again = steps.length > 0 || phase === 'finished';
  const start = store.unfinished.value !== null ? 'Train anew' : again ? 'Train again' : 'Train';
  const label = !running ? start : paused ? 'Resume' : 'Pause';
  const pausing = running && !paused;
  const waiting = !running && store.occupied.value;
  return (
    <button
      type="button"
      class={pausing ? 'button button-large' : 'button button-large button-go'}
      aria-keyshortcuts="Space"
      disabled={waiting}
      title={waiting ? WAITING : undefined}
      onClick={() => void store.toggle()}
    >
      <Icon path={pausing ? 'M5 3.5v9M11 3.5v9' : 'M4.5 3l8 5-8 5z'} filled={!pausing} />
      {label}
      <kbd>space</kbd>
    </button>
  );
}

const WAITING = 'The trainer does one thing at a time: this waits for the audit or measurement below.';

interface SettingsFormProps {
  readonly store: Store;
  readonly disabled: boolean;
}

function SettingsForm({ store, disabled }: SettingsFormProps) {
  const form = store.form.value;
  const set = (change: Partial<RunForm>) => (store.form.value = { ...store.form.value, ...change });
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={disabled}>
        <legend class="sr-only">Settings of the run</legend>
        <label class="field">
          Preset
          <select
            value={form.preset}
            onChange={(event) => set(choosePreset(event.currentTarget.value as RunForm['preset']))}
          >
            {PRESET_NAMES.map((name) => (
              <option key={name} value={name}>
                {PRESETS[name].label}
              </option>
            ))}
          </select>
        </label>
        <RewardSelect value={form.reward} onChoose={(reward) => set({ reward })} />
        <NumberField label="Epochs" value={form.epochs} min={1} max={1000} onValue={(epochs) => set({ epochs })} />
        <NumberField label="Seed" value={form.seed} min={0} max={2 ** 31 - 1} onValue={(seed) => set({ seed })} />
        <label class="field">
          Device
          <select
            value={form.backend}
            onChange={(event) => set({ backend: event.currentTarget.value as RunForm['backend'] })}
          >
            <option value="auto">Best here</option>
            <option value="webgpu">WebGPU</option>
            <option value="wasm">WebAssembly</option>
            <option value="cpu">JavaScript</option>
          </select>
        </label>
      </fieldset>
      <p class="settings-help">
        {PRESETS[form.preset].help} Reward: {REWARDS[form.reward].help}
      </p>
    </form>
  );
}

/** A preset with the reward that belongs to it. */
function choosePreset(preset: RunForm['preset']): Pick<RunForm, 'preset' | 'reward'> {
  const config: RunConfigInput = PRESETS[preset].config;
  return { preset, reward: config.reward ?? 'binary' };
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValue: (value: number) => void;
}

/** Takes whole numbers in range and puts the last good one back when the field is left with anything else. */
function NumberField({ label, value, min, max, onValue }: NumberFieldProps) {
  return (
    <label class="field field-number">
      {label}
      <input
        type="number"
        inputMode="numeric"
        step="1"
        min={min}
        max={max}
        value={value}
        onChange={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          if (Number.isInteger(wanted) && wanted >= min && wanted <= max) onValue(wanted);
          else event.currentTarget.value = String(value);
        }}
      />
    </label>
  );
}

function Icon({ path, filled = true }: { readonly path: string; readonly filled?: boolean }) {
  return (
    <svg class={filled ? 'glyph glyph-filled' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
