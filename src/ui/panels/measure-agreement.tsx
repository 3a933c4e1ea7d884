/** CodeT's dual execution agreement: what the model's own tests are worth, and where the two scores disagree. */

import { Fragment } from 'preact';
import type { AgreedProblem, AgreementPick } from '../../core/measure-choices.ts';
import { counted, NOTHING, percent } from '../format.ts';
import { disagreementWords } from '../measure-views.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';

export function MeasureAgreement({ view }: { readonly view: MeasureView }) {
  const agreement = view.model.agreements.find(({ set }) => set === view.set);
  if (agreement === undefined) return null;
  const { problems, cells, request } = agreement;
  const disagreeing = problems.filter(({ disagree }) => disagree).length;
  return (
    <div class="measure-part">
      <h3>Tests the model writes</h3>
      <p class="measure-look">
        Solutions S and written tests T that all pass each other are a consensus set; the best set wins. The paper
        scores |S|·|T|, the code released with it √|S|·|T|, which trusts many tests more than many solutions. Look at
        the share of right tests first: where most are wrong, agreement can only mislead. {request.solutions} solutions
        and up to {request.testSamples} × {request.testsPerSample} tests per problem at temperature{' '}
        {request.temperature}; {counted(cells, 'pair')} run, each once.
      </p>
      <ViewTabs view={view} models />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="measure-scroll measure-tall" tabIndex={0} aria-label="Agreement, problem by problem">
        <table class="measure-table">
          <thead>
            <tr>
              <th scope="col">Problem</th>
              <th scope="col">Tests written</th>
              <th scope="col">Can be run</th>
              <th scope="col">Right</th>
              <th scope="col">pass@1 without</th>
              <th scope="col">Product</th>
              <th scope="col">Square root</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <Fragment key={problem.id}>
                <tr class={problem.disagree ? 'is-disagreeing' : ''}>
                  <th scope="row">
                    {problem.id}
                    {problem.disagree && <b class="best-mark">scores disagree</b>}
                  </th>
                  <td>{problem.written}</td>
                  <td>
                    {problem.valid} <small>{problem.distinct} differ</small>
                  </td>
                  <td>{problem.valid === 0 ? NOTHING : percent(problem.right)}</td>
                  <td>{percent(problem.plain)}</td>
                  <Picked pick={problem.product} plain={problem.plain} />
                  <Picked pick={problem.sqrt} plain={problem.plain} />
                </tr>
                {problem.disagree && <Disagreement problem={problem} />}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <p class="set-n">
        {disagreeing === 0
          ? 'The two scores pick the same set everywhere.'
          : `The two scores pick different sets on ${disagreeing} of ${counted(problems.length, 'problem')}.`}{' '}
        Under product and square root: chance that a sample of the chosen set is right. {NOTHING}: no solution passes
        any written test.
      </p>
    </div>
  );
}

function Picked({ pick, plain }: { readonly pick: AgreementPick | null; readonly plain: number }) {
  if (pick === null) return <td>{NOTHING}</td>;
  return (
    <td class={pick.correct > plain ? 'is-right' : pick.correct < plain ? 'is-wrong' : ''}>
      {percent(pick.correct)}{' '}
      <small>
        {pick.solutions} × {pick.tests}
        {pick.tied > 1 && `, ${pick.tied} tie`}
      </small>
    </td>
  );
}

function Disagreement({ problem }: { readonly problem: AgreedProblem }) {
  return (
    <tr class="is-disagreeing">
      <td colSpan={7} class="disagreement">
        <p>{disagreementWords(problem)}</p>
      </td>
    </tr>
  );
}
