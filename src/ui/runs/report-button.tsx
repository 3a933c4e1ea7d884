/** Opens the run on the page as one page to print; what it takes is fetched then. */

import { useSignal } from '@preact/signals';
import { messageOf } from '../../core/errors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

export function ReportButton({ store }: { readonly store: Store }) {
  const trouble = useSignal<string | null>(null);
  if (store.own.value.config === null) return null;
  const open = async () => {
    trouble.value = null;
    try {
      const { openReport } = await import('./report.tsx');
      await openReport(store);
    } catch (error) {
      trouble.value = words.report.failed(messageOf(error));
    }
  };
  return (
    <span class="report-link">
      <button type="button" class="link" onClick={() => void open()}>
        {words.report.open}
      </button>
      {trouble.value !== null && <span role="alert"> {trouble.value}</span>}
    </span>
  );
}
