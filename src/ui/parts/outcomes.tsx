/** Outcomes as a person sees them: a word, an explanation, and a glyph whose shape alone tells them apart. */

import type { Outcome } from '../../core/types.ts';
import type { Pattern } from '../charts/patterns.tsx';
import { words } from '../words/index.ts';

interface OutcomeLook {
  readonly label: string;
  readonly help: string;
  /** Colour family; never the only sign. */
  readonly tone: 'pass' | 'wrong' | 'error' | 'limit' | 'none';
  /** Of its part of a bar. */
  readonly pattern: Pattern;
  /** Path data in a 16 × 16 box, drawn as strokes. */
  readonly glyph: string;
}

export const OUTCOME_LOOKS: Readonly<Record<Outcome, OutcomeLook>> = {
  passed: { ...words.outcomes.passed, tone: 'pass', pattern: 'plain', glyph: 'M3.5 8.5l3 3 6-7' },
  wrong_answer: { ...words.outcomes.wrong_answer, tone: 'wrong', pattern: 'rising', glyph: 'M4 4l8 8M12 4l-8 8' },
  runtime_error: { ...words.outcomes.runtime_error, tone: 'error', pattern: 'dots', glyph: 'M8 3v6.5M8 12.6v.4' },
  syntax_error: {
    ...words.outcomes.syntax_error,
    tone: 'error',
    pattern: 'cross',
    glyph: 'M6 3.5L3 8l3 4.5M10 3.5L13 8l-3 4.5',
  },
  timeout: {
    ...words.outcomes.timeout,
    tone: 'limit',
    pattern: 'upright',
    glyph: 'M8 4.5V8l2.5 2M8 2.5a5.5 5.5 0 1 0 .01 0',
  },
  memory_limit: {
    ...words.outcomes.memory_limit,
    tone: 'limit',
    pattern: 'level',
    glyph: 'M3.5 12.5v-4M8 12.5v-9M12.5 12.5v-6',
  },
  output_limit: { ...words.outcomes.output_limit, tone: 'limit', pattern: 'grid', glyph: 'M3 4.5h10M3 8h10M3 11.5h6' },
  forbidden: {
    ...words.outcomes.forbidden,
    tone: 'limit',
    pattern: 'falling',
    glyph: 'M8 2.5a5.5 5.5 0 1 0 .01 0M4.2 4.2l7.6 7.6',
  },
  truncated: { ...words.outcomes.truncated, tone: 'none', pattern: 'sparse', glyph: 'M3.5 8h.01M8 8h.01M12.5 8h.01' },
  infra_error: {
    ...words.outcomes.infra_error,
    tone: 'none',
    pattern: 'plain',
    glyph: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.4c-.6.3-.9.7-.9 1.3M8 12.6v.4',
  },
};

export function OutcomeGlyph({ outcome }: { readonly outcome: Outcome }) {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={OUTCOME_LOOKS[outcome].glyph} />
    </svg>
  );
}

interface OutcomeBadgeProps {
  readonly outcome: Outcome;
  /** Without a filled ground: for rows of many. */
  readonly plain?: boolean;
}

export function OutcomeBadge({ outcome, plain = false }: OutcomeBadgeProps) {
  const { label, tone, help } = OUTCOME_LOOKS[outcome];
  return (
    <span class={`badge outcome-${tone} ${plain ? 'badge-plain' : ''}`} title={help}>
      <OutcomeGlyph outcome={outcome} />
      {label}
    </span>
  );
}
