/** How the page presents itself, as its address says: lecture mode, hidden parts, pace. None of it changes a run. */

/** Parts of the page that an instructor can hide: sections by their id, and single controls. */
export const HIDEABLE = [
  'guide',
  'ideas',
  'problems',
  'curves',
  'outcomes',
  'rollouts',
  'explain',
  'comparison',
  'beside',
  'measure',
  'audit',
  'samples',
  'runs',
  'machine',
  'preset',
  'algorithm',
  'reward',
  'epochs',
  'seed',
  'device',
  'settings',
  'speed',
  'step',
  'reset',
] as const;
export type Hideable = (typeof HIDEABLE)[number];

export interface View {
  /** Big type and fewer things: for a room. */
  readonly lecture: boolean;
  readonly hidden: ReadonlySet<Hideable>;
  /** Least seconds between two steps; 0 is as fast as the machine goes. */
  readonly pace: number;
}

export const PLAIN_VIEW: View = { lecture: false, hidden: new Set(), pace: 0 };
