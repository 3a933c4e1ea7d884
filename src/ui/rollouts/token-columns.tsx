/** The columns of the token table: what each number is, and which a run has. */

import type { ComponentChildren } from 'preact';
import type { Clipped } from '../../core/records.ts';
import { decimal, figure, NOTHING, signed } from '../parts/format.ts';
import { words } from '../words/index.ts';
import { MovedProbability } from './token-readout.tsx';
import type { TokenRow } from './token-rows.ts';

type ColumnName = keyof typeof words.tokens.table.columns;

interface Column {
  readonly name: string;
  readonly help: string;
  readonly cell: (row: TokenRow) => ComponentChildren;
  /** Left out where no row has it. */
  readonly has?: (row: TokenRow) => boolean;
}

const three = (value: number) => decimal(value, 3);

function column(key: ColumnName, cell: Column['cell']): Column {
  const [name, help] = words.tokens.table.columns[key];
  return { name, help, cell };
}

/** A number of the row, or a dash. */
const plain = (key: ColumnName & keyof TokenRow, write: (value: number) => string): Column =>
  column(key, (row) => {
    const value = row[key];
    return typeof value === 'number' ? write(value) : NOTHING;
  });

/** Left out where the run has none. */
const optional = (key: ColumnName & keyof TokenRow, write: (value: number) => string): Column => ({
  ...plain(key, write),
  has: (row) => row[key] !== null,
});

export const TOKEN_COLUMNS: readonly Column[] = [
  plain('advantage', signed),
  plain('old', three),
  plain('now', three),
  plain('after', three),
  plain('reference', three),
  column('moved', (row) => <MovedProbability row={row} />),
  plain('ratio', three),
  column('clipped', (row) => <Clip clipped={row.clipped} />),
  plain('kl', figure),
  optional('correction', three),
  optional('value', three),
  optional('valueNow', three),
  optional('returned', three),
  optional('outcomeProb', three),
  optional('entropy', three),
  plain('loss', figure),
  plain('slope', figure),
  optional('valueSlope', figure),
  optional('entropySlope', figure),
];

function Clip({ clipped }: { readonly clipped: Clipped }) {
  const { word, help } = words.tokens.clip[clipped];
  return clipped === 'no' ? (
    <span class="muted">{NOTHING}</span>
  ) : (
    <b class="is-clipped" title={help}>
      {word}
    </b>
  );
}
