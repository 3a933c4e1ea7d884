/** The run for other tools: what each export is, for whom, and where it stands. */

import { EXPORT_KINDS, type ExportKind } from '../../core/exports.ts';
import type { RunInfo } from '../../core/history.ts';
import { importedName } from '../../core/model-name.ts';
import { download } from '../parts/download.ts';
import { sentence } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { RunExports } from './run-exports.ts';
import { runFileName } from './run-file-name.ts';
import { nameOf } from './run-lines.ts';

const text = words.runExports;

interface RunExportProps {
  readonly store: Store;
  readonly run: RunInfo;
}

/** Nothing while the run is on its way: it has no end yet to be taken out. */
export function RunExport({ store, run }: RunExportProps) {
  if (run.status === 'live') return null;
  const { exports } = store;
  const failure = exports.failure.value;
  const label = nameOf(run);
  return (
    <details class="run-export">
      <summary class="button button-small is-quiet">
        {text.title}
        <span class="sr-only">{words.runs.line.of(label)}</span>
      </summary>
      <ul>
        {kindsOf(run).map((kind) => (
          <li key={kind}>
            <ExportButton exports={exports} run={run} kind={kind} />
            <p>
              {text.kinds[kind].what} <span>{text.kinds[kind].whom}</span>
            </p>
            {failure?.run === run.id && failure.to === kind && (
              <p class="error-line" role="alert">
                {text.failed(sentence(failure.message))}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p class="run-export-told" role="status">
        {told(exports, run)}
      </p>
    </details>
  );
}

/** Adapters are trained in imported models alone. */
const kindsOf = ({ config }: Pick<RunInfo, 'config'>): readonly ExportKind[] =>
  EXPORT_KINDS.filter((kind) => kind !== 'adapter' || importedName(config.model) !== null);

interface ExportButtonProps {
  readonly exports: RunExports;
  readonly run: RunInfo;
  readonly kind: ExportKind;
}

function ExportButton({ exports, run, kind }: ExportButtonProps) {
  const making = exports.making.value;
  const mine = making?.run === run.id && making.to === kind;
  const lacks = lacking(run, kind);
  const take = async () => {
    const zip = await exports.make(run.id, kind);
    if (zip !== null) download(runFileName(run, kind), zip);
  };
  return (
    <>
      <button
        type="button"
        class="button button-small"
        disabled={lacks !== null}
        aria-disabled={making !== null}
        onClick={() => void take()}
      >
        {mine ? text.making : text.kinds[kind].label}
        <span class="sr-only">{words.runs.line.of(nameOf(run))}</span>
      </button>
      {lacks !== null && <small>{lacks}</small>}
    </>
  );
}

/** What a run would need to have for an export; null where it has it. */
function lacking(run: RunInfo, kind: ExportKind): string | null {
  switch (kind) {
    case 'huggingface':
    case 'adapter':
      return run.checkpoints.length === 0 ? text.noModel : null;
    case 'results':
      return run.steps === 0 ? text.noStep : null;
    case 'trl':
    case 'verl':
      return null;
    default:
      return kind satisfies never;
  }
}

function told({ making, made }: RunExports, run: RunInfo): string {
  if (making.value?.run === run.id) return text.packing(text.kinds[making.value.to].label);
  if (made.value?.run !== run.id) return '';
  return text.made(runFileName(run, made.value.to));
}
