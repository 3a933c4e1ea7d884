/** The programs of the explained group side by side: how each ended, and what it earned or how far it is pushed. */

import { decimal, NOTHING, signed } from '../parts/format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import { words } from '../words/index.ts';
import type { ExplainCase } from './explain-frames.ts';

const told = words.explain;

export type GroupFigure = 'tests' | 'reward' | 'advantage';

interface ExplainGroupProps {
  readonly one: ExplainCase;
  readonly figure: GroupFigure;
  readonly onChoose: (index: number) => void;
}

export function ExplainGroup({ one, figure, onChoose }: ExplainGroupProps) {
  const { members, rollout, advantage } = one;
  const largest = Math.max(1e-9, ...members.map((member) => Math.abs(member.advantage)));
  return (
    <ul class="explain-group" aria-label={told.group}>
      {members.map((member, index) => {
        const { label, tone } = OUTCOME_LOOKS[member.outcome];
        const paid = advantage.paid[index] ?? null;
        const value =
          figure === 'tests'
            ? words.rollout.testsOf(member.passed, member.total)
            : figure === 'reward'
              ? paid === null
                ? NOTHING
                : decimal(paid)
              : signed(member.advantage);
        const said = {
          tests: value,
          reward: told.rewardOf(value),
          advantage: told.advantageOf(value),
        }[figure];
        const share = figure === 'advantage' ? member.advantage / largest : 0;
        return (
          <li key={index}>
            <button
              type="button"
              aria-label={told.member(index + 1, label, said)}
              aria-pressed={member === rollout}
              onClick={() => onChoose(index)}
            >
              <span class={`tile-key outcome-${tone}`}>
                <OutcomeGlyph outcome={member.outcome} />
              </span>
              <span class="explain-value">{value}</span>
              {figure === 'advantage' && (
                <span class="explain-track">
                  <i class={share < 0 ? 'is-down' : 'is-up'} style={{ '--rise': Math.abs(share).toFixed(3) }} />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
