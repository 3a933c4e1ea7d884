/** The few settings that every run asks for: exercise, algorithm, reward, how long, which seed, which device. */

import type { AlgorithmName } from '../../core/algorithms.ts';
import { PRESET_NAMES, PRESETS, type PresetName } from '../../core/presets.ts';
import { REWARDS } from '../../core/rewards.ts';
import { ALGORITHM_GROUPS, algorithmWords } from '../algorithm-groups.ts';
import { docOf } from '../choice.ts';
import type { Store } from '../store.ts';
import { RewardSelect } from './reward-select.tsx';

export function RunForm({ store }: { readonly store: Store }) {
  const { preset, algorithm } = store.choice.value;
  const { epochs, seed, reward, backend } = store.plan.value.config;
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend class="sr-only">Settings of the run</legend>
        <label class="field">
          Preset
          <select
            value={preset}
            onChange={(event) =>
              (store.choice.value = { ...store.choice.value, preset: event.currentTarget.value as PresetName })
            }
          >
            {PRESET_NAMES.map((name) => (
              <option key={name} value={name}>
                {PRESETS[name].label}
              </option>
            ))}
          </select>
        </label>
        <AlgorithmSelect
          value={algorithm}
          onChoose={(name) => (store.choice.value = { ...store.choice.value, algorithm: name })}
        />
        <RewardSelect value={reward} onChoose={(name) => store.set('reward', name)} />
        <NumberField label="Epochs" path="epochs" value={epochs} least={1} store={store} />
        <NumberField label="Seed" path="seed" value={seed} least={0} store={store} />
        <label class="field">
          Device
          <select value={backend} onChange={(event) => store.set('backend', event.currentTarget.value)}>
            <option value="auto">Best here</option>
            <option value="webgpu">WebGPU</option>
            <option value="wasm">WebAssembly</option>
            <option value="cpu">JavaScript</option>
          </select>
        </label>
      </fieldset>
      <p class="settings-help">
        {PRESETS[preset].help} Reward: {REWARDS[reward].help}
      </p>
      <Pending store={store} />
    </form>
  );
}

/** Told while a run is on its way: what was changed since does not reach it. */
function Pending({ store }: { readonly store: Store }) {
  const changed = store.pending.value;
  return (
    <p class="settings-pending" role="status">
      {changed.length > 0 && (
        <>
          <b>Restart to apply:</b> the run on its way keeps the settings that it began with; {namesOf(changed)}{' '}
          {changed.length === 1 ? 'waits' : 'wait'} for the next one.
        </>
      )}
    </p>
  );
}

function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}

interface AlgorithmSelectProps {
  readonly value: AlgorithmName;
  readonly onChoose: (name: AlgorithmName) => void;
}

function AlgorithmSelect({ value, onChoose }: AlgorithmSelectProps) {
  return (
    <div class="field">
      <label for="algorithm">Algorithm</label>
      <select
        id="algorithm"
        aria-describedby="algorithm-help"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as AlgorithmName)}
      >
        {ALGORITHM_GROUPS.map(({ title, names }) => (
          <optgroup key={title} label={title}>
            {names.map((name) => (
              <option key={name} value={name}>
                {algorithmWords(name).label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly path: string;
  readonly value: number;
  readonly least: number;
  readonly store: Store;
}

/** Takes whole numbers in range and puts the last good one back when the field is left with anything else. */
function NumberField({ label, path, value, least, store }: NumberFieldProps) {
  const { kind } = docOf(path);
  const most = kind.kind === 'number' ? kind.high : value;
  return (
    <label class="field field-number">
      {label}
      <input
        type="number"
        inputMode="numeric"
        step="1"
        min={least}
        max={most}
        value={value}
        onChange={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          if (Number.isInteger(wanted) && wanted >= least && wanted <= most) store.set(path, wanted);
          else event.currentTarget.value = String(value);
        }}
      />
    </label>
  );
}
