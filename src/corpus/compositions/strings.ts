/** Compositions over a string: an operation × a class of characters, and a part of a string × a change of it. */

import type { Body, Description } from '../family.ts';
import type { InputKind } from '../inputs.ts';
import { type Composition, mistakes } from './grammar.ts';

/** A class of characters: `{c}` stands for the character in its conditions. */
interface CharacterClass {
  readonly id: string;
  readonly plural: string;
  readonly singular: string;
  readonly is: string;
  readonly isNot: string;
  readonly mistakes: readonly string[];
}

const CLASSES: readonly CharacterClass[] = [
  {
    id: 'vowels',
    plural: 'vowels',
    singular: 'vowel',
    is: "$C in 'aeiouAEIOU'",
    isNot: "$C not in 'aeiouAEIOU'",
    mistakes: ["$C in 'aeiou'"],
  },
  {
    id: 'consonants',
    plural: 'consonants',
    singular: 'consonant',
    is: "$C.isalpha() and $C not in 'aeiouAEIOU'",
    isNot: "not $C.isalpha() or $C in 'aeiouAEIOU'",
    mistakes: ["$C not in 'aeiouAEIOU'", '$C.isalpha()'],
  },
  {
    id: 'digits',
    plural: 'digits',
    singular: 'digit',
    is: '$C.isdigit()',
    isNot: 'not $C.isdigit()',
    mistakes: ['isdigit($C)'],
  },
  {
    id: 'letters',
    plural: 'letters',
    singular: 'letter',
    is: '$C.isalpha()',
    isNot: 'not $C.isalpha()',
    mistakes: ['$C.islower()'],
  },
  {
    id: 'uppercase',
    plural: 'uppercase letters',
    singular: 'uppercase letter',
    is: '$C.isupper()',
    isNot: 'not $C.isupper()',
    mistakes: ['$C.upper()'],
  },
  {
    id: 'lowercase',
    plural: 'lowercase letters',
    singular: 'lowercase letter',
    is: '$C.islower()',
    isNot: 'not $C.islower()',
    mistakes: ['$C.lower()'],
  },
  { id: 'spaces', plural: 'spaces', singular: 'space', is: "$C == ' '", isNot: "$C != ' '", mistakes: ["$C == ''"] },
];

/** Classes that ordinary strings have too few of. */
const INPUTS_OF: Readonly<Record<string, InputKind>> = {
  vowels: 'vowel-text',
  consonants: 'vowel-text',
  spaces: 'spaced-text',
};

/** What is done with the characters of a class. */
interface Operation {
  readonly id: string;
  texts(cls: CharacterClass): Description[];
  right(cls: CharacterClass): Body[];
  mistakes(cls: CharacterClass): Body[];
}

const joined = (condition: string): Body => `return ''.join($C for $C in $1 if ${condition})`;
const kept = (condition: string): Body => `$R = ''\nfor $C in $1:\n\tif ${condition}:\n\t\t$R += $C\nreturn $R`;
const count = (condition: string): Body => `return sum(1 for $C in $1 if ${condition})`;

const OPERATIONS: readonly Operation[] = [
  {
    id: 'count',
    texts: ({ plural }) => [`noun:the number of ${plural} in a string`, `verb:count|the ${plural} in a string`],
    right: ({ is }) => [
      count(is),
      `$N = 0\nfor $C in $1:\n\tif ${is}:\n\t\t$N += 1\nreturn $N`,
      `return len([$C for $C in $1 if ${is}])`,
    ],
    mistakes: ({ is, isNot, mistakes }) => [
      count(isNot),
      `$N = 0\nfor $C in $1:\n\tif ${is}:\n\t\t$N += 1\n\treturn $N`,
      `return [$C for $C in $1 if ${is}]`,
      ...mistakes.map(count),
      'return len($1)',
    ],
  },
  {
    id: 'remove',
    texts: ({ plural }) => [`verb:remove|the ${plural} from a string`, `verb:remove|all ${plural} from a string`],
    right: ({ isNot }) => [joined(isNot), kept(isNot)],
    mistakes: ({ id, is, isNot }) => [
      joined(is),
      `return [$C for $C in $1 if ${isNot}]`,
      `return $1.replace('${id}', '')`,
      kept(is),
    ],
  },
  {
    id: 'keep',
    texts: ({ plural }) => [`verb:keep|only the ${plural} of a string`, `noun:the ${plural} of a string`],
    right: ({ is }) => [joined(is), kept(is)],
    mistakes: ({ is, isNot, mistakes }) => [
      `return [$C for $C in $1 if ${is}]`,
      joined(isNot),
      kept(isNot),
      ...mistakes.map(joined),
    ],
  },
  {
    id: 'has',
    texts: ({ plural }) => [`whether:a string contains ${plural}`, `whether:a string has any ${plural}`],
    right: ({ is }) => [`return any(${is} for $C in $1)`, `for $C in $1:\n\tif ${is}:\n\t\treturn True\nreturn False`],
    mistakes: ({ is, isNot, mistakes }) => [
      `return all(${is} for $C in $1)`,
      `for $C in $1:\n\tif ${is}:\n\t\treturn True\n\treturn False`,
      `return any(${isNot} for $C in $1)`,
      ...mistakes.slice(-1).map((mistake) => `return any(${mistake} for $C in $1)`),
    ],
  },
  {
    id: 'lacks',
    texts: ({ plural }) => [`whether:a string has no ${plural}`, `whether:there are no ${plural} in a string`],
    right: ({ is }) => [
      `return not any(${is} for $C in $1)`,
      `for $C in $1:\n\tif ${is}:\n\t\treturn False\nreturn True`,
    ],
    mistakes: ({ is, isNot }) => [
      `return any(${isNot} for $C in $1)`,
      `return any(${is} for $C in $1)`,
      `for $C in $1:\n\tif ${is}:\n\t\treturn False\n\treturn True`,
    ],
  },
  {
    id: 'list',
    texts: ({ plural }) => [`noun:a list of the ${plural} in a string`, `noun:all ${plural} in a string as a list`],
    right: ({ is }) => [
      `return [$C for $C in $1 if ${is}]`,
      `$R = []\nfor $C in $1:\n\tif ${is}:\n\t\t$R.append($C)\nreturn $R`,
    ],
    mistakes: ({ is, isNot }) => [joined(is), `return [$C for $C in $1 if ${isNot}]`, 'return list($1)', count(is)],
  },
  {
    id: 'star',
    texts: ({ plural, singular }) => [
      `verb:replace|the ${plural} in a string with stars`,
      `verb:replace|every ${singular} in a string with a star`,
    ],
    right: ({ is }) => [
      `return ''.join('*' if ${is} else $C for $C in $1)`,
      `$R = ''\nfor $C in $1:\n\tif ${is}:\n\t\t$R += '*'\n\telse:\n\t\t$R += $C\nreturn $R`,
    ],
    mistakes: ({ id, is, isNot }) => [
      `return ''.join('*' for $C in $1 if ${is})`,
      `return $1.replace('${id}', '*')`,
      `return ''.join('*' if ${isNot} else $C for $C in $1)`,
      `return ['*' if ${is} else $C for $C in $1]`,
    ],
  },
];

