/** What is explained: problem, program, attempt and optimiser step. */

import type { Signal } from '@preact/signals';
import type { Problem } from '../../core/types.ts';
import { signed } from '../parts/format.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { afterOpening } from '../problems/problem-text.ts';
import { type Place, type RolloutGroup, shownPlace } from '../rollouts/rollout-groups.ts';
import { words } from '../words/index.ts';
import type { ExplainCase } from './explain-frames.ts';

const told = words.explain;

interface ExplainChoiceProps {
  readonly one: ExplainCase;
  readonly groups: readonly RolloutGroup[];
  readonly place: Place;
  readonly byId: ReadonlyMap<string, Problem>;
  readonly opening: string;
  /** Attempts before the last one. */
  readonly back: Signal<number>;
  readonly pass: Signal<number>;
  readonly onChoose: (place: Place) => void;
}

export function ExplainChoice({ one, groups, place, byId, opening, back, pass, onChoose }: ExplainChoiceProps) {
  const { rollout, turn, members } = one;
  const { trained = [] } = rollout;
  const attempts = (rollout.earlier?.length ?? 0) + 1;
  const textOf = ({ problemId, dead }: RolloutGroup) =>
    told.problemOption(afterOpening(byId.get(problemId)?.text ?? problemId, opening), !dead);
  const chooseGroup = (number: number) => {
    const best = shownPlace(
      groups.filter(({ group }) => group === number),
      null,
    );
    if (best !== null) onChoose(best);
  };
  return (
    <div class="explain-choice">
      <Field
        label={told.problem}
        value={place.group}
        options={groups.map((group) => [group.group, textOf(group)])}
        onChoose={chooseGroup}
      />
      <Field
        label={told.program}
        value={place.index}
        options={members.map((member, index) => {
          const outcome = OUTCOME_LOOKS[member.outcome].label;
          return [index, told.programOption(index + 1, outcome, signed(member.advantage))];
        })}
        onChoose={(index) => onChoose({ group: place.group, index })}
      />
      {trained.length > 1 && (
        <Field
          label={told.attempt}
          value={one.turnAt}
          options={trained.map((attempt, index) => [index, told.attemptOption(attempt.turn + 1, attempts)])}
          onChoose={(index) => (back.value = trained.length - 1 - index)}
        />
      )}
      {turn !== null && turn.updates.length > 1 && (
        <Field
          label={told.update}
          value={one.pass}
          options={turn.updates.map(({ update }, index) => [index, told.updateOption(index + 1, update)])}
          onChoose={(index) => (pass.value = index)}
        />
      )}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: number;
  readonly options: readonly (readonly [value: number, text: string])[];
  readonly onChoose: (value: number) => void;
}

function Field({ label, value, options, onChoose }: FieldProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
