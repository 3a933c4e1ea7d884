/** Says once what is missing where the page came by plain http, or where the browser refuses storage. */

import { useSignal } from '@preact/signals';
import { browserText } from '../runs/kept-text.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

const KEY = 'greenbar.limits-told';

export function LimitsNote({ store }: { readonly store: Store }) {
  const isTold = useSignal(browserText.getItem(KEY) === 'yes');
  const forgets = store.history.storage.value?.kind === 'memory';
  const insecure = !isSecureContext;
  // That a reload forgets must be said at each visit: it is lost work.
  if (!forgets && (!insecure || isTold.value)) return null;
  const { note } = words.offline;
  return (
    <div class="banner banner-note limits" role="status">
      <b>{insecure ? note.insecure : note.memory}</b>
      <div>
        {insecure && `${note.insecureText} `}
        {forgets ? note.forgets : note.keeps}{' '}
        {!forgets && (
          <button
            type="button"
            class="button button-small"
            onClick={() => {
              isTold.value = true;
              browserText.setItem(KEY, 'yes');
            }}
          >
            {note.close}
          </button>
        )}
      </div>
    </div>
  );
}
