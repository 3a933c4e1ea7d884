/** The tests of one problem by example. Hidden tests of the page's problems are counted, never shown. */

import { countOf } from '../../core/tests.ts';
import type { AssertSuite, Problem, TestCase } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { percent } from '../parts/format.ts';
import { PythonCode, PythonLine } from '../parts/python-code.tsx';
import type { ProblemRates, Rate } from '../selectors.ts';
import { words } from '../words/index.ts';
import { opening, testText } from './test-text.ts';

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
      {problem.asserts !== undefined && <AssertTests asserts={problem.asserts} />}
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

/** Tests that are Python of their own; a `check` is shown whole, because its asserts may lean on what stands around them. */
export function AssertTests({ asserts }: { readonly asserts: AssertSuite }) {
  return (
    <div class="tests-kind">
      <h4>
        {told.assertTests} <span class="count">{countOf(asserts)}</span>
      </h4>
      <p>{told.assertHelp(asserts.called ?? null)}</p>
      {asserts.setup.trim() !== '' && (
        <details class="tests-setup">
          <summary>{told.assertSetup}</summary>
          <PythonCode code={asserts.setup.trim()} label={told.assertSetup} />
        </details>
      )}
      {asserts.type === 'check' ? (
        <PythonCode code={asserts.check.trim()} label={told.assertTests} />
      ) : (
        <ul class="test-examples">
          {asserts.asserts.map((line, index) => (
            <li key={index}>
              <code>
                <PythonLine code={line} />
              </code>
            </li>
          ))}
        </ul>
      )}
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
  if (problem.call === 'stdin') return <Exchanges tests={tests} />;
  return (
    <ul class="test-examples">
      {tests.map((test) => {
        const { asked, expected } = testText(problem, test);
        return (
          <li key={asked}>
            <code>
              <PythonLine code={asked} />
            </code>
            <span class="test-arrow">→</span>
            <code>
              <PythonLine code={expected ?? ''} />
            </code>
          </li>
        );
      })}
    </ul>
  );
}

/** Exchanges that are shown: published problems have hundreds. */
const MOST_EXCHANGES = 5;

/** What a program reads, and beside it what it must print. */
function Exchanges({ tests }: { readonly tests: readonly TestCase[] }) {
  const left = tests.length - MOST_EXCHANGES;
  return (
    <>
      <ul class="test-exchanges">
        {tests.slice(0, MOST_EXCHANGES).map(({ args: [input], expected }, index) => (
          <li key={index}>
            <TextBox title={told.reads} value={input} />
            <TextBox title={told.prints} value={expected} />
          </li>
        ))}
      </ul>
      {left > 0 && <p>{told.moreTests(left)}</p>}
    </>
  );
}

function TextBox({ title, value }: { readonly title: string; readonly value: PyValue | undefined }) {
  const text = value?.type === 'str' ? value.value : '';
  const { shown, cut } = opening(text);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {shown === '' ? <p class="muted">{told.nothing}</p> : <pre>{shown}</pre>}
      {cut && <small>{told.cutAt(text.length)}</small>}
    </figure>
  );
}
