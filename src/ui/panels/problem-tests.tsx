/** The tests of one problem by example. Hidden tests are counted, never shown. */

import { repr } from '../../core/repr.ts';
import type { Problem, TestCase } from '../../core/types.ts';
import { percent } from '../format.ts';
import type { ProblemRates, Rate } from '../selectors.ts';
import { PythonLine } from './python-code.tsx';

interface ProblemTestsProps {
  readonly problem: Problem;
  readonly rates: ProblemRates;
}

export function ProblemTests({ problem, rates }: ProblemTestsProps) {
  const { hidden } = problem.tests;
  return (
    <div class="tests">
      <TestList
        title="Public tests"
        help="May be shown to anyone; they pay reward too."
        tests={problem.tests.public}
        problem={problem}
      />
      <TestList
        title="Reward tests"
        help="Pay the reward; the model never reads them."
        tests={problem.tests.reward}
        problem={problem}
      />
      <div class="tests-kind">
        <h3>
          Hidden tests <span class="count">{hidden.length}</span>
        </h3>
        <p>
          {hidden.length} more are kept apart. They only measure, before and after: training never sees them, and they
          are not shown here, so that passing them means having learned the task rather than the answers.
        </p>
        <dl class="facts">
          <div>
            <dt>Before</dt>
            <dd>{said(rates.before)}</dd>
          </div>
          <div>
            <dt>Now</dt>
            <dd>{said(rates.now)}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

function said(rate: Rate | null): string {
  if (rate === null) return 'not measured yet';
  const of =
    rate.from === 'evaluation'
      ? `${rate.n} fresh programs, all tests`
      : `the latest ${rate.n} training programs, visible tests`;
  return `${percent(rate.value)} of ${of}`;
}

interface TestListProps {
  readonly title: string;
  readonly help: string;
  readonly tests: readonly TestCase[];
  readonly problem: Problem;
}

function TestList({ title, help, tests, problem }: TestListProps) {
  if (tests.length === 0) return null;
  return (
    <div class="tests-kind">
      <h3>
        {title} <span class="count">{tests.length}</span>
      </h3>
      <p>{help}</p>
      <ul class="test-examples">
        {tests.map((test) => {
          const call = callText(problem, test);
          return (
            <li key={call}>
              <code>
                <PythonLine code={call} />
              </code>
              <span class="test-arrow">→</span>
              <code>
                <PythonLine code={repr(test.expected)} />
              </code>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** `solution(2, 3)` */
export const callText = (problem: Problem, test: TestCase): string =>
  `${problem.entryPoint}(${test.args.map(repr).join(', ')})`;
