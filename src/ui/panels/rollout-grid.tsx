/** Problems × samples as tiles: shape and colour tell the outcome, arrow keys walk from tile to tile. */

import { useRef } from 'preact/hooks';
import type { RolloutRecord } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { signed } from '../format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../outcomes.tsx';
import { afterOpening } from '../problem-text.ts';
import type { Place, RolloutGroup } from '../rollout-groups.ts';

interface RolloutGridProps {
  readonly groups: readonly RolloutGroup[];
  readonly byId: ReadonlyMap<string, Problem>;
  /** What the texts of the ten begin with: left out here. */
  readonly opening: string;
  readonly place: Place | null;
  readonly onChoose: (place: Place) => void;
}

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function RolloutGrid({ groups, byId, opening, place, onChoose }: RolloutGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined || place === null) return;
    event.preventDefault();
    const row = Math.min(groups.length - 1, Math.max(0, place.row + move[0]));
    const column = Math.min(groups[row]!.rollouts.length - 1, Math.max(0, place.column + move[1]));
    onChoose({ row, column });
    grid.current?.querySelector<HTMLButtonElement>(`[data-place="${row},${column}"]`)?.focus();
  };
  return (
    <table ref={grid} class="rollout-grid" onKeyDown={onKeyDown}>
      <caption class="sr-only">Programs of this step by problem; arrow keys move between them.</caption>
      <colgroup>
        <col class="col-name" />
        <col span={Math.max(1, ...groups.map((group) => group.rollouts.length))} />
        <col class="col-sum" />
      </colgroup>
      <tbody>
        {groups.map((group, row) => (
          <tr key={group.group}>
            <th scope="row" title={byId.get(group.problemId)?.text ?? group.problemId}>
              <span>{afterOpening(byId.get(group.problemId)?.text ?? group.problemId, opening)}</span>
            </th>
            {group.rollouts.map((rollout, column) => (
              <td key={column}>
                <Tile
                  rollout={rollout}
                  place={{ row, column }}
                  selected={place?.row === row && place.column === column}
                  onChoose={onChoose}
                />
              </td>
            ))}
            <td class="group-sum">{sum(group)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TileProps {
  readonly rollout: RolloutRecord;
  readonly place: Place;
  readonly selected: boolean;
  readonly onChoose: (place: Place) => void;
}

function Tile({ rollout, place, selected, onChoose }: TileProps) {
  const { label, tone } = OUTCOME_LOOKS[rollout.outcome];
  const words = `${label}, ${rollout.passed} of ${rollout.total} tests, advantage ${signed(rollout.advantage)}`;
  return (
    <button
      type="button"
      class={`tile outcome-${tone}`}
      title={words}
      aria-label={`Program ${place.column + 1}: ${words}`}
      aria-pressed={selected}
      tabIndex={selected ? 0 : -1}
      data-place={`${place.row},${place.column}`}
      onClick={() => onChoose(place)}
    >
      <OutcomeGlyph outcome={rollout.outcome} />
    </button>
  );
}

function sum(group: RolloutGroup) {
  const judged = group.rollouts.filter((rollout) => rollout.reward !== null);
  const solved = judged.filter((rollout) => rollout.outcome === 'passed').length;
  return (
    <span
      class={group.dead ? 'dead' : ''}
      title={group.dead ? 'All rewards are equal: no gradient from this group.' : ''}
    >
      {solved}/{judged.length}
      {group.dead && <small> no signal</small>}
    </span>
  );
}
