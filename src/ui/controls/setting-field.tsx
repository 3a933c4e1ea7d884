/** One setting with its control, its range and default, and what is wrong with a value that was refused. */

import { useSignal } from '@preact/signals';
import type { SettingDoc, SettingValue } from '../../core/config-docs.ts';
import { sentence, upper } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { readTyped, valueText } from './choice.ts';
import { Explained } from './explained.tsx';
import { MathSymbol, MathText, SettingExplanation } from './explanation.tsx';

interface SettingFieldProps {
  readonly doc: SettingDoc;
  readonly value: SettingValue;
  /** Changed since the run on its way began. */
  readonly pending: boolean;
  /** Choices besides those that the setting itself names. */
  readonly further?: readonly string[];
  readonly onValue: (value: SettingValue) => void;
}

export function SettingField({ doc, value, pending, further = [], onValue }: SettingFieldProps) {
  /** What was typed and refused: it stays to be mended. */
  const refused = useSignal<{ readonly text: string; readonly complaint: string } | null>(null);
  const id = `setting-${doc.path}`;
  const take = (text: string) => {
    const read = readTyped(doc, text);
    refused.value = 'complaint' in read ? { text, complaint: read.complaint } : null;
    if ('value' in read) onValue(read.value);
  };
  const { help, symbol } = doc;
  const changed = doc.initial === value ? '' : ' is-changed';
  const text = words.setting;
  return (
    <Explained
      id={`${id}-explanation`}
      class={`setting${changed}${pending ? ' is-pending' : ''}`}
      setting={doc.path}
      explanation={<SettingExplanation path={doc.path} />}
    >
      <label for={id}>
        <code>{doc.path.slice(doc.path.indexOf('.') + 1)}</code>
        {symbol !== null && <MathSymbol symbol={symbol} />}
      </label>
      <Control doc={doc} value={value} id={id} further={further} refused={refused.value?.text ?? null} onText={take} />
      <p id={`${id}-help`}>
        <MathText text={help} />{' '}
        <small>
          {text.defaultIs(valueText(doc.initial))}
          {doc.kind.kind === 'number' && `; ${doc.range}`}.{pending && ` ${sentence(upper(words.form.pending.mark))}`}
        </small>
      </p>
      {refused.value !== null && (
        <p class="setting-complaint" id={`${id}-complaint`} role="alert">
          {text.complaint(sentence(upper(refused.value.complaint)), valueText(value))}
        </p>
      )}
    </Explained>
  );
}

interface ControlProps {
  readonly doc: SettingDoc;
  readonly value: SettingValue;
  readonly id: string;
  readonly further: readonly string[];
  readonly refused: string | null;
  readonly onText: (text: string) => void;
}

function Control({ doc: { kind }, value, id, further, refused, onText }: ControlProps) {
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
          {[...new Set([...kind.choices, ...further, String(value)])].map((name) => (
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
