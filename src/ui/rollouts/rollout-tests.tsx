/** What each test said of a program: the call, what was expected, what came, how it ended, and what it cost. */

import type { RolloutRecord } from '../../core/records.ts';
import type { Problem, TestResult } from '../../core/types.ts';
import { OutcomeBadge } from '../parts/outcomes.tsx';
import { PythonLine } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';
import type { ShownTest } from './rollout-groups.ts';

interface TestTableProps {
  readonly rollout: RolloutRecord;
  readonly tests: readonly ShownTest[];
  readonly problem: Problem | undefined;
}

export function TestTable({ rollout, tests, problem }: TestTableProps) {
  const { rollout: told } = words;
  if (rollout.perTest.length === 0) return <p class="empty">{told.noTest}</p>;
  const reads = problem?.call === 'stdin';
  // An assert says itself what it expects.
  const expects = tests.length === 0 || tests.some(({ expected }) => expected !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="test-table" tabIndex={0} aria-label={told.results}>
      <table>
        <thead>
          <tr>
            <th scope="col">{reads ? told.input : told.test}</th>
            {expects && <th scope="col">{reads ? told.output : told.expected}</th>}
            <th scope="col">{reads ? told.printedBy : told.got}</th>
            <th scope="col">{told.outcome}</th>
            <th scope="col" class="test-ticks" title={told.ticksHelp}>
              {told.ticks}
            </th>
          </tr>
        </thead>
        <tbody>
          {rollout.perTest.map((result, index) => {
            const shown = tests[index];
            return (
              <tr key={index} class={result.outcome === 'passed' ? 'is-pass' : ''}>
                <th scope="row">
                  {shown ? (
                    <>
                      <code>
                        <PythonLine code={shown.asked} />
                      </code>
                      <small>{told.kinds[shown.kind]}</small>
                    </>
                  ) : (
                    told.testNumber(index + 1)
                  )}
                </th>
                {expects && <td>{shown && <code>{shown.expected}</code>}</td>}
                <td>
                  <Got result={result} />
                </td>
                <td>
                  <OutcomeBadge outcome={result.outcome} plain />
                </td>
                <td class="test-ticks">{result.ticks.toLocaleString('en-GB')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Got({ result }: { readonly result: TestResult }) {
  if (result.got !== undefined) return <code>{result.got}</code>;
  if (result.outcome === 'passed') return <span class="muted">{words.rollout.same}</span>;
  return result.error === undefined ? null : <span class="got-error">{result.error}</span>;
}
