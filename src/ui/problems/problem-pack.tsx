/** What a file of problems would bring, before anything is kept of it. */

import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { PackPreview } from './problems-store.ts';

const told = words.problems;

interface PackPreviewProps {
  readonly store: Store;
  readonly preview: PackPreview;
}

export function PackPreviewView({ store, preview }: PackPreviewProps) {
  const { files, problems, refused } = preview;
  const fresh = problems.filter(({ known }) => !known);
  const known = problems.length - fresh.length;
  return (
    <section class="pack" aria-label={told.previewTitle(files.join(', '))}>
      <h4>{told.previewTitle(files.join(', '))}</h4>
      <p>
        {told.previewCount(problems.length)}
        {known > 0 && `. ${told.previewKnown(known)}`}.
      </p>
      {fresh.length > 0 && (
        <ul class="pack-problems">
          {fresh.map(({ problem, was }) => (
            <li key={problem.id}>
              {problem.text}
              {was !== null && <small>{told.previewRenamed(was, problem.id)}</small>}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <div class="pack-refused" role="alert">
          <p>{told.previewRefused(refused.length)}</p>
          <ul>
            {refused.map((why) => (
              <li key={why} class="error-line">
                {why}
              </li>
            ))}
          </ul>
        </div>
      )}
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
