/** The few settings that every run asks for: exercise, algorithm, reward, how long, which seed, which device. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { importedName } from '../../core/model-name.ts';
import { PRESET_NAMES, type PresetName } from '../../core/presets.ts';
import { REWARD_NAMES } from '../../core/rewards.ts';
import { sentence, upper } from '../parts/format.ts';
import { goTo } from '../shell/sections.ts';
import type { Hideable } from '../shell/view.ts';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ALGORITHM_GROUPS, algorithmWords } from './algorithm-groups.ts';
import { docOf, readWhole, valueText } from './choice.ts';
import { Explained } from './explained.tsx';
import { Facts, SettingExplanation } from './explanation.tsx';
import { Pending } from './pending.tsx';

const { form, presets, rewards } = words;

const BACKENDS = ['auto', 'webgpu', 'wasm', 'cpu'] as const;

export function RunForm({ store }: { readonly store: Store }) {
  const { preset, algorithm } = store.choice.value;
  const { reward, backend, model } = store.plan.value.config;
  const imported = importedName(model);
  const choose = (part: Partial<typeof store.choice.value>) =>
    (store.choice.value = { ...store.choice.value, ...part });
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend class="sr-only">{form.legend}</legend>
        <Field part="preset" label={form.preset} explanation={<PresetExplanation name={preset} />}>
          {(props) => (
            <select
              {...props}
              value={preset}
              onChange={(event) => choose({ preset: event.currentTarget.value as typeof preset })}
            >
              {PRESET_NAMES.map((name) => (
                <option key={name} value={name}>
                  {presets[name].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field part="algorithm" label={form.algorithm} explanation={<AlgorithmExplanation name={algorithm} />}>
          {(props) => (
            <select
              {...props}
              value={algorithm}
              onChange={(event) => choose({ algorithm: event.currentTarget.value as typeof algorithm })}
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
          )}
        </Field>
        <Field
          part="reward"
          label={form.reward}
          pending={store.pending.value.includes('reward')}
          explanation={
            <SettingExplanation path="reward" title={form.reward}>
              <p>
                <b>{rewards[reward].label}.</b> {rewards[reward].help} {form.weakness}: {rewards[reward].weakness}
              </p>
            </SettingExplanation>
          }
        >
          {(props) => (
            <select {...props} value={reward} onChange={(event) => store.set('reward', event.currentTarget.value)}>
              {REWARD_NAMES.map((name) => (
                <option key={name} value={name}>
                  {rewards[name].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <NumberField part="epochs" least={1} store={store} />
        <NumberField part="seed" least={0} store={store} />
        <Field
          part="device"
          label={form.device}
          pending={store.pending.value.includes('backend')}
          explanation={<SettingExplanation path="backend" title={form.device} />}
        >
          {(props) => (
            <select {...props} value={backend} onChange={(event) => store.set('backend', event.currentTarget.value)}>
              {BACKENDS.map((name) => (
                <option key={name} value={name}>
                  {form.devices[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </fieldset>
      <p class="settings-help">
        {form.help(presets[preset].help, rewards[reward].help)}
        {imported !== null && store.models.missing.value === null && ` ${form.adapters(imported)}`}
      </p>
      <MissingModel store={store} />
      <Pending store={store} />
    </form>
  );
}

/** A link may name a model that another browser has. */
function MissingModel({ store }: { readonly store: Store }) {
  const { missing } = store.models;
  if (missing.value === null) return null;
  return (
    <div class="settings-conflict settings-missing" role="alert">
      <p>
        <b>{form.missing.title(missing.value)}</b> {form.missing.help}
      </p>
      <p>
        <button type="button" class="button button-small" onClick={() => void goTo('models')}>
          {form.missing.models}
        </button>
        <button type="button" class="button button-small" onClick={() => store.models.choose('base')}>
          {form.missing.base}
        </button>
      </p>
    </div>
  );
}

type FormPart = Extract<Hideable, 'preset' | 'algorithm' | 'reward' | 'epochs' | 'seed' | 'device'>;

interface FieldProps {
  readonly part: FormPart;
  readonly label: string;
  readonly explanation: ComponentChildren;
  /** Changed since the run on its way began. */
  readonly pending?: boolean;
  readonly children: (props: { readonly id: string; readonly 'aria-describedby': string }) => ComponentChildren;
}

/** Nothing where the address hides it. */
function Field({ part, label, explanation, pending = false, children }: FieldProps) {
  if (useHidden(part)) return null;
  const help = `${part}-explanation`;
  return (
    <Explained
      id={help}
      class={pending ? 'field is-pending' : 'field'}
      setting={part}
      explanation={
        <>
          {explanation}
          {pending && <p class="explanation-pending">{form.pending.mark}</p>}
        </>
      }
    >
      <label for={part}>{label}</label>
      {children({ id: part, 'aria-describedby': help })}
    </Explained>
  );
}

interface NumberFieldProps {
  readonly part: 'epochs' | 'seed';
  readonly least: number;
  readonly store: Store;
}

/** Takes whole numbers in range; anything else stays to be mended, with what was expected, and the setting as it was. */
function NumberField({ part, least, store }: NumberFieldProps) {
  const doc = docOf(part);
  const value = store.plan.value.config[part];
  // Whatever is drawn anew while somebody types must not take the typing away.
  const typed = useSignal<string | null>(null);
  const complaint = useSignal<string | null>(null);
  const take = (text: string) => {
    const read = readWhole(doc, text, least);
    const refused = 'complaint' in read;
    typed.value = refused ? text : null;
    complaint.value = refused ? read.complaint : null;
    if (!refused) store.set(part, read.value);
  };
  return (
    <Field
      part={part}
      label={form[part]}
      pending={store.pending.value.includes(part)}
      explanation={<SettingExplanation path={part} title={form[part]} />}
    >
      {({ id, 'aria-describedby': help }) => (
        <>
          <input
            id={id}
            aria-describedby={complaint.value === null ? help : `${help} ${id}-complaint`}
            aria-invalid={complaint.value !== null}
            type="number"
            inputMode="numeric"
            step="1"
            min={least}
            max={doc.kind.kind === 'number' ? doc.kind.high : undefined}
            value={typed.value ?? value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
            onChange={(event) => take(event.currentTarget.value)}
          />
          {complaint.value !== null && (
            <p class="field-complaint" id={`${id}-complaint`} role="alert">
              {words.setting.complaint(sentence(upper(complaint.value)), valueText(value))}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

function PresetExplanation({ name }: { readonly name: PresetName }) {
  return (
    <>
      <p>{form.presetHelp}</p>
      <p>
        <b>{presets[name].label}.</b> {presets[name].help}
      </p>
    </>
  );
}

function AlgorithmExplanation({ name }: { readonly name: Store['choice']['value']['algorithm'] }) {
  const { label, help, source } = algorithmWords(name);
  return (
    <>
      <p>{form.algorithmHelp}</p>
      <p>
        <b>{label}.</b> {help}
      </p>
      <Facts facts={[[words.setting.source, source.replaceAll('`', '')]]} />
    </>
  );
}
