/** The guide's steps: the story of one update, each told at the part of the page where it is seen. */

export const GUIDE_STEPS = [
  'problem',
  'sample',
  'run',
  'reward',
  'compare',
  'push',
  'leash',
  'measure',
  'fooled',
  'turn',
] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

interface StepPlan {
  /** Selectors of what is shown, the most wanted first. */
  readonly places: readonly string[];
  /** Where the recorded run stands meanwhile: after a step, or at its end. Runs of one's own are left alone. */
  readonly recordedAt: number | 'end' | null;
}

const plans: Readonly<Record<GuideStep, StepPlan>> = {
  problem: { places: ['#problems'], recordedAt: null },
  sample: { places: ['.rollouts-left', '#rollouts'], recordedAt: 5 },
  run: { places: ['.rollout', '#rollouts'], recordedAt: 5 },
  reward: { places: ['.rollout', '#rollouts'], recordedAt: 5 },
  compare: { places: ['.rollouts-left', '#rollouts'], recordedAt: 5 },
  push: { places: ['#explain', '#rollouts'], recordedAt: 5 },
  leash: { places: ['[data-curve="kl"]', '#curves'], recordedAt: 25 },
  measure: { places: ['#comparison'], recordedAt: 'end' },
  fooled: { places: ['#audit'], recordedAt: 'end' },
  turn: { places: ['.buttons', '.controls'], recordedAt: 'end' },
};

export const planFor = (step: GuideStep): StepPlan => plans[step];

/** What is remembered of it in this browser. */
export type GuideMemory = 'new' | 'finished' | 'skipped' | GuideStep;

export function readMemory(text: string | null): GuideMemory {
  if (text === 'finished' || text === 'skipped') return text;
  return GUIDE_STEPS.find((step) => step === text) ?? 'new';
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export type Corner = (typeof CORNERS)[number];

/** So far a card stays from the edges of the window, and from the header above, pixels. */
const MARGIN = 16;
const HEADER = 96;

/** Something this small of the card's own size may be covered. */
const SLIGHT = 0.1;

/** The first corner in which the card covers next to nothing of what it speaks of, else the one where it covers the least. */
export function cornerFor(
  target: Box,
  card: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
): Corner {
  const covered = CORNERS.map((corner) => {
    const left = corner.endsWith('left') ? MARGIN : window.width - MARGIN - card.width;
    const top = corner.startsWith('top') ? HEADER + MARGIN : window.height - MARGIN - card.height;
    const width = Math.min(target.right, left + card.width) - Math.max(target.left, left);
    const height = Math.min(target.bottom, top + card.height) - Math.max(target.top, top);
    return Math.max(0, width) * Math.max(0, height);
  });
  const enough = Math.min(...covered) + SLIGHT * card.width * card.height;
  return CORNERS[covered.findIndex((area) => area <= enough)] ?? 'bottom-right';
}
