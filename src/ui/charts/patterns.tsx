/** Patterns that tell kinds apart without colour: the same in a bar, in its key, and in a printed figure. */

export const PATTERNS = ['plain', 'rising', 'falling', 'dots', 'level', 'upright', 'grid', 'cross', 'sparse'] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface StackLook {
  /** Colour family, as `stack-TONE` of the style sheet. */
  readonly tone: string;
  readonly pattern: Pattern;
}

/** Side of a tile, pixels. */
const TILE = 7;

/** Strokes of one tile; drawn beyond its edges so that they meet. */
const STROKES: Readonly<Record<Pattern, string>> = {
  plain: '',
  rising: 'M-1,8L8,-1M-1,1L1,-1M6,8L8,6',
  falling: 'M-1,-1L8,8M6,-1L8,1M-1,6L1,8',
  dots: 'M2,2h.01M5.5,5.5h.01',
  level: 'M0,1.75H7M0,5.25H7',
  upright: 'M1.75,0V7M5.25,0V7',
  grid: 'M0,3.5H7M3.5,0V7',
  cross: 'M-1,-1L8,8M8,-1L-1,8',
  sparse: 'M3.5,3.5h.01',
};

interface StackPatternProps {
  readonly id: string;
  readonly look: StackLook;
}

export function StackPattern({ id, look }: StackPatternProps) {
  return (
    <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse" class={`stack-tile stack-${look.tone}`}>
      <path d={STROKES[look.pattern]} />
    </pattern>
  );
}

/** A square of the legend. */
export function PatternKey({ id, look }: StackPatternProps) {
  return (
    <svg class="pattern-key" viewBox="0 0 16 16" aria-hidden="true">
      <defs>
        <StackPattern id={id} look={look} />
      </defs>
      <g class={`stack stack-${look.tone}`}>
        <path class="stack-ground" d="M0,0H16V16H0Z" />
        {look.pattern !== 'plain' && <path class="stack-pattern" d="M0,0H16V16H0Z" style={{ fill: `url(#${id})` }} />}
      </g>
    </svg>
  );
}
