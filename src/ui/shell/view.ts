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
  'models',
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
const NOT_FOR_A_ROOM: readonly Hideable[] = ['guide', 'ideas', 'samples', 'models', 'teaching', 'machine', 'settings'];

export const isHidden = ({ lecture, hidden }: View, part: Hideable): boolean =>
  hidden.has(part) || (lecture && NOT_FOR_A_ROOM.includes(part));

/** A step that takes longer than a minute is a pause. */
const SLOWEST = 60;

/** Names of the parameters that `readView` reads. */
export const VIEW_PARAMETERS = ['lecture', 'hide', 'speed'] as const;

export interface ReadView {
  readonly view: View;
  /** What was expected and what came, by parameter; what could not be read is as in the plain view. */
  readonly complaints: readonly string[];
}

/** `lecture=1`, `hide=settings,audit`, `speed=3` (seconds a step): each read by itself. */
export function readView(params: URLSearchParams): ReadView {
  const complaints: string[] = [];
  const read = <T>(name: (typeof VIEW_PARAMETERS)[number], parse: (text: string) => T | Wrong, plain: T): T => {
    const [text, ...more] = params.getAll(name);
    if (text === undefined) return plain;
    const value = more.length > 0 ? new Wrong('expected it once, got it several times') : parse(text);
    if (!(value instanceof Wrong)) return value;
    complaints.push(`${name}: ${value.complaint}`);
    return plain;
  };
  const names = read<readonly string[]>('hide', (text) => text.split(',').filter((name) => name !== ''), []);
  const unknown = names.filter((name) => !HIDEABLE.some((part) => part === name));
  const view: View = {
    lecture: read('lecture', readLecture, PLAIN_VIEW.lecture),
    hidden: new Set(HIDEABLE.filter((part) => names.includes(part))),
    pace: read('speed', readPace, PLAIN_VIEW.pace),
  };
  if (unknown.length > 0) {
    const came = unknown.map((name) => JSON.stringify(name)).join(', ');
    complaints.push(`hide: expected names among ${HIDEABLE.join(', ')}, got ${came}`);
  }
  return { view, complaints };
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

class Wrong {
  constructor(readonly complaint: string) {}
}

function readLecture(text: string): boolean | Wrong {
  if (text === '0' || text === '1') return text === '1';
  return new Wrong(`expected 0 or 1, got ${JSON.stringify(text)}`);
}

function readPace(text: string): number | Wrong {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds >= 0 && seconds <= SLOWEST) return seconds;
  return new Wrong(`expected seconds a step from 0 to ${SLOWEST}, got ${JSON.stringify(text)}`);
}
