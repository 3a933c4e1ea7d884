/** One program in full: what was asked, what it wrote, what each test said, what it earned. */

import type { RolloutRecord } from '../../core/records.ts';
import { repr } from '../../core/repr.ts';
import type { Problem, TestResult, TracebackFrame } from '../../core/types.ts';
import { decimal, NOTHING, signed } from '../format.ts';
import { OutcomeBadge } from '../outcomes.tsx';
import { copies, type RolloutGroup, type ShownTest, testsBehind } from '../rollout-groups.ts';
import { Conduct } from './conduct.tsx';
import { EarlierTurns } from './earlier-turns.tsx';
import { callText } from './problem-tests.tsx';
import { PythonCode, PythonLine } from './python-code.tsx';
import { RewardParts } from './reward-parts.tsx';
import { TokenTable } from './token-table.tsx';

interface RolloutDetailProps {
  readonly rollout: RolloutRecord;
  readonly group: RolloutGroup;
  readonly problem: Problem | undefined;
}

export function RolloutDetail({ rollout, group, problem }: RolloutDetailProps) {
  const twins = copies(group, rollout);
  const prompt = problem && `# Problem: ${problem.text}\n# Solution:\n`;
  return (
    <article class="rollout" aria-label="The chosen program">
      <header class="rollout-head">
        <OutcomeBadge outcome={rollout.outcome} />
        <dl class="facts facts-row">
          <div>
            <dt>Tests</dt>
            <dd>
              {rollout.passed} of {rollout.total}
            </dd>
          </div>
          <div>
            <dt>Reward</dt>
            <dd>{rollout.reward === null ? NOTHING : decimal(rollout.reward)}</dd>
          </div>
          <div>
            <dt>Advantage</dt>
            <dd>
              {signed(rollout.advantage)}
              <small class="push">{push(rollout, group)}</small>
            </dd>
          </div>
        </dl>
      </header>
      {rollout.earlier !== undefined && (
        <>
          <EarlierTurns turns={rollout.earlier} />
          <p class="turn-head">
            <b>Attempt {rollout.earlier.length + 1}</b>, the last
          </p>
        </>
      )}
      <PythonCode
        code={`${prompt ?? ''}${rollout.code}`}
        errorLine={errorLine(rollout, prompt)}
        label="Prompt and program"
      />
      <p class="code-note">
        The grey comment is the prompt; the rest is the model’s, {rollout.ids.length} tokens.
        {twins > 1 && ` ${twins} of ${group.rollouts.length} in this group wrote this very program.`}
      </p>
      {rollout.error !== undefined && (
        <p class="error-line">
          {rollout.error}
          {rollout.traceback !== undefined && <small>{traceOf(rollout.traceback, prompt)}</small>}
        </p>
      )}
      <RewardParts rollout={rollout} />
      <TestTable rollout={rollout} tests={testsBehind(problem, rollout)} problem={problem} />
      {rollout.trained !== undefined && (
        <TokenTable turns={rollout.trained} attempts={(rollout.earlier?.length ?? 0) + 1} />
      )}
      <Conduct rollout={rollout} />
    </article>
  );
}

/** What the update does with it, in words. */
function push(rollout: RolloutRecord, group: RolloutGroup): string {
  if (rollout.reward === null) return 'left out';
  if (group.dead) return 'no signal';
  return rollout.advantage > 0 ? 'made likelier' : rollout.advantage < 0 ? 'made rarer' : 'no push';
}

/** Line numbers of errors count from the program, the shown text begins with the prompt. */
const linesBefore = (prompt: string | undefined) => (prompt === undefined ? 0 : prompt.split('\n').length - 1);

function errorLine(rollout: RolloutRecord, prompt: string | undefined): number | undefined {
  return rollout.line === undefined ? undefined : rollout.line + linesBefore(prompt);
}

/** The way to the error, as the shown text counts lines: `line 3 in solution, called from line 7 in <module>`. */
function traceOf(frames: readonly TracebackFrame[], prompt: string | undefined): string {
  const places = frames.map(({ line, name }) => `line ${line + linesBefore(prompt)} in ${name}`);
  return places.reverse().join(', called from ');
}

interface TestTableProps {
  readonly rollout: RolloutRecord;
  readonly tests: readonly ShownTest[];
  readonly problem: Problem | undefined;
}

function TestTable({ rollout, tests, problem }: TestTableProps) {
  if (rollout.perTest.length === 0) return <p class="empty">No test ran.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="test-table" tabIndex={0} aria-label="Results of the tests">
      <table>
        <thead>
          <tr>
            <th scope="col">Test</th>
            <th scope="col">Expected</th>
            <th scope="col">Got</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {rollout.perTest.map((result, index) => {
            const shown = tests[index];
            return (
              <tr key={index} class={result.outcome === 'passed' ? 'is-pass' : ''}>
                <th scope="row">
                  {shown && problem ? (
                    <code>
                      <PythonLine code={callText(problem, shown.test)} />
                    </code>
                  ) : (
                    `Test ${index + 1}`
                  )}
                </th>
                <td>{shown && <code>{repr(shown.test.expected)}</code>}</td>
                <td>
                  <Got result={result} />
                </td>
                <td>
                  <OutcomeBadge outcome={result.outcome} plain />
                </td>
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
  if (result.outcome === 'passed') return <span class="muted">the same</span>;
  return result.error === undefined ? null : <span class="got-error">{result.error}</span>;
}
