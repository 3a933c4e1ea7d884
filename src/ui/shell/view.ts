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
  'teaching',
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

/** What a room does not need: lecture mode leaves it out. */
const NOT_FOR_A_ROOM: readonly Hideable[] = ['guide', 'ideas', 'samples', 'teaching', 'machine', 'settings'];

export const isHidden = ({ lecture, hidden }: View, part: Hideable): boolean =>
  hidden.has(part) || (lecture && NOT_FOR_A_ROOM.includes(part));

/** A step that takes longer than a minute is a pause. */
const SLOWEST = 60;

/** Names of the parameters that `readView` reads. */
export const VIEW_PARAMETERS = ['lecture', 'hide', 'speed'] as const;

/**
 * `lecture=1`, `hide=settings,audit`, `speed=3` (seconds a step).
 *
 * @throws Error that names the parameter, what was expected and what came
 */
export function readView(params: URLSearchParams): View {
  for (const name of VIEW_PARAMETERS) {
    if (params.getAll(name).length > 1) throw new Error(`address: ${name}: expected it once, got it twice`);
  }
  return {
    lecture: readLecture(params.get('lecture')),
    hidden: readHidden(params.get('hide')),
    pace: readPace(params.get('speed')),
  };
}

/** The parameters that `readView` reads as the same view; none for the plain one. */
export function writeView({ lecture, hidden, pace }: View): [name: string, value: string][] {
  return [
    ...(lecture ? ([['lecture', '1']] as [string, string][]) : []),
    ...(hidden.size > 0
      ? ([['hide', HIDEABLE.filter((part) => hidden.has(part)).join(',')]] as [string, string][])
      : []),
    ...(pace > 0 ? ([['speed', String(pace)]] as [string, string][]) : []),
  ];
}

function readLecture(text: string | null): boolean {
  if (text === null || text === '0') return false;
  if (text === '1') return true;
  throw new Error(`address: lecture: expected 0 or 1, got ${JSON.stringify(text)}`);
}

function readHidden(text: string | null): ReadonlySet<Hideable> {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      const part = HIDEABLE.find((one) => one === name);
      if (part !== undefined) return part;
      throw new Error(`address: hide: expected names among ${HIDEABLE.join(', ')}, got ${JSON.stringify(name)}`);
    }),
  );
}

function readPace(text: string | null): number {
  if (text === null) return 0;
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds >= 0 && seconds <= SLOWEST) return seconds;
  throw new Error(`address: speed: expected seconds a step from 0 to ${SLOWEST}, got ${JSON.stringify(text)}`);
}
