/** A link to the page with the settings as they are now, for others to open. */

import { useSignal } from '@preact/signals';
import type { ConfigChoice } from '../../core/config-choice.ts';
import { linkTo } from '../shell/address.ts';
import { words } from '../words/index.ts';
import { planOf } from './choice.ts';

const { copyLink } = words;

export function CopyLink({ choice }: { readonly choice: ConfigChoice }) {
  /** The link that was last asked for, and whether the clipboard took it. */
  const given = useSignal<{ readonly link: string; readonly copied: boolean } | null>(null);
  const link = linkTo(choice, location.href);
  const conflict = planOf(choice).conflict !== null;
  const shown = given.value?.link === link ? given.value : null;
  const copy = async () => {
    // Browsers give no clipboard to pages without https, and may refuse it to others.
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    given.value = { link, copied: copied ?? false };
  };
  return (
    <div class="copy-link">
      <button
        type="button"
        class="button button-small"
        aria-disabled={conflict}
        onClick={() => !conflict && void copy()}
      >
        {copyLink.copy}
      </button>
      <span role="status">{conflict ? copyLink.conflict : shown?.copied && copyLink.copied}</span>
      {!conflict && shown?.copied === false && (
        <input
          type="text"
          readOnly
          aria-label={copyLink.label}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}
