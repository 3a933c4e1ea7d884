/** One problem that was solved wrongly before training and rightly after it. */

import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { words } from '../words/index.ts';
import { type Example, type ExampleProgram, excerpt } from './run-report.ts';

const text = words.report;

/** So many lines of a program find room. */
const MOST_LINES = 12;

export function ReportExample({ example }: { readonly example: Example | null }) {
  if (example === null) return <p>{text.noExample}</p>;
  const { problem, problemId, before, after } = example;
  return (
    <>
      <p>{problem?.text ?? problemId}</p>
      <div class="report-example">
        <Program program={before} />
        <Program program={after} />
      </div>
    </>
  );
}

function Program({ program: { step, rollout } }: { readonly program: ExampleProgram }) {
  const { text: code, left } = excerpt(rollout.code, MOST_LINES);
  return (
    <div>
      <h3>
        {text.ofStep(step)} <small>{OUTCOME_LOOKS[rollout.outcome].label}</small>
      </h3>
      <pre>
        <code>{code}</code>
        {left > 0 && `\n${text.moreLines(left)}`}
      </pre>
    </div>
  );
}
