/** A step between its parts: its programs as tiles, at first undecided, then with their outcomes, then with what they push. */

import { useSignal } from '@preact/signals';
import { type DraftProgram, STEP_PARTS, type StepDraft } from '../../core/draft.ts';
import { figure, signed } from '../parts/format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import { PythonCode } from '../parts/python-code.tsx';
import { afterOpening, commonOpening } from '../problems/problem-text.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { draftCounts, draftRows } from './draft-view.ts';

const text = words.draft;

/** Nothing while no step is between its parts, or while the page shows another run. */
export function StepDraftView({ store }: { readonly store: Store }) {
  const draft = store.control.draft.value;
  if (draft === null || store.replay.recorded.value) return null;
  return <Draft draft={draft} store={store} />;
}

function Draft({ draft, store }: { readonly draft: StepDraft; readonly store: Store }) {
  const chosen = useSignal<DraftProgram | null>(null);
  const problems = store.problems.value;
  const ready = problems.status === 'ready' ? problems : null;
  const ten = ready?.lecture ?? [];
  const opening = commonOpening(ten.map((problem) => problem.text));
  const rows = draftRows(
    draft,
    ten.map(({ id }) => id),
  );
  const nameOf = (id: string) => afterOpening(ready?.byId.get(id)?.text ?? id, opening);
  // A program is looked at across the parts of its step: the newest that is known of it counts.
  const looked = draft.programs.find((program) => isSame(program, chosen.value)) ?? rows[0]?.programs[0];
  return (
    <section class="draft" aria-label={text.title(draft.step)}>
      <div class="draft-head">
        <h3>{text.title(draft.step)}</h3>
        <ol class="draft-parts" aria-label={text.partsLabel}>
          {STEP_PARTS.map((part) => (
            <li
              key={part}
              class={isDone(part, draft) ? 'is-done' : ''}
              aria-current={part === draft.done ? 'step' : undefined}
            >
              {text.parts[part]}
            </li>
          ))}
        </ol>
      </div>
      <p class="draft-sentence" role="status">
        {sentenceOf(draft)}
      </p>
      <div class="draft-body">
        <table class="draft-grid">
          <caption class="sr-only">{text.grid}</caption>
          <colgroup>
            <col class="draft-name" />
            <col span={Math.max(1, ...rows.map(({ programs }) => programs.length))} />
          </colgroup>
          <tbody>
            {rows.map(({ group, problemId, programs }) => (
              <tr key={group}>
                <th scope="row" title={ready?.byId.get(problemId)?.text ?? problemId}>
                  <span>{nameOf(problemId)}</span>
                </th>
                {programs.map((program, column) => (
                  <td key={column}>
                    <Tile
                      program={program}
                      number={column + 1}
                      selected={program === looked}
                      onLook={() => (chosen.value = program)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {looked && (
          <div class="draft-program">
            <p>
              <b>{nameOf(looked.problemId)}</b> <span class="muted">{wordsOf(looked)}</span>
            </p>
            {looked.code.trim() === '' ? (
              <p class="muted">{text.empty}</p>
            ) : (
              <PythonCode code={looked.code} label={text.code} />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

const isDone = (part: (typeof STEP_PARTS)[number], { done }: StepDraft): boolean =>
  STEP_PARTS.indexOf(part) <= STEP_PARTS.indexOf(done);

/** Programs keep their place from part to part; a second attempt takes the place of the first. */
const isSame = (program: DraftProgram, other: DraftProgram | null): boolean =>
  other !== null && program.group === other.group && program.code === other.code;

function sentenceOf(draft: StepDraft): string {
  const { programs, passed, pushed, held } = draftCounts(draft);
  switch (draft.done) {
    case 'sampling':
      return text.words.sampling(programs);
    case 'judging':
      return text.words.judging(passed, programs);
    case 'scoring':
      return text.words.scoring(pushed, held);
    default:
      return draft.done satisfies never;
  }
}

function wordsOf({ verdict, advantage }: DraftProgram): string {
  if (verdict === null) return text.unjudged;
  const { outcome, reward } = verdict;
  const parts = [OUTCOME_LOOKS[outcome].label, reward === null ? text.noReward : text.reward(figure(reward))];
  return [...parts, ...(advantage === null ? [] : [text.advantage(signed(advantage))])].join(', ');
}

interface TileProps {
  readonly program: DraftProgram;
  readonly number: number;
  readonly selected: boolean;
  readonly onLook: () => void;
}

/** A button of its own: the grid is small, and each tile says all that is known. */
function Tile({ program, number, selected, onLook }: TileProps) {
  const { verdict, advantage } = program;
  const label = wordsOf(program);
  const push = advantage === null || advantage === 0 ? '' : advantage > 0 ? ' is-pushed' : ' is-held';
  const tone = verdict === null ? ' is-open' : ` outcome-${OUTCOME_LOOKS[verdict.outcome].tone}`;
  return (
    <button
      type="button"
      class={`tile${tone}${push}`}
      title={label}
      aria-label={text.program(number, label)}
      aria-pressed={selected}
      onClick={onLook}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onLook()}
    >
      {verdict === null ? <i class="tile-open" aria-hidden="true" /> : <OutcomeGlyph outcome={verdict.outcome} />}
    </button>
  );
}
