/** The strip that stays in sight: the run and its controls, the device, the theme, the sections, and the green bar. */

import type { Signal } from '@preact/signals';
import type { PresetName } from '../../core/presets.ts';
import { PRESET_NAMES } from '../../core/presets.ts';
import { obstacle } from '../controls/controls.tsx';
import { timeLeftOf, useNow } from '../controls/time-left.ts';
import { GuideButton } from '../guide/guide-door.tsx';
import { OfflinePlace } from '../offline/offline-place.tsx';
import { ICONS, Icon } from '../parts/icon.tsx';
import { barRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { DevicePill } from './device-pill.tsx';
import { barText } from './hero-note.ts';
import { SectionNav } from './section-nav.tsx';
import type { Theme } from './theme.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useHidden } from './view-context.ts';

const text = words.header;

interface HeaderProps {
  readonly store: Store;
  readonly theme: Signal<Theme>;
}

export function Header({ store, theme }: HeaderProps) {
  const problems = store.problems.value;
  const ids = problems.status === 'ready' ? problems.lecture.map((problem) => problem.id) : [];
  const rates = barRates(store.run.value, ids);
  const rate = rates.now ?? rates.before;
  return (
    <header class="top">
      <div class="top-row">
        <a class="wordmark" href="#main" aria-label={text.top}>
          <i aria-hidden="true" />
          <span class="wordmark-name">Greenbar</span>
        </a>
        <RunControls store={store} />
        <Chosen store={store} />
        {rate !== null && <span class="top-rate">{text.passing(barText(rate, rates, ids.length))}</span>}
        {store.replay.recorded.value && <span class="top-recorded">{words.replay.tag}</span>}
        <TimeLeft store={store} />
        <DevicePill status={store.device.value} />
        <OfflinePlace store={store} />
        <GuideButton store={store} />
        <HelpButton store={store} />
        <ThemeToggle theme={theme} />
      </div>
      <div class="top-bar" aria-hidden="true">
        <i style={{ width: `${(rate?.value ?? 0) * 100}%` }} />
      </div>
      <SectionNav />
    </header>
  );
}

/** As small as they go: the large ones, with their words, stand in the page. */
function RunControls({ store }: { readonly store: Store }) {
  const hasStep = !useHidden('step');
  const hasReset = !useHidden('reset');
  const playing = store.running.value && !store.paused.value;
  const ending = store.stopping.value || store.control.resetting.value;
  const reason = obstacle(store);
  const disabled = reason !== undefined || ending;
  const { controls } = words;
  return (
    <fieldset class="top-controls">
      <legend class="sr-only">{text.controls}</legend>
      <button
        type="button"
        class="icon-button"
        aria-label={text.play}
        aria-pressed={playing}
        title={reason ?? words.help.toggle}
        disabled={disabled}
        onClick={() => void store.toggle()}
      >
        <Icon path={playing ? ICONS.pause : ICONS.play} filled={!playing} />
      </button>
      {hasStep && (
        <button
          type="button"
          class="icon-button"
          aria-label={text.step}
          title={reason ?? controls.stepHelp}
          disabled={disabled}
          onClick={() => void store.advance('step')}
        >
          <Icon path={ICONS.step} />
        </button>
      )}
      {hasReset && (
        <button
          type="button"
          class="icon-button"
          aria-label={text.reset}
          title={controls.resetHelp}
          disabled={ending || !store.resettable.value}
          onClick={() => void store.reset()}
        >
          <Icon path={ICONS.reset} filled={false} />
        </button>
      )}
    </fieldset>
  );
}

/** Exercise and seed of the next run. */
function Chosen({ store }: { readonly store: Store }) {
  const hasPreset = !useHidden('preset');
  const hasSeed = !useHidden('seed');
  const { preset } = store.choice.value;
  const { seed } = store.plan.value.config;
  return (
    <div class="top-chosen">
      {hasPreset && (
        <select
          aria-label={text.exercise}
          value={preset}
          onChange={(event) =>
            (store.choice.value = { ...store.choice.value, preset: event.currentTarget.value as PresetName })
          }
        >
          {PRESET_NAMES.map((name) => (
            <option key={name} value={name}>
              {words.presets[name].label}
            </option>
          ))}
        </select>
      )}
      {hasSeed && (
        <a href="#controls" title={text.toSeed(seed)}>
          {text.seed(seed)}
        </a>
      )}
    </div>
  );
}

function TimeLeft({ store }: { readonly store: Store }) {
  const left = timeLeftOf(store, useNow(store));
  return left === '' ? null : <span class="top-left">{left}</span>;
}

function HelpButton({ store }: { readonly store: Store }) {
  return (
    <button
      type="button"
      class="icon-button top-help"
      aria-label={text.help}
      aria-keyshortcuts="?"
      title={text.help}
      onClick={() => (store.control.help.value = true)}
    >
      ?
    </button>
  );
}
