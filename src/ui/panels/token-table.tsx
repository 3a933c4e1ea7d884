/** The update of one program, token by token: enough to check the loss by hand. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Clipped, TrainedTurn } from '../../core/records.ts';
import { decimal, figure, NOTHING, signed } from '../format.ts';
import { type TokenRow, tokenRows } from '../token-rows.ts';

interface TokenTableProps {
  /** Attempts of the program as the update saw them, first to last. */
  readonly turns: readonly TrainedTurn[];
}

export function TokenTable({ turns }: TokenTableProps) {
  const open = useSignal(false);
  return (
    <details class="tokens" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>Tokens: what the update made of each</summary>
      {open.value && <Body turns={turns} />}
    </details>
  );
}

function Body({ turns }: TokenTableProps) {
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
        {turns.length > 1 && (
          <Choice
            label="Attempt"
            value={at}
            options={turns.map((_, i) => `${i + 1} of ${turns.length}`)}
            onChoose={(index) => (back.value = turns.length - 1 - index)}
          />
        )}
        {turn.updates.length > 1 && (
          <Choice
            label="Pass"
            value={pass}
            options={turn.updates.map(({ update }, i) => `${i + 1}, update ${update}`)}
            onChoose={(index) => (chosenPass.value = index)}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p class="empty">No optimiser step was taken with this attempt.</p>
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

interface Column {
  readonly name: string;
  readonly help: string;
  readonly cell: (row: TokenRow) => ComponentChildren;
  /** Left out where no row has it. */
  readonly has?: (row: TokenRow) => boolean;
}

const orNothing = (value: number | null, write: (value: number) => string) => (value === null ? NOTHING : write(value));

const COLUMNS: readonly Column[] = [
  { name: 'Advantage', help: 'Which way the token is pushed, and how hard.', cell: (row) => signed(row.advantage) },
  {
    name: 'log p old',
    help: 'What the ratio compares with: as sampled, or as the trainer scored it before the first update.',
    cell: (row) => decimal(row.old, 3),
  },
  { name: 'log p now', help: 'Under the weights that this update moves.', cell: (row) => decimal(row.now, 3) },
  {
    name: 'log p after',
    help: 'After the last update of the step.',
    cell: (row) => orNothing(row.after, (x) => decimal(x, 3)),
  },
  { name: 'log p ref.', help: 'Under the frozen reference.', cell: (row) => decimal(row.reference, 3) },
  { name: 'p before → after', help: 'Its probability before and after the step.', cell: (row) => <Moved row={row} /> },
  { name: 'Ratio', help: 'p now / p old.', cell: (row) => decimal(row.ratio, 3) },
  {
    name: 'Clipped',
    help: 'Which bound of the ratio took its gradient away.',
    cell: (row) => <Clip clipped={row.clipped} />,
  },
  { name: 'KL', help: 'Estimate of KL(policy ‖ reference), nats.', cell: (row) => figure(row.kl) },
  {
    name: 'Weight',
    help: 'Correction for the difference of sampler and trainer.',
    cell: (row) => orNothing(row.correction, (x) => decimal(x, 3)),
    has: (row) => row.correction !== null,
  },
  {
    name: 'Value',
    help: 'What the value head expected here.',
    cell: (row) => orNothing(row.value, (x) => decimal(x, 3)),
    has: (row) => row.value !== null,
  },
  {
    name: 'Return',
    help: 'What came.',
    cell: (row) => orNothing(row.returned, (x) => decimal(x, 3)),
    has: (row) => row.returned !== null,
  },
  {
    name: 'P(outcome)',
    help: 'The critic’s belief in the true outcome.',
    cell: (row) => orNothing(row.outcomeProb, (x) => decimal(x, 3)),
    has: (row) => row.outcomeProb !== null,
  },
  { name: 'Loss', help: 'What it added to the loss of its minibatch.', cell: (row) => figure(row.loss) },
  { name: '∂loss/∂log p', help: 'Below 0 the update makes the token likelier.', cell: (row) => figure(row.slope) },
];

interface TableProps {
  readonly rows: readonly TokenRow[];
  readonly update: number;
}

function Table({ rows, update }: TableProps) {
  const columns = COLUMNS.filter(({ has }) => has === undefined || rows.some(has));
  return (
    <>
      <p class="tokens-words">
        One line per token, as optimiser step {update} saw it. The ratio compares the token’s probability now with the
        one it was sampled with; times the advantage, kept within its bounds, it is the push. The last column is what
        reaches the weights: where it is 0, the token taught nothing.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="token-table" tabIndex={0} aria-label="Tokens of the update">
        <table>
          <thead>
            <tr>
              <th scope="col">Token</th>
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

/** The sign beside the colour: neither is the only one. */
function Moved({ row }: { readonly row: TokenRow }) {
  const before = Math.exp(row.old);
  if (row.after === null)
    return (
      <>
        {decimal(before, 3)} → {NOTHING}
      </>
    );
  const after = Math.exp(row.after);
  const rose = after > before;
  return (
    <>
      {decimal(before, 3)} → <b class={rose ? 'is-gain' : after < before ? 'is-loss' : ''}>{decimal(after, 3)}</b>
      <span aria-hidden="true">{rose ? ' ↑' : after < before ? ' ↓' : ''}</span>
    </>
  );
}

const CLIP_WORDS: Readonly<Record<Clipped, { readonly word: string; readonly help: string }>> = {
  no: { word: '', help: '' },
  low: { word: 'low', help: 'The ratio is below 1 − ε_low already: pushed down no further.' },
  high: { word: 'high', help: 'The ratio is above 1 + ε_high already: pushed up no further.' },
  dual: { word: 'dual', help: 'The ratio is above the dual clip while the advantage is negative.' },
  masked: { word: 'masked', help: 'Left out by the correction for the sampler.' },
};

function Clip({ clipped }: { readonly clipped: Clipped }) {
  const { word, help } = CLIP_WORDS[clipped];
  return word === '' ? (
    <span class="muted">{NOTHING}</span>
  ) : (
    <b class="is-clipped" title={help}>
      {word}
    </b>
  );
}
