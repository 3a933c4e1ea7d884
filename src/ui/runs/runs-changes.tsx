/** What a run has otherwise than the baseline, or than the defaults where there is none: only that, one chip each. */

import type { RunInfo } from '../../core/history.ts';
import { valueText } from '../controls/choice.ts';
import { words } from '../words/index.ts';
import { changesOf } from './run-lines.ts';

const text = words.runs.line;

interface RunChangesProps {
  readonly run: RunInfo;
  readonly baseline: RunInfo | null;
}

export function RunChanges({ run, baseline }: RunChangesProps) {
  const base = baseline === null || baseline.id === run.id ? null : baseline;
  const changes = base === null ? changesOf(run.config) : changesOf(run.config, base.config);
  if (changes.length === 0) return <p class="run-same">{base === null ? text.plain : text.same}</p>;
  return (
    <ul class="run-changes" aria-label={base === null ? text.unlike : text.changed}>
      {changes.map(({ path, label, help, from, to }) => (
        <li key={path} title={`${path}: ${help}`}>
          <span>{label}</span> <span class="sr-only">{text.change(valueText(from), valueText(to))}</span>
          <span aria-hidden="true">
            {valueText(from)}→<b>{valueText(to)}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}
