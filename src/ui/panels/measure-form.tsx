/** What to measure: models, sets, temperatures, how many samples, and two ways to choose among them. */

import { useSignal } from '@preact/signals';
import type { MeasureRequest } from '../../core/measuring.ts';
import { PROBLEM_SETS } from '../../core/records.ts';
import { busyWords } from '../busy-words.ts';
import { counted, duration } from '../format.ts';
import {
  baseNote,
  countSamples,
  DEFAULT_MEASURE_CHOICE,
  type MeasureChoice,
  measureRequest,
  OTHER_MODELS,
  requestSettings,
  SAMPLE_CHOICES,
  SEARCH_CHOICES,
  SET_SIZES,
  samplingSeconds,
} from '../measure-choice.ts';
import { SET_WORDS } from '../set-words.ts';
import type { Store } from '../store.ts';
import { useKeptFocus } from './kept-focus.ts';
import { MeasureProgressLine } from './measure-progress.tsx';

export function MeasureForm({ store }: { readonly store: Store }) {
  const choice = useSignal<MeasureChoice>(DEFAULT_MEASURE_CHOICE);
  const { config } = store.plan.value;
  const running = store.gain.busy.value;
  const busy = store.occupied.value || store.running.value;
  const trained = store.trained.value;
  const settings = requestSettings(config, trained);
  const { model, hasTrained } = settings;
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
          <legend>Models</legend>
          <Check label="Base" note={baseNote(config, trained)} checked disabled onChange={() => undefined} />
          <Check
            label="Trained"
            note={hasTrained ? 'as the last run left it' : 'after a run in this tab'}
            checked={hasTrained && choice.value.trained}
            disabled={!hasTrained}
            onChange={(trained) => change({ trained })}
          />
          <Check
            label={OTHER_MODELS[model].label}
            note={`the other base model, ${model === 'base' ? 'a third of the size' : 'three times the size'}`}
            checked={choice.value.other}
            onChange={(other) => change({ other })}
          />
        </fieldset>
        <fieldset class="measure-group" disabled={busy}>
          <legend>Problem sets</legend>
          {PROBLEM_SETS.map((set) => (
            <Check
              key={set}
              label={SET_WORDS[set].title}
              note={counted(SET_SIZES[set], 'problem')}
              checked={choice.value.sets.includes(set)}
              onChange={(on) =>
                change({ sets: PROBLEM_SETS.filter((one) => (one === set ? on : choice.value.sets.includes(one))) })
              }
            />
          ))}
        </fieldset>
        <fieldset class="measure-group" disabled={busy}>
          <legend>Samples</legend>
          <label class="field">
            Temperatures
            <input
              type="text"
              inputMode="decimal"
              value={choice.value.temperatures}
              onInput={(event) => change({ temperatures: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            Per problem and temperature
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
          <legend>Choosing among samples</legend>
          <Check
            label="AlphaCode search"
            note="Samples many, keeps what passes the public tests, groups what behaves alike, and submits 10 from the largest groups."
            checked={choice.value.searched !== null}
            onChange={(on) => change({ searched: on ? 1000 : null })}
          />
          {choice.value.searched !== null && (
            <label class="field measure-search">
              Samples per problem
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
            label="Tests the model writes (CodeT)"
            note="The model writes assert lines too; the solutions that agree with most of them, and with each other, are chosen."
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
          {running ? 'Measuring…' : 'Measure'}
        </button>
        {why !== null && (
          <p id="measure-why" class="measure-progress">
            {why}. Measuring waits until that is over.
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
      <p class="measure-help">
        Nothing here touches training: the weights stay as they are, and measurements draw from random numbers of their
        own. What was sampled is kept with its verdicts for the model that wrote it, as far as this browser has room,
        and each different program is judged once: a second measurement samples and judges only what the first one
        lacked. Runs on generated inputs and on written tests are done again.
      </p>
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
    ...(search === undefined ? [] : ['the runs on generated inputs']),
    ...(agreement === undefined ? [] : ['the runs on written tests']),
  ];
  const device = store.device.value;
  const seconds = device.status === 'ready' ? samplingSeconds(samples, device.info.tokensPerSecond) : null;
  return (
    <p class="measure-estimate">
      At most {counted(samples, 'completion')}
      {seconds !== null && `: about ${duration(Math.max(1, seconds))} of sampling on this device`};{' '}
      {['judging', ...runs].join(', ')} {runs.length === 0 ? 'comes' : 'come'} on top.
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
