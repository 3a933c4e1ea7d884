/** Every setting of the next run: which ones differ from the defaults and why, and a control for each. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { SETTING_GROUPS, SETTINGS } from '../../core/config-docs.ts';
import { importedName } from '../../core/model-name.ts';
import { sentence } from '../parts/format.ts';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { type Difference, differences, docOf, valueAt, valueText } from './choice.ts';
import { CopyLink } from './copy-link.tsx';
import { SettingField } from './setting-field.tsx';
import { settingWords } from './setting-words.ts';

const text = words.settingList;

export function Settings({ store }: { readonly store: Store }) {
  const hidden = useHidden('settings');
  const open = useSignal(false);
  useSignalEffect(() => {
    if (store.revealed.value !== null) open.value = true;
  });
  const changed = differences(store.choice.value);
  const { conflict } = store.plan.value;
  return (
    <div class="all-settings">
      {conflict !== null && (
        <p class="settings-conflict" role="alert">
          <b>{text.conflict}</b> {sentence(conflict)}
        </p>
      )}
      {!hidden && (
        <>
          <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
            <summary>
              {text.title} <span class="count">{summaryOf(changed)}</span>
            </summary>
            {/* Sixty-odd controls: drawn only when somebody looks. */}
            {open.value && (
              <div class={changed.length === 0 ? 'settings-body' : 'settings-body has-differences'}>
                <Differences changed={changed} store={store} />
                <Every store={store} />
              </div>
            )}
          </details>
          <CopyLink choice={store.choice.value} />
        </>
      )}
    </div>
  );
}

function summaryOf(changed: readonly Difference[]): string {
  const own = changed.filter(({ from }) => from === 'you').length;
  return changed.length === 0 ? text.allDefault : text.differ(changed.length, SETTINGS.length, own);
}

interface DifferencesProps {
  readonly changed: readonly Difference[];
  readonly store: Store;
}

function Differences({ changed, store }: DifferencesProps) {
  if (changed.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="differences" tabIndex={0} aria-label={text.differences}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.setting}</th>
            <th scope="col">{text.columns.initial}</th>
            <th scope="col">{text.columns.now}</th>
            <th scope="col">{text.columns.by}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {changed.map(({ path, help, initial, value, from }) => (
            <tr key={path}>
              <th scope="row" title={help}>
                <code>{path}</code>
              </th>
              <td class="muted">{valueText(initial)}</td>
              <td>
                <b>{valueText(value)}</b>
              </td>
              <td>{text.from[from]}</td>
              <td>
                {from === 'you' && (
                  <button type="button" class="link" onClick={() => store.unset(path)}>
                    {text.putBack}
                    <span class="sr-only"> {path}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The settings of the run itself, then the groups; those of adapters only where the model has some. */
const groupsFor = (model: string): readonly string[] =>
  ['', ...Object.keys(SETTING_GROUPS)].filter((name) => name !== 'lora' || importedName(model) !== null);

function Every({ store }: { readonly store: Store }) {
  const chosen = useSignal('algorithm');
  useSignalEffect(() => {
    const { value } = store.revealed;
    if (value === null) return;
    chosen.value = docOf(value).group;
    store.revealed.value = null;
  });
  const { config } = store.plan.value;
  const groups = groupsFor(config.model);
  const group = groups.includes(chosen.value) ? chosen.value : '';
  const imported = store.models.models.value?.map(({ id }) => id) ?? [];
  return (
    <div class="every-setting">
      <fieldset class="tabs">
        <legend class="sr-only">{text.groups}</legend>
        {groups.map((name) => (
          <label key={name} class="tab">
            <input type="radio" name="setting-group" checked={group === name} onChange={() => (chosen.value = name)} />
            {name === '' ? text.run : name}
          </label>
        ))}
      </fieldset>
      <p class="settings-help">{words.settingGroups[group] ?? text.runHelp}</p>
      <div class="setting-list">
        {SETTINGS.filter((setting) => setting.group === group)
          .map(({ path }) => settingWords(path))
          .map((doc) => (
            <SettingField
              key={doc.path}
              doc={doc}
              value={valueAt(config, doc.path)}
              pending={store.pending.value.includes(doc.path)}
              further={doc.path === 'model' ? imported : []}
              onValue={(value) => store.set(doc.path, value)}
            />
          ))}
      </div>
    </div>
  );
}
