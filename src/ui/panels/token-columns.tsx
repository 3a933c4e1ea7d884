/** The columns of the token table: what each number is, and which a run has. */

import type { ComponentChildren } from 'preact';
import type { Clipped } from '../../core/records.ts';
import { decimal, figure, NOTHING, signed } from '../format.ts';
import type { TokenRow } from '../token-rows.ts';

interface Column {
  readonly name: string;
  readonly help: string;
  readonly cell: (row: TokenRow) => ComponentChildren;
  /** Left out where no row has it. */
  readonly has?: (row: TokenRow) => boolean;
}

const three = (value: number) => decimal(value, 3);

const orNothing = (value: number | null, write: (value: number) => string) => (value === null ? NOTHING : write(value));

export const TOKEN_COLUMNS: readonly Column[] = [
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
    cell: (row) => orNothing(row.after, three),
  },
  { name: 'log p ref.', help: 'Under the frozen reference.', cell: (row) => decimal(row.reference, 3) },
  {
    name: 'p before → after',
    help: 'Its probability before the first and after the last update of the step.',
    cell: (row) => <Moved row={row} />,
  },
  {
    name: 'Ratio',
    help: 'p now / p old: of the token, or, where one ratio stands for the whole completion (GSPO), the geometric mean over its tokens.',
    cell: (row) => decimal(row.ratio, 3),
  },
  {
    name: 'Clipped',
    help: 'Which bound the ratio met. A clipped loss has no gradient there; CISPO goes on with the weight at its bound.',
    cell: (row) => <Clip clipped={row.clipped} />,
  },
  { name: 'KL', help: 'Estimate of KL(policy ‖ reference), nats.', cell: (row) => figure(row.kl) },
  {
    name: 'Weight',
    help: 'Correction for the difference of sampler and trainer.',
    cell: (row) => orNothing(row.correction, three),
    has: (row) => row.correction !== null,
  },
  {
    name: 'V before',
    help: 'What the value head expected here before the step; only where it learns a value.',
    cell: (row) => orNothing(row.value, three),
    has: (row) => row.value !== null,
  },
  {
    name: 'V now',
    help: 'What it expects under the weights that this update moves.',
    cell: (row) => orNothing(row.valueNow, three),
    has: (row) => row.valueNow !== null,
  },
  {
    name: 'Return',
    help: 'What came: the value is drawn there.',
    cell: (row) => orNothing(row.returned, three),
    has: (row) => row.returned !== null,
  },
  {
    name: 'P(outcome)',
    help: 'The critic’s belief in the true outcome.',
    cell: (row) => orNothing(row.outcomeProb, three),
    has: (row) => row.outcomeProb !== null,
  },
  {
    name: 'Entropy',
    help: 'Of the next-token distribution, nats; the loss has a bonus for it.',
    cell: (row) => orNothing(row.entropy, three),
    has: (row) => row.entropy !== null,
  },
  { name: 'Loss', help: 'What it added to the loss of its minibatch.', cell: (row) => figure(row.loss) },
  { name: '∂loss/∂log p', help: 'Below 0 the update makes the token likelier.', cell: (row) => figure(row.slope) },
  {
    name: '∂loss/∂V',
    help: 'Below 0 the update raises the value.',
    cell: (row) => orNothing(row.valueSlope, figure),
    has: (row) => row.valueSlope !== null,
  },
  {
    name: '∂loss/∂entropy',
    help: 'Below 0 the update spreads the distribution.',
    cell: (row) => orNothing(row.entropySlope, figure),
    has: (row) => row.entropySlope !== null,
  },
];

/** The sign beside the colour: neither is the only one. */
function Moved({ row }: { readonly row: TokenRow }) {
  const before = Math.exp(row.before);
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
  low: { word: 'low', help: 'The ratio is below 1 − ε_low, and the advantage below 0.' },
  high: { word: 'high', help: 'The ratio is above 1 + ε_high, and the advantage above 0.' },
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
