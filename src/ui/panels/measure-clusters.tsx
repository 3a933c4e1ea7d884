/** The clusters of one problem with what was submitted from each, and a submission's program. */

import { useSignal } from '@preact/signals';
import type { SearchedProblem, Submission } from '../../core/measure-choices.ts';
import { counted } from '../format.ts';
import { PythonCode } from './python-code.tsx';

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
    <article class="clusters" aria-label={`Clusters of ${id}`}>
      <div>
        <h4>Clusters of {id}</h4>
        <p class="measure-look">
          {submissions.length === 0
            ? 'No sample passes the public tests: there is nothing to submit.'
            : `A bar is the samples that behave alike; the numbers are submissions in their order. ${
                right === -1
                  ? 'None of them is right.'
                  : `Number ${right + 1} is the first that is right: the size of a cluster ${right === 0 ? 'pointed to it' : 'did not point to it at once'}.`
              }`}
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
              <span class="cluster-size">{counted(size, 'sample')}</span>
              <span class="cluster-submissions">
                {submissions.map((one, order) =>
                  one.cluster === cluster ? (
                    <button
                      key={order}
                      type="button"
                      class={one.correct ? 'submission is-right' : 'submission is-wrong'}
                      aria-pressed={order === shown}
                      aria-label={`Submission ${order + 1}, ${one.correct ? 'right' : 'wrong'}: show its program`}
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
        {clusters.length > MOST && <p class="set-n">and {counted(clusters.length - MOST, 'smaller cluster')}.</p>}
      </div>
      {submission && (
        <div>
          <h4>
            Submission {shown + 1}: {submission.correct ? 'right' : 'wrong'}
          </h4>
          <PythonCode code={submission.code} label={`Program of submission ${shown + 1}`} />
          <p class="code-note">
            {counted(submission.count, 'sample')} with this very text. Hidden tests were asked after it was chosen.
          </p>
        </div>
      )}
    </article>
  );
}

const isRight = (submissions: readonly Submission[], cluster: number): boolean =>
  submissions.some((one) => one.cluster === cluster && one.correct);
