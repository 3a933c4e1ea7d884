/** All keys of the page, in a dialog. */

import { useEffect, useRef } from 'preact/hooks';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { isHidden } from './view.ts';
import { useView } from './view-context.ts';

const text = words.help;

/** As many sections have a key. */
const KEYED = 9;

export function Help({ store }: { readonly store: Store }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useView();
  const { help } = store.control;
  useEffect(() => dialog.current?.showModal(), []);
  const hasStep = !isHidden(view, 'step');
  const hasReset = !isHidden(view, 'reset');
  return (
    // The page behind it closes it, too; by keyboard, Esc and the button do.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => (help.value = false)}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="help-body">
        <div class="help-head">
          <h2 id="help-title">{text.title}</h2>
          <button type="button" class="button button-small" onClick={() => dialog.current?.close()}>
            {text.close}
          </button>
        </div>
        <dl class="keys">
          <Keys keys={[words.controls.space]}>{text.toggle}</Keys>
          {hasStep && <Keys keys={['.']}>{text.step}</Keys>}
          {hasStep && <Keys keys={[',', '⇧ .']}>{text.part}</Keys>}
          {hasReset && <Keys keys={['r']}>{text.reset}</Keys>}
          <Keys keys={['1', String(KEYED)]} joined="–">
            {text.panels(KEYED)}
          </Keys>
          <Keys keys={['[']}>{text.earlier}</Keys>
          <Keys keys={[']']}>{text.later}</Keys>
          <Keys keys={['?']}>{text.help}</Keys>
          <Keys keys={['Esc']}>{text.escape}</Keys>
        </dl>
        <h3>{text.inPanels}</h3>
        <dl class="keys">
          <Keys keys={['←', '→', '↑', '↓']} joined=" ">
            {text.arrows}
          </Keys>
          <Keys keys={['Tab']}>{text.tab}</Keys>
        </dl>
        <p class="help-note">{text.note}</p>
      </div>
    </dialog>
  );
}

interface KeysProps {
  readonly keys: readonly string[];
  /** Between two keys; "or" when absent. */
  readonly joined?: string;
  readonly children: string;
}

function Keys({ keys, joined = ` ${text.or} `, children }: KeysProps) {
  return (
    <div>
      <dt>
        {keys.map((key, i) => (
          <span key={key}>
            {i > 0 && joined}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
