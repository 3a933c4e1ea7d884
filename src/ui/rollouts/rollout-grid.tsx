/** Problems × samples as tiles: shape and colour tell the outcome, a bar the advantage; arrow keys walk from tile to tile. */

import { useRef } from 'preact/hooks';
import type { RolloutRecord } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { decimal, NOTHING, signed } from '../parts/format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import { afterOpening } from '../problems/problem-text.ts';
import { words } from '../words/index.ts';
import type { GridRow, Place, RolloutGroup } from './rollout-groups.ts';

interface RolloutGridProps {
  readonly rows: readonly GridRow[];
  readonly byId: ReadonlyMap<string, Problem>;
  /** What the texts of the ten begin with: left out here. */
  readonly opening: string;
  readonly place: Place | null;
  readonly onChoose: (place: Place) => void;
  /** Equal programs stand beside each other. */
  readonly joined: boolean;
}

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** More tiles than this begin a new line. */
const WIDEST = 16;

export function RolloutGrid({ rows, byId, opening, place, onChoose, joined }: RolloutGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const rowAt = rows.findIndex(({ group, shown }) => group.group === place?.group && shown.includes(place.index));
  const selected = rowAt === -1 ? [0, 0] : [rowAt, rows[rowAt]!.shown.indexOf(place!.index)];
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const row = Math.min(rows.length - 1, Math.max(0, selected[0]! + move[0]));
    const { group, shown } = rows[row]!;
    const column = Math.min(shown.length - 1, Math.max(0, selected[1]! + move[1]));
    onChoose({ group: group.group, index: shown[column]! });
    grid.current?.querySelector<HTMLButtonElement>(`[data-place="${row},${column}"]`)?.focus();
  };
  const widest = Math.max(1, ...rows.map(({ shown }) => shown.length));
  // A bar of full height is the largest advantage on view.
  const largest = Math.max(1e-9, ...rows.flatMap(({ group }) => group.rollouts.map((one) => Math.abs(one.advantage))));
  return (
    <table
      ref={grid}
      class="rollout-grid"
      onKeyDown={onKeyDown}
      style={{ '--columns': Math.min(WIDEST, widest), '--columns-narrow': Math.min(8, widest) }}
    >
      <caption class="sr-only">{words.rollouts.gridCaption}</caption>
      <colgroup>
        <col class="col-name" />
        <col />
        <col class="col-sum" />
      </colgroup>
      <tbody>
        {rows.map(({ group, shown }, row) => (
          <tr key={group.group}>
            <th scope="row" title={byId.get(group.problemId)?.text ?? group.problemId}>
              <span>{afterOpening(byId.get(group.problemId)?.text ?? group.problemId, opening)}</span>
            </th>
            <td class="tiles">
              <div>
                {shown.map((index, column) => {
                  const rollout = group.rollouts[index]!;
                  const twin = joined && column > 0 && group.rollouts[shown[column - 1]!]!.code === rollout.code;
                  const at = selected[0] === row && selected[1] === column;
                  return (
                    <Tile
                      key={index}
                      rollout={rollout}
                      index={index}
                      position={`${row},${column}`}
                      rise={rollout.advantage / largest}
                      twin={twin}
                      selected={at && rowAt !== -1}
                      reachable={at}
                      onChoose={() => onChoose({ group: group.group, index })}
                    />
                  );
                })}
              </div>
            </td>
            <td class="group-sum">
              <Sum group={group} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TileProps {
  readonly rollout: RolloutRecord;
  readonly index: number;
  readonly position: string;
  /** Of its advantage, from −1 to 1. */
  readonly rise: number;
  readonly twin: boolean;
  readonly selected: boolean;
  /** By the Tab key; the others by arrows. */
  readonly reachable: boolean;
  readonly onChoose: () => void;
}

function Tile({ rollout, index, position, rise, twin, selected, reachable, onChoose }: TileProps) {
  const { label, tone } = OUTCOME_LOOKS[rollout.outcome];
  const reward = rollout.reward === null ? NOTHING : decimal(rollout.reward);
  const told = words.rollouts.tile(index + 1, label, rollout.passed, rollout.total, reward, signed(rollout.advantage));
  const text = twin ? `${told}, ${words.rollouts.twin}` : told;
  return (
    <button
      type="button"
      class={`tile outcome-${tone} ${twin ? 'is-twin' : ''}`}
      title={text}
      aria-label={text}
      aria-pressed={selected}
      tabIndex={reachable ? 0 : -1}
      data-place={position}
      onClick={onChoose}
    >
      <OutcomeGlyph outcome={rollout.outcome} />
      <span class="tile-reward">{rollout.reward === null ? NOTHING : shortReward(rollout.reward)}</span>
      {rise !== 0 && (
        <i class={`tile-bar ${rise > 0 ? 'is-up' : 'is-down'}`} style={{ '--rise': Math.abs(rise).toFixed(3) }} />
      )}
    </button>
  );
}

/** 1 → "1", 0.375 → ".38", −0.2 → "−.2": there is little room. */
function shortReward(reward: number): string {
  const text = String(Number(Math.abs(reward).toFixed(2))).replace(/^0\./, '.');
  return reward < 0 && text !== '0' ? `−${text}` : text;
}

function Sum({ group }: { readonly group: RolloutGroup }) {
  const judged = group.rollouts.filter((rollout) => rollout.reward !== null);
  const solved = judged.filter((rollout) => rollout.outcome === 'passed').length;
  return (
    <span class={group.dead ? 'dead' : ''} title={group.dead ? words.rollouts.noSignalHelp : ''}>
      {solved}/{judged.length}
      {group.dead && <small> {words.rollouts.noSignal}</small>}
    </span>
  );
}
