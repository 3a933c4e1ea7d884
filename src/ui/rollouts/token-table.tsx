/** The update of one program, token by token: enough to check the loss by hand. */

import { useSignal } from '@preact/signals';
import type { TrainedTurn } from '../../core/records.ts';
import { words } from '../words/index.ts';
import { TOKEN_COLUMNS } from './token-columns.tsx';
import { type TokenRow, tokenRows } from './token-rows.ts';

const { tokens } = words;

interface TokenTableProps {
  /** Attempts of the program as the update saw them, first to last; some may have been left out. */
  readonly turns: readonly TrainedTurn[];
  /** How many attempts there were. */
  readonly attempts: number;
}

export function TokenTable({ turns, attempts }: TokenTableProps) {
  const open = useSignal(false);
  return (
    <details class="tokens" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{tokens.table.summary}</summary>
      {open.value && <Body turns={turns} attempts={attempts} />}
    </details>
  );
}

function Body({ turns, attempts }: TokenTableProps) {
  /** Attempts before the last one, which is what is shown first of every program. */
  const back = useSignal(0);
  const chosenPass = useSignal(0);
  // Another program may have fewer attempts or passes than the one before it.
  const at = Math.max(0, turns.length - 1 - back.value);
  const turn = turns[at]!;
  const pass = Math.min(chosenPass.value, Math.max(0, turn.updates.length - 1));
  const rows = tokenRows(turn, pass);
  return (
    <>
      <div class="tokens-choice">
        {attempts > 1 && (
          <Choice
            label={tokens.attempt}
            value={at}
            options={turns.map((one) => tokens.attemptOf(one.turn + 1, attempts))}
            onChoose={(index) => (back.value = turns.length - 1 - index)}
          />
        )}
        {turn.updates.length > 1 && (
          <Choice
            label={tokens.pass}
            value={pass}
            options={turn.updates.map(({ update }, i) => tokens.passOf(i + 1, update))}
            onChoose={(index) => (chosenPass.value = index)}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p class="empty">{tokens.table.noStep}</p>
      ) : (
        <Table rows={rows} update={turn.updates[pass]!.update} />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: number;
  readonly options: readonly string[];
  readonly onChoose: (index: number) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {options.map((option, index) => (
          <option key={option} value={index}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TableProps {
  readonly rows: readonly TokenRow[];
  readonly update: number;
}

function Table({ rows, update }: TableProps) {
  const columns = TOKEN_COLUMNS.filter(({ has }) => has === undefined || rows.some(has));
  return (
    <>
      <p class="tokens-words">{tokens.table.intro(update)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="token-table" tabIndex={0} aria-label={tokens.table.label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{tokens.table.token}</th>
              {columns.map(({ name, help }) => (
                <th key={name} scope="col" title={help}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, t) => (
              <tr key={t}>
                <th scope="row">
                  <code>{row.text}</code>
                </th>
                {columns.map(({ name, cell }) => (
                  <td key={name}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