/** A piece of a string. */
interface Piece {
  readonly id: string;
  readonly phrase: string;
  readonly value: string;
}

const PIECES: readonly Piece[] = [
  { id: 'reverse', phrase: 'the reverse of a string', value: '$1[::-1]' },
  { id: 'start', phrase: 'the first three characters of a string', value: '$1[:3]' },
  { id: 'end', phrase: 'the last three characters of a string', value: '$1[-3:]' },
  { id: 'alternate', phrase: 'every second character of a string', value: '$1[::2]' },
  { id: 'first-half', phrase: 'the first half of a string', value: '$1[:len($1) // 2]' },
];

/** What becomes of the piece: `{p}` stands for its phrase in texts. */
interface Finish {
  readonly id: string;
  readonly texts: readonly Description[];
  readonly suffix: string;
}

const FINISHES: readonly Finish[] = [
  { id: 'upper', texts: ['noun:{p} in uppercase', 'verb:convert|{p} to uppercase'], suffix: '.upper()' },
  { id: 'lower', texts: ['noun:{p} in lowercase', 'verb:convert|{p} to lowercase'], suffix: '.lower()' },
  {
    id: 'spaceless',
    texts: ['noun:{p} without spaces', 'verb:remove|the spaces from {p}'],
    suffix: ".replace(' ', '')",
  },
  { id: 'twice', texts: ['noun:{p} repeated twice', 'verb:repeat|{p} twice'], suffix: ' * 2' },
  {
    id: 'characters',
    texts: ['noun:{p} as a list of characters', 'verb:turn|{p} into a list of characters'],
    suffix: 'list',
  },
];

const apply = (value: string, { suffix }: Finish): string => (suffix === 'list' ? `list(${value})` : value + suffix);

/** Compositions that are hand-written families: counting vowels is even one of the lecture's ten. */
const ELSEWHERE = ['count.vowels', 'remove.spaces'];

/** Every composition of an operation and a class of characters. */
export const STRING_COMPOSITIONS: readonly Composition[] = OPERATIONS.flatMap((operation) =>
  CLASSES.filter((cls) => !ELSEWHERE.includes(`${operation.id}.${cls.id}`)).map((cls) => {
    const right = operation.right(cls);
    return {
      id: `string.${operation.id}.${cls.id}`,
      inputs: INPUTS_OF[cls.id] ?? 'string',
      descriptions: operation.texts(cls),
      right,
      ...mistakes(right, operation.mistakes(cls)),
      weight: 0.35,
    };
  }),
);

/** Every composition of a piece of a string and what becomes of it. */
export const PIECE_COMPOSITIONS: readonly Composition[] = PIECES.flatMap((piece) =>
  FINISHES.map((finish) => {
    const right = [`return ${apply(piece.value, finish)}`, `$R = ${piece.value}\nreturn ${apply('$R', finish)}`];
    return {
      id: `piece.${piece.id}.${finish.id}`,
      inputs: finish.id === 'spaceless' ? ('spaced-text' as const) : ('string' as const),
      descriptions: finish.texts.map((text) => text.replace('{p}', piece.phrase) as Description),
      right,
      ...mistakes(right, [
        `return ${piece.value}`,
        `return ${apply('$1', finish)}`,
        ...PIECES.filter((other) => other !== piece).map((other) => `return ${apply(other.value, finish)}`),
      ]),
      weight: 0.3,
    };
  }),
);
