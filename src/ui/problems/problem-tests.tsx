/** The tests of one problem by example. Hidden tests of the page's problems are counted, never shown. */

import { repr } from '../../core/repr.ts';
import type { Problem, TestCase } from '../../core/types.ts';
import { percent } from '../parts/format.ts';
import { PythonLine } from '../parts/python-code.tsx';
import type { ProblemRates, Rate } from '../selectors.ts';
import { words } from '../words/index.ts';

const told = words.problems;

interface ProblemTestsProps {
  readonly problem: Problem;
  readonly rates: ProblemRates;
  /** Whether it is a person's own, whose hidden tests are no secret. */
  readonly own?: boolean;
}

export function ProblemTests({ problem, rates, own = false }: ProblemTestsProps) {
  const { hidden } = problem.tests;
  return (
    <div class="tests">
      <TestList title={told.publicTests} help={told.publicHelp} tests={problem.tests.public} problem={problem} />
      <TestList title={told.rewardTests} help={told.rewardHelp} tests={problem.tests.reward} problem={problem} />
      <div class="tests-kind">
        <h4>
          {told.hiddenTests} <span class="count">{hidden.length}</span>
        </h4>
        <p>{hidden.length === 0 ? told.noHidden : own ? told.ownHidden : told.hiddenHelp(hidden.length)}</p>
        {own && <Examples tests={hidden} problem={problem} />}
        <dl class="facts">
          <div>
            <dt>{told.before}</dt>
            <dd>{said(rates.before)}</dd>
          </div>
          <div>
            <dt>{told.now}</dt>
            <dd>{said(rates.now)}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

function said(rate: Rate | null): string {
  if (rate === null) return told.unmeasured;
  const say = rate.from === 'evaluation' ? told.measured : told.training;
  return say(percent(rate.value), rate.n);
}

interface ExamplesProps {
  readonly tests: readonly TestCase[];
  readonly problem: Problem;
}

interface TestListProps extends ExamplesProps {
  readonly title: string;
  readonly help: string;
}

function TestList({ title, help, tests, problem }: TestListProps) {
  if (tests.length === 0) return null;
  return (
    <div class="tests-kind">
      <h4>
        {title} <span class="count">{tests.length}</span>
      </h4>
      <p>{help}</p>
      <Examples tests={tests} problem={problem} />
    </div>
  );
}

function Examples({ tests, problem }: ExamplesProps) {
  if (tests.length === 0) return null;
  return (
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
  );
}

/** `solution(2, 3)` */
export const callText = (problem: Problem, test: TestCase): string =>
  `${problem.entryPoint}(${test.args.map(repr).join(', ')})`;
