/** One setting with its control, its range and default, and what is wrong with a value that was refused. */

import { useSignal } from '@preact/signals';
import type { SettingDoc, SettingValue } from '../../core/config-docs.ts';
import { readTyped, valueText } from '../choice.ts';
import { sentence } from '../format.ts';

interface SettingFieldProps {
  readonly doc: SettingDoc;
  readonly value: SettingValue;
  readonly onValue: (value: SettingValue) => void;
}

export function SettingField({ doc, value, onValue }: SettingFieldProps) {
  /** What was typed and refused: it stays to be mended. */
  const refused = useSignal<{ readonly text: string; readonly complaint: string } | null>(null);
  const id = `setting-${doc.path}`;
  const take = (text: string) => {
    const read = readTyped(doc, text);
    refused.value = 'complaint' in read ? { text, complaint: read.complaint } : null;
    if ('value' in read) onValue(read.value);
  };
  return (
    <div class={doc.initial === value ? 'setting' : 'setting is-changed'}>
      <label for={id}>
        <code>{doc.path.slice(doc.path.indexOf('.') + 1)}</code>
      </label>
      <Control doc={doc} value={value} id={id} refused={refused.value?.text ?? null} onText={take} />
      <p id={`${id}-help`}>
        {doc.help}{' '}
        <small>
          Default {valueText(doc.initial)}
          {doc.kind.kind === 'number' && `; ${doc.range}`}.
        </small>
      </p>
      {refused.value !== null && (
        <p class="setting-complaint" id={`${id}-complaint`} role="alert">
          {sentence(refused.value.complaint.replace(/^./, (first) => first.toUpperCase()))} The value stays{' '}
          {valueText(value)}.
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly doc: SettingDoc;
  readonly value: SettingValue;
  readonly id: string;
  readonly refused: string | null;
  readonly onText: (text: string) => void;
}

function Control({ doc: { kind }, value, id, refused, onText }: ControlProps) {
  const described = refused === null ? `${id}-help` : `${id}-help ${id}-complaint`;
  switch (kind.kind) {
    case 'flag':
      return (
        <input
          id={id}
          type="checkbox"
          aria-describedby={described}
          checked={value === true}
          onChange={(event) => onText(String(event.currentTarget.checked))}
        />
      );
    case 'choice':
      return (
        <select
          id={id}
          aria-describedby={described}
          value={String(value)}
          onChange={(event) => onText(event.currentTarget.value)}
        >
          {kind.choices.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      );
    case 'number':
      return (
        <input
          id={id}
          type="text"
          inputMode={kind.whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          spellcheck={false}
          aria-describedby={described}
          aria-invalid={refused !== null}
          value={refused ?? String(value)}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
    default:
      return kind satisfies never;
  }
}
