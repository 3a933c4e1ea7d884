/** What files of problems would bring, row by row, before anything is kept of them. */

import { useSignal } from '@preact/signals';
import type { Problem } from '../../core/types.ts';
import type { PackedProblem } from '../../problems/pack.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { PackPreview } from './problems-store.ts';

const told = words.problems;

/** Rows that are drawn before somebody asks for all. */
const SHOWN = 100;

interface PackPreviewProps {
  readonly store: Store;
  readonly preview: PackPreview;
}

export function PackPreviewView({ store, preview }: PackPreviewProps) {
  const { files, problems, refused } = preview;
  const fresh = problems.filter(({ known }) => !known);
  const known = problems.length - fresh.length;
  const { maxNewTokens } = store.plan.value.config.sampling;
  const isTooLong = (problem: Problem) => store.ownProblems.lengths.isTooLong(problem, maxNewTokens);
  const long = fresh.filter(({ problem }) => isTooLong(problem)).length;
  return (
    <section class="pack" aria-label={told.previewTitle(files.join(', '))}>
      <h4>{told.previewTitle(files.join(', '))}</h4>
      <p>
        {told.previewCount(problems.length)}
        {long > 0 && `. ${told.previewTooLong(long)}`}
        {known > 0 && `. ${told.previewKnown(known)}`}
        {refused.length > 0 && `. ${told.previewRefused(refused.length)}`}.
      </p>
      <FormCounts problems={problems} />
      <Rows problems={problems} isTooLong={isTooLong} />
      <Refused refused={refused} />
      <div class="own-actions">
        {fresh.length > 0 ? (
          <button type="button" class="button button-small button-go" onClick={() => void store.ownProblems.bring()}>
            {told.bring(fresh.length)}
          </button>
        ) : (
          <p class="own-hint">{told.previewNothing}</p>
        )}
        <button type="button" class="button button-small" onClick={() => store.ownProblems.cancelPack()}>
          {fresh.length > 0 ? told.cancel : told.close}
        </button>
      </div>
    </section>
  );
}

/** How many rows were read as which form. */
function FormCounts({ problems }: { readonly problems: readonly PackedProblem[] }) {
  const counts = new Map<string, number>();
  for (const { form } of problems) counts.set(form, (counts.get(form) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <ul class="pack-forms">
      {[...counts].map(([form, count]) => (
        <li key={form}>{told.previewForm(formName(form), count)}</li>
      ))}
    </ul>
  );
}

const formName = (form: string): string => (form === 'lecture' ? told.previewLecture : form);

/** How many tests of each kind, and how they are asked. */
function testsOf({ tests, call, tolerance, asserts }: Problem): string {
  const shown = new Set(tests.public);
  const only = tests.reward.filter((test) => !shown.has(test)).length;
  const parts = [
    call === 'stdin' ? told.previewStdin : null,
    asserts === undefined ? told.previewTests(tests.public.length, only, tests.hidden.length) : told.previewAsserts,
    tolerance === undefined ? null : told.previewTolerance,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

interface RowsProps {
  readonly problems: readonly PackedProblem[];
  readonly isTooLong: (problem: Problem) => boolean;
}

function Rows({ problems, isTooLong }: RowsProps) {
  const all = useSignal(false);
  if (problems.length === 0) return null;
  const rows = all.value ? problems : problems.slice(0, SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard */}
      <ul class="pack-rows pack-problems" aria-label={told.previewRows} tabIndex={0}>
        {rows.map((row) => (
          <Row key={row.problem.id} row={row} tooLong={isTooLong(row.problem)} />
        ))}
      </ul>
      {rows.length < problems.length && (
        <button type="button" class="button button-small" onClick={() => (all.value = true)}>
          {told.previewMore(problems.length - rows.length)}
        </button>
      )}
    </>
  );
}

function Row({ row, tooLong }: { readonly row: PackedProblem; readonly tooLong: boolean }) {
  const { problem, form, was, known, notes } = row;
  return (
    <li class={known ? 'pack-known' : undefined}>
      <span class="pack-id">{problem.id}</span>
      <span class="pack-form">{formName(form)}</span>
      <span class="pack-tests">{testsOf(problem)}</span>
      <span class="pack-text">{problem.text}</span>
      {known && <small>{told.previewThere}</small>}
      {tooLong && <small>{told.tooLong}</small>}
      {was !== null && <small>{told.previewRenamed(was, problem.id)}</small>}
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </li>
  );
}

function Refused({ refused }: { readonly refused: readonly string[] }) {
  const all = useSignal(false);
  if (refused.length === 0) return null;
  const rows = all.value ? refused : refused.slice(0, SHOWN);
  return (
    <div class="pack-refused" role="alert">
      <p>{told.previewNotRead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard */}
      <ul class="pack-rows" aria-label={told.previewNotRead} tabIndex={0}>
        {rows.map((why, i) => (
          // Two rows may be wrong in the same way.
          <li key={i} class="error-line">
            {why}
          </li>
        ))}
      </ul>
      {rows.length < refused.length && (
        <button type="button" class="button button-small" onClick={() => (all.value = true)}>
          {told.previewMore(refused.length - rows.length)}
        </button>
      )}
    </div>
  );
}
