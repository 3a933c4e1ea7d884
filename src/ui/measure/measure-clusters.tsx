/** The clusters of one problem with what was submitted from each, and a submission's program. */

import { useSignal } from '@preact/signals';
import type { SearchedProblem, Submission } from '../../core/measure-choices.ts';
import { PythonCode } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';

const { measureClusters } = words;

/** Clusters that are drawn: those that can be submitted from, and a few to see how small the rest is. */
const MOST = 12;

export function MeasureClusters({ problem }: { readonly problem: SearchedProblem }) {
  const { id, clusters, submissions } = problem;
  const right = submissions.findIndex(({ correct }) => correct);
  const wanted = useSignal<number | null>(null);
  const shown = wanted.value ?? Math.max(0, right);
  const submission = submissions[shown];
  const largest = Math.max(1, ...clusters);
  return (
    <article class="clusters" aria-label={measureClusters.of(id)}>
      <div>
        <h4>{measureClusters.of(id)}</h4>
        <p class="measure-look">
          {submissions.length === 0
            ? measureClusters.nothing
            : `${measureClusters.help} ${right === -1 ? measureClusters.noneRight : measureClusters.firstRight(right + 1)}`}
        </p>
        <ol class="cluster-list">
          {clusters.slice(0, MOST).map((size, cluster) => (
            <li key={cluster}>
              <span class="cluster-bar" aria-hidden="true">
                <i
                  class={isRight(submissions, cluster) ? 'is-right' : ''}
                  style={{ width: `${Math.max(1, (100 * size) / largest)}%` }}
                />
              </span>
              <span class="cluster-size">{measureClusters.samples(size)}</span>
              <span class="cluster-submissions">
                {submissions.map((one, order) =>
                  one.cluster === cluster ? (
                    <button
                      key={order}
                      type="button"
                      class={one.correct ? 'submission is-right' : 'submission is-wrong'}
                      aria-pressed={order === shown}
                      aria-label={measureClusters.show(order + 1, one.correct)}
                      onClick={() => (wanted.value = order)}
                    >
                      {order + 1} {one.correct ? '✓' : '✗'}
                    </button>
                  ) : null,
                )}
              </span>
            </li>
          ))}
        </ol>
        {clusters.length > MOST && <p class="set-n">{measureClusters.more(clusters.length - MOST)}</p>}
      </div>
      {submission && (
        <div>
          <h4>{measureClusters.submission(shown + 1, submission.correct)}</h4>
          <PythonCode code={submission.code} label={measureClusters.program(shown + 1)} />
          <p class="code-note">{measureClusters.text(submission.count)}</p>
        </div>
      )}
    </article>
  );
}

const isRight = (submissions: readonly Submission[], cluster: number): boolean =>
  submissions.some((one) => one.cluster === cluster && one.correct);
