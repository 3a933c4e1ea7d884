/** *Explain this update*: one program of one step, from its first token to the moved weights, frame by frame. */

import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { PythonCode } from '../parts/python-code.tsx';
import { Section } from '../parts/section.tsx';
import { commonOpening } from '../problems/problem-text.ts';
import { groupRollouts, rolloutAt, shownPlace } from '../rollouts/rollout-groups.ts';
import type { RolloutsView } from '../rollouts/rollouts-store.ts';
import { visibleText } from '../rollouts/token-rows.ts';
import { useWatched } from '../rollouts/watched.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { stepCase } from './explain-case.ts';
import { ExplainChoice } from './explain-choice.tsx';
import { FormulaLines } from './explain-formula-lines.tsx';
import { frameOf } from './explain-frame.ts';
import { type ExplainCase, explainCase, FRAMES, type FrameName } from './explain-frames.ts';
import { ExplainGroup, type GroupFigure } from './explain-group.tsx';
import { ExplainTokens, isTokenFrame } from './explain-tokens.tsx';

const told = words.explain;

export function Explain({ store }: { readonly store: Store }) {
  const [place, view] = useWatched<HTMLDivElement>(store.rollouts);
  return (
    <Section id="explain" title={told.title} intro={told.intro}>
      <div ref={place}>
        <Body store={store} view={view} />
      </div>
    </Section>
  );
}

interface BodyProps {
  readonly store: Store;
  readonly view: ReadonlySignal<RolloutsView>;
}

function Body({ store, view }: BodyProps) {
  const back = useSignal(0);
  const pass = useSignal(0);
  /** Of the program that it was chosen in; another program begins with its own. */
  const token = useSignal<{ readonly code: string; readonly token: number } | null>(null);
  const at = useSignal(0);
  const { rollouts, step, follow } = view.value;
  // Not the run itself: that is another one at every event.
  const config = useComputed(() => store.run.value.config).value;
  const begun = useComputed(() => store.run.value.steps.length > 0).value;
  const record = useComputed(() => store.run.value.steps.find((one) => one.step === view.value.step)).value;
  const problems = store.problems.value;
  const ready = problems.status === 'ready' ? problems : null;
  const groups = groupRollouts(rollouts, ready?.lecture.map((problem) => problem.id) ?? []);
  const place = shownPlace(groups, follow ? null : store.rollouts.chosen.value, store.rollouts.filter.value);
  const shown = place && rolloutAt(groups, place);
  const whole = useMemo(() => config && stepCase(config, record, rollouts), [config, record, rollouts]);
  if (config === null || whole === null || place === null || !shown) {
    const imitated = config !== null && step !== null && step <= config.rollout.warmStart;
    return <p class="empty">{imitated ? told.imitation : begun ? told.emptyStep : told.empty}</p>;
  }
  const { rollout } = shown;
  const one = explainCase(whole, rollout, {
    ...{ back: back.value, pass: pass.value },
    token: token.value?.code === rollout.code ? token.value.token : null,
  });
  // What is looked at must not be swept away by the next step.
  const keep = () => store.rollouts.choose(place);
  return (
    <div class="explain">
      <ExplainChoice
        one={one}
        groups={groups}
        place={place}
        byId={ready?.byId ?? new Map()}
        opening={commonOpening(ready?.lecture.map((problem) => problem.text) ?? [])}
        back={back}
        pass={pass}
        onChoose={(next) => store.rollouts.choose(next)}
      />
      {one.left !== null && <p class="explain-left">{told.left[one.left]}</p>}
      <Frames
        one={one}
        at={at.value}
        onTurn={(next) => {
          keep();
          at.value = next;
        }}
        onToken={(next) => {
          keep();
          token.value = { code: rollout.code, token: next };
        }}
        onMember={(index) => store.rollouts.choose({ group: place.group, index })}
      />
    </div>
  );
}

interface FramesProps {
  readonly one: ExplainCase;
  /** Index into the frames. */
  readonly at: number;
  readonly onTurn: (at: number) => void;
  readonly onToken: (token: number) => void;
  readonly onMember: (index: number) => void;
}

function Frames({ one, at, onTurn, onToken, onMember }: FramesProps) {
  const name = FRAMES[at]!;
  const frame = frameOf(name, one);
  const turn = (by: number) => onTurn(Math.max(0, Math.min(FRAMES.length - 1, at + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form
    <div class="explain-frames" role="group" aria-label={told.steps} onKeyDown={onKeyDown}>
      <ol class="explain-steps">
        {FRAMES.map((other, index) => (
          <li key={other}>
            <button
              type="button"
              class={index < at ? 'is-past' : ''}
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onTurn(index)}
            >
              <span>{index + 1}</span> {told.frames[other]}
            </button>
          </li>
        ))}
      </ol>
      <p class="sr-only" role="status">
        {told.progress(at + 1, FRAMES.length)}: {told.frames[name]}
      </p>
      <article key={name} class="explain-frame" aria-labelledby="explain-frame">
        <h3 id="explain-frame">
          <small>{told.progress(at + 1, FRAMES.length)}</small> {told.frames[name]}
        </h3>
        {frame.says.map((sentence) => (
          <p key={sentence} class="explain-says">
            {sentence}
          </p>
        ))}
        <Picture name={name} one={one} onToken={onToken} onMember={onMember} />
        {name !== 'sample' && frame.lines.length > 0 && isTokenFrame(name, one) && (
          <p class="explain-about">{told.token(visibleText(one.turn?.pieces[one.token] ?? ''))}</p>
        )}
        <FormulaLines lines={frame.lines} />
        {frame.notes.length > 0 && (
          <ul class="explain-notes">
            {frame.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p class="explain-source">
          {told.source}{' '}
          <code>
            {frame.source.file} · {frame.source.name}
          </code>
        </p>
      </article>
      <div class="explain-turn">
        <button type="button" class="button" disabled={at === 0} onClick={() => turn(-1)}>
          {told.previous}
        </button>
        <button type="button" class="button button-go" disabled={at === FRAMES.length - 1} onClick={() => turn(1)}>
          {told.next}
        </button>
        <small>{told.keys}</small>
      </div>
    </div>
  );
}

const FIGURES: Readonly<Partial<Record<FrameName, GroupFigure>>> = {
  tests: 'tests',
  reward: 'reward',
  spread: 'reward',
  advantage: 'advantage',
};

type PictureProps = Pick<FramesProps, 'one' | 'onToken' | 'onMember'> & { readonly name: FrameName };

/** The tokens or the group, whichever a frame is about. */
function Picture({ name, one, onToken, onMember }: PictureProps) {
  const figure = FIGURES[name];
  return (
    <>
      {figure !== undefined && <ExplainGroup one={one} figure={figure} onChoose={onMember} />}
      {isTokenFrame(name, one) && <ExplainTokens one={one} frame={name} onChoose={onToken} />}
      {name === 'tests' && <PythonCode code={one.rollout.code} errorLine={one.rollout.line} label={told.result} />}
    </>
  );
}
