/** Strict command-line arguments: flags are declared, and whatever was not declared is refused in one sentence. */

/** Wrong use of the command line; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

interface FlagBase {
  readonly help: string;
}

export type Flag = FlagBase &
  (
    | { readonly type: 'text'; readonly value: string }
    /** May be given any number of times. */
    | { readonly type: 'texts'; readonly value: string }
    | { readonly type: 'integer'; readonly minimum: number; readonly maximum?: number }
    | { readonly type: 'number'; readonly minimum: number; readonly maximum?: number }
    | {
        readonly type: 'choice';
        readonly choices: readonly string[];
        /** What each choice means; then `--help` gives each a line of its own. */
        readonly about?: Readonly<Record<string, string>>;
      }
    /** Comma-separated. */
    | { readonly type: 'choices'; readonly choices: readonly string[] }
    | { readonly type: 'integers'; readonly minimum: number }
    | { readonly type: 'numbers'; readonly minimum: number; readonly maximum: number }
    | { readonly type: 'switch' }
  );

export type Flags = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { type: 'text' }
  ? string
  : F extends { type: 'integer' | 'number' }
    ? number
    : F extends { type: 'choice'; choices: readonly (infer C)[] }
      ? C
      : F extends { type: 'choices'; choices: readonly (infer C)[] }
        ? readonly C[]
        : F extends { type: 'integers' | 'numbers' }
          ? readonly number[]
          : F extends { type: 'texts' }
            ? readonly string[]
            : boolean;

/** What was given on the line: a flag that was not given is absent. */
export type FlagValues<T extends Flags> = { readonly [K in keyof T]?: FlagValue<T[K]> };

export interface Parsed<T extends Flags> {
  readonly flags: FlagValues<T>;
  readonly operands: readonly string[];
}

/** The values of a list, each of them once. */
function readList<T>(name: string, values: readonly T[]): readonly T[] {
  const again = values.find((value, at) => values.indexOf(value) < at);
  if (again === undefined) return values;
  throw new UsageError(`--${name}: expected every value once, got ${String(again)} twice`);
}

function readOne(name: string, flag: Flag, text: string): unknown {
  const wrong = (expected: string) => new UsageError(`--${name}: expected ${expected}, got ${JSON.stringify(text)}`);
  switch (flag.type) {
    case 'text':
    case 'texts':
      if (text === '') throw wrong(flag.value);
      return text;
    case 'integer':
    case 'number': {
      const value = /^[-+.0-9eE]+$/.test(text) ? Number(text) : Number.NaN;
      const { minimum, maximum = Number.MAX_SAFE_INTEGER } = flag;
      const whole = flag.type === 'number' || Number.isInteger(value);
      if (whole && value >= minimum && value <= maximum) return value;
      const kind = flag.type === 'integer' ? 'a whole number' : 'a number';
      throw wrong(
        flag.maximum === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`,
      );
    }
    case 'choice':
      if (!flag.choices.includes(text)) throw wrong(flag.choices.join(', '));
      return text;
    case 'choices': {
      const values = text.split(',');
      if (!values.every((value) => flag.choices.includes(value))) throw wrong(`a list of ${flag.choices.join(', ')}`);
      return readList(name, values);
    }
    case 'integers': {
      const values = text.split(',').map((part) => (/^[0-9]+$/.test(part) ? Number(part) : -1));
      if (values.some((value) => value < flag.minimum)) throw wrong('whole numbers with commas between, such as 1,10');
      return readList(name, values);
    }
    case 'numbers': {
      const { minimum, maximum } = flag;
      const values = text.split(',').map((part) => (/^[-+.0-9eE]+$/.test(part) ? Number(part) : Number.NaN));
      if (values.every((value) => value >= minimum && value <= maximum)) return readList(name, values);
      throw wrong(`numbers from ${minimum} to ${maximum} with commas between`);
    }
    case 'switch':
      return true;
    default:
      return flag satisfies never;
  }
}

/**
 * Splits arguments into flags (`--name value` or `--name=value`) and operands.
 *
 * @param command name for errors
 * @param operands names of the operands, all required
 * @throws UsageError
 */
export function parseArgs<const T extends Flags>(
  command: string,
  args: readonly string[],
  flags: T,
  operands: readonly string[] = [],
): Parsed<T> {
  const values: Record<string, unknown> = {};
  const given: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (!arg.startsWith('--')) {
      given.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) {
      const known = Object.keys(flags).map((one) => `--${one}`);
      throw new UsageError(`${command}: unknown flag --${name}: expected ${known.join(', ') || 'no flags'}`);
    }
    if (name in values && flag.type !== 'texts')
      throw new UsageError(`${command}: expected --${name} once, got it twice`);
    if (flag.type === 'switch') {
      if (equals >= 0)
        throw new UsageError(`--${name}: expected no value, got ${JSON.stringify(arg.slice(equals + 1))}`);
      values[name] = true;
      continue;
    }
    const text = equals < 0 ? args[++i] : arg.slice(equals + 1);
    if (text === undefined || (equals < 0 && text.startsWith('--'))) {
      throw new UsageError(`--${name}: expected a value, got ${text ?? 'nothing'}`);
    }
    const value = readOne(name, flag, text);
    values[name] = flag.type === 'texts' ? [...((values[name] as string[] | undefined) ?? []), value] : value;
  }
  if (given.length > operands.length) {
    throw new UsageError(`${command}: unexpected argument ${JSON.stringify(given[operands.length])}`);
  }
  const missing = operands[given.length];
  if (missing !== undefined) throw new UsageError(`${command}: expected ${missing}, got nothing`);
  return { flags: values as FlagValues<T>, operands: given };
}

function valueName(flag: Flag): string {
  switch (flag.type) {
    case 'text':
      return ` ${flag.value}`;
    case 'texts':
      return ` ${flag.value} …`;
    case 'integer':
    case 'number':
      return ' N';
    case 'choice':
      return flag.about === undefined ? ` ${flag.choices.join('|')}` : ' NAME';
    case 'choices':
      return ` ${flag.choices.join(',')}`;
    case 'integers':
    case 'numbers':
      return ' N,N,…';
    case 'switch':
      return '';
    default:
      return flag satisfies never;
  }
}

/** A line for each flag, for `--help`, and one for each choice that is explained. */
export function describeFlags(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => [`  --${name}${valueName(flag)}`, flag.help] as const);
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  const lines = rows.map(([left, help]) => {
    const [first, ...more] = wrap(help, LINE - width - 2);
    return [`${left.padEnd(width)}  ${first}\n`, ...more.map((line) => `${' '.repeat(width)}  ${line}\n`)].join('');
  });
  return lines.join('') + Object.entries(flags).map(describeChoices).join('');
}

function describeChoices([name, flag]: readonly [string, Flag]): string {
  if (flag.type !== 'choice' || flag.about === undefined) return '';
  const { about } = flag;
  const width = Math.max(...flag.choices.map((choice) => choice.length));
  const rows = flag.choices.map((choice) => {
    const lines = (about[choice] ?? '').split('\n').flatMap((line) => wrap(line, LINE - width - 4));
    return lines.map((line, i) => `  ${(i === 0 ? choice : '').padEnd(width)}  ${line}`.trimEnd()).join('\n');
  });
  return `\n--${name}:\n${rows.join('\n')}\n`;
}

/** Columns of a line of help. */
const LINE = 110;

/** Breaks a text between words into lines of at most `width` columns, at least one. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
