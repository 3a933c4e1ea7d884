/** The history of runs: what was tried, what changed, what came of it, and everything that can be done with a run. */

import { ErrorLine } from '../parts/error-line.tsx';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ReportButton } from './report-button.tsx';
import { RunsCompare } from './runs-compare.tsx';
import { RunsDrop, RunsImport } from './runs-import.tsx';
import { RunLine } from './runs-line.tsx';
import { RunsRemoved } from './runs-removed.tsx';
import { RunsStorage } from './runs-storage.tsx';

export function Runs({ store }: { readonly store: Store }) {
  const { history } = store;
  const runs = history.runs.value;
  return (
    <Section id="runs" title={words.runs.title} intro={words.runs.intro}>
      <RunsDrop history={history}>
        <div class="runs-bar">
          <RunsImport history={history} />
          <ReportButton store={store} />
        </div>
        <p class="runs-told" role="status">
          {history.told.value}
        </p>
        <ErrorLine message={history.unreadable.value} />
        <ErrorLine message={history.trouble.value} />
        <RunsRemoved history={history} />
        {runs === null && <p class="empty">{words.runs.loading}</p>}
        {runs?.length === 0 && <p class="empty">{words.runs.empty}</p>}
        {runs !== null && runs.length > 0 && (
          <ol class="runs">
            {runs.map((run) => (
              <li key={run.id}>
                <RunLine store={store} run={run} />
              </li>
            ))}
          </ol>
        )}
        <RunsStorage history={history} />
        {runs !== null && runs.length > 1 && <RunsCompare history={history} runs={runs} />}
      </RunsDrop>
    </Section>
  );
}
