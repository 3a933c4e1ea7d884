/** CodeT's dual execution agreement: what the model's own tests are worth, and where the two scores disagree. */

import { Fragment } from 'preact';
import type { AgreedProblem, AgreementPick } from '../../core/measure-choices.ts';
import { NOTHING, percent } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { type MeasureView, ViewTabs } from './measure-view.tsx';
import { disagreementWords } from './measure-views.ts';

const { measureAgreement } = words;

export function MeasureAgreement({ view }: { readonly view: MeasureView }) {
  const agreement = view.model.agreements.find(({ set }) => set === view.set);
  if (agreement === undefined) return null;
  const { problems, cells, request } = agreement;
  const disagreeing = problems.filter(({ disagree }) => disagree).length;
  return (
    <div class="measure-part">
      <h3>{measureAgreement.title}</h3>
      <p class="measure-look">
        {measureAgreement.intro} {measureAgreement.asked(request, cells)}
      </p>
      <ViewTabs view={view} models />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="measure-scroll measure-tall" tabIndex={0} aria-label={measureAgreement.label}>
        <table class="measure-table">
          <thead>
            <tr>
              <th scope="col">{measureAgreement.problem}</th>
              <th scope="col">{measureAgreement.written}</th>
              <th scope="col">{measureAgreement.valid}</th>
              <th scope="col">{measureAgreement.right}</th>
              <th scope="col">{measureAgreement.without}</th>
              <th scope="col">{measureAgreement.product}</th>
              <th scope="col">{measureAgreement.sqrt}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <Fragment key={problem.id}>
                <tr class={problem.disagree ? 'is-disagreeing' : ''}>
                  <th scope="row">
                    {problem.id}
                    {problem.disagree && <b class="best-mark">{measureAgreement.disagree}</b>}
                  </th>
                  <td>{problem.written}</td>
                  <td>
                    {problem.valid} <small>{measureAgreement.differ(problem.distinct)}</small>
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
        {measureAgreement.picks(disagreeing, problems.length)} {measureAgreement.help(NOTHING)}
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
        {pick.tied > 1 && `, ${measureAgreement.tie(pick.tied)}`}
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
