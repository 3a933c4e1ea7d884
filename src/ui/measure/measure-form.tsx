/** What to measure: models, sets, temperatures, how many samples, and two ways to choose among them. */

import { useSignal } from '@preact/signals';
import type { MeasureRequest } from '../../core/measuring.ts';
import { PROBLEM_SETS } from '../../core/records.ts';
import { busyWords } from '../controls/busy-words.ts';
import { duration } from '../parts/format.ts';
import { useKeptFocus } from '../parts/kept-focus.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import {
  baseNote,
  countSamples,
  DEFAULT_MEASURE_CHOICE,
  type MeasureChoice,
  measureRequest,
  otherModel,
  requestSettings,
  SAMPLE_CHOICES,
  SEARCH_CHOICES,
  SET_SIZES,
  samplingSeconds,
} from './measure-choice.ts';
import { MeasureProgressLine } from './measure-progress.tsx';

const { measureForm } = words;

export function MeasureForm({ store }: { readonly store: Store }) {
  const choice = useSignal<MeasureChoice>(DEFAULT_MEASURE_CHOICE);
  const { config } = store.plan.value;
  const running = store.gain.busy.value;
  const busy = store.occupied.value || store.running.value;
  const trained = store.trained.value;
  const settings = requestSettings(config, trained);
  const { hasTrained } = settings;
  const other = otherModel(settings.model);
  const asked = measureRequest(choice.value, settings);
  const { region, during, after } = useKeptFocus<HTMLFormElement>(running);
  const why = running ? null : busyWords(store);
  const change = (part: Partial<MeasureChoice>) => (choice.value = { ...choice.value, ...part });
  return (
    <form
      ref={region}
      class="measure-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && 'request' in asked) void store.gain.measure(asked.request);
      }}
    >
      <div class="measure-fields">
        <fieldset class="measure-group" disabled={busy}>
          <legend>{measureForm.models}</legend>
          <Check
            label={measureForm.base}
            note={baseNote(config, trained)}
            checked
            disabled
            onChange={() => undefined}
          />
          <Check
            label={measureForm.trained}
            note={hasTrained ? measureForm.asLeft : measureForm.afterRun}
            checked={hasTrained && choice.value.trained}
            disabled={!hasTrained}
            onChange={(trained) => change({ trained })}
          />
          {other !== null && (
            <Check
              label={other.label}
              note={other.note}
              checked={choice.value.other}
              onChange={(on) => change({ other: on })}
            />
          )}
        </fieldset>
        <fieldset class="measure-group" disabled={busy}>
          <legend>{measureForm.sets}</legend>
          {PROBLEM_SETS.map((set) => (
            <Check
              key={set}
              label={SET_WORDS[set].title}
              note={measureForm.problems(SET_SIZES[set])}
              checked={choice.value.sets.includes(set)}
              onChange={(on) =>
                change({ sets: PROBLEM_SETS.filter((one) => (one === set ? on : choice.value.sets.includes(one))) })
              }
            />
          ))}
        </fieldset>
        <fieldset class="measure-group" disabled={busy}>
          <legend>{measureForm.samples}</legend>
          <label class="field">
            {measureForm.temperatures}
            <input
              type="text"
              inputMode="decimal"
              value={choice.value.temperatures}
              onInput={(event) => change({ temperatures: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            {measureForm.perProblem}
            <select
              value={choice.value.samples}
              onChange={(event) => change({ samples: Number(event.currentTarget.value) })}
            >
              {SAMPLE_CHOICES.map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
        <fieldset class="measure-group measure-ways" disabled={busy}>
          <legend>{measureForm.choosing}</legend>
          <Check
            label={measureForm.search}
            note={measureForm.searchNote}
            checked={choice.value.searched !== null}
            onChange={(on) => change({ searched: on ? 1000 : null })}
          />
          {choice.value.searched !== null && (
            <label class="field measure-search">
              {measureForm.searched}
              <select
                value={choice.value.searched}
                onChange={(event) => change({ searched: Number(event.currentTarget.value) })}
              >
                {SEARCH_CHOICES.map((n) => (
                  <option key={n} value={n}>
                    {n.toLocaleString('en-GB')}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Check
            label={measureForm.agreement}
            note={measureForm.agreementNote}
            checked={choice.value.agreement}
            onChange={(agreement) => change({ agreement })}
          />
        </fieldset>
      </div>
      <div class="measure-start">
        <button
          ref={after}
          type="submit"
          class="button button-go"
          disabled={busy || 'complaint' in asked}
          {...(why === null ? {} : { 'aria-describedby': 'measure-why' })}
        >
          {running ? measureForm.measuring : measureForm.measure}
        </button>
        {why !== null && (
          <p id="measure-why" class="measure-progress">
            {measureForm.waits(why)}
          </p>
        )}
        {'complaint' in asked ? (
          <p class="error-line" role="alert">
            {asked.complaint}.
          </p>
        ) : (
          !running && <Estimate store={store} request={asked.request} />
        )}
        <MeasureProgressLine store={store} stop={during} />
      </div>
      <p class="measure-help">{measureForm.help}</p>
    </form>
  );
}

interface EstimateProps {
  readonly store: Store;
  readonly request: MeasureRequest;
}

/** Before it starts: how many completions at most, and how long this device takes to draw them. */
function Estimate({ store, request }: EstimateProps) {
  const samples = countSamples(request);
  const { search, agreement } = request;
  const runs = [
    measureForm.judging,
    ...(search === undefined ? [] : [measureForm.probes]),
    ...(agreement === undefined ? [] : [measureForm.testRuns]),
  ];
  const device = store.device.value;
  const seconds = device.status === 'ready' ? samplingSeconds(samples, device.info.tokensPerSecond) : null;
  return (
    <p class="measure-estimate">
      {measureForm.estimate(samples, seconds === null ? null : duration(Math.max(1, seconds)), runs)}
    </p>
  );
}

interface CheckProps {
  readonly label: string;
  readonly note: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

function Check({ label, note, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label class={disabled ? 'measure-check is-fixed' : 'measure-check'}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  );
}
