/** Families that remove, replace, repeat or reorder single characters of a string. */

import type { Family } from '../family.ts';

export const CHARACTER_CHANGE_FAMILIES: readonly Family[] = [
  {
    id: 'remove-char',
    inputs: 'word-and-char',
    descriptions: [
      'verb:remove|a character from a string',
      'verb:remove|every copy of a character from a string',
      'noun:a string without a given character',
    ],
    unseen: ['verb:remove|a letter from a string'],
    right: [
      "return $1.replace($2, '')",
      "return ''.join($C for $C in $1 if $C != $2)",
      "$R = ''\nfor $C in $1:\n\tif $C != $2:\n\t\t$R += $C\nreturn $R",
    ],
    popular: 'return $1.remove($2)',
    wrong: ['return $1.strip($2)', "$1.replace($2, '')\nreturn $1", "return $1.replace($2, ' ')", 'return $1 - $2'],
  },
  {
    id: 'star-char',
    inputs: 'word-and-char',
    descriptions: [
      'verb:replace|a character in a string by a star',
      'noun:a string with a star in place of a given character',
    ],
    right: ["return $1.replace($2, '*')", "return ''.join('*' if $C == $2 else $C for $C in $1)"],
    popular: "$1.replace($2, '*')\nreturn $1",
    wrong: ["return $1.replace('*', $2)", 'return $1.replace($2)', "return $1.replace($2, '')"],
    weight: 0.5,
  },
  {
    id: 'list-of-chars',
    inputs: 'word',
    descriptions: [
      'noun:a list of the characters of a string',
      'verb:split|a string into its characters',
      'verb:convert|a string to a list of characters',
    ],
    unseen: ['noun:the characters of a string in a list', 'verb:turn|a string into a list of characters'],
    right: ['return list($1)', 'return [$C for $C in $1]', '$R = []\nfor $C in $1:\n\t$R.append($C)\nreturn $R'],
    popular: 'return $1.split()',
    wrong: ["return $1.split('')", 'return [$1]', 'return set($1)', 'return tuple($1)'],
  },
  {
    id: 'sort-chars',
    inputs: 'word',
    descriptions: [
      'verb:sort|the characters of a string',
      'noun:a string with its characters sorted',
      'verb:sort|the letters of a word',
    ],
    unseen: ['noun:a word with its letters sorted', 'verb:sort|the letters of a string'],
    right: ["return ''.join(sorted($1))", "$R = sorted($1)\nreturn ''.join($R)"],
    popular: 'return sorted($1)',
    wrong: ['return $1.sort()', 'return str(sorted($1))', "return ''.join($1)", "return ' '.join(sorted($1))"],
  },
  {
    id: 'remove-repeated-chars',
    inputs: 'word',
    descriptions: [
      'verb:remove|repeated characters from a string and keep the order',
      'noun:the different characters of a string in order',
    ],
    right: ["$R = ''\nfor $C in $1:\n\tif $C not in $R:\n\t\t$R += $C\nreturn $R", "return ''.join(dict.fromkeys($1))"],
    popular: 'return set($1)',
    wrong: [
      "return ''.join(sorted(set($1)))",
      "return ''.join($C for $C in $1 if $1.count($C) == 1)",
      "$R = ''\nfor $C in $1:\n\tif $C in $R:\n\t\t$R += $C\nreturn $R",
    ],
    weight: 0.5,
  },
  {
    id: 'double-chars',
    inputs: 'word',
    descriptions: ['verb:repeat|every character of a string twice', 'noun:a string with every character doubled'],
    right: [
      "return ''.join($C * 2 for $C in $1)",
      "$R = ''\nfor $C in $1:\n\t$R += $C * 2\nreturn $R",
      "return ''.join($C + $C for $C in $1)",
    ],
    popular: 'return $1 * 2',
    wrong: [
      'return [$C * 2 for $C in $1]',
      "$R = ''\nfor $C in $1:\n\t$R = $C * 2\nreturn $R",
      "return ''.join($C for $C in $1) * 2",
    ],
    weight: 0.5,
  },
  {
    id: 'spread-chars',
    inputs: 'word',
    descriptions: [
      'verb:put|a dash between the characters of a string',
      'verb:join|the characters of a string with dashes',
    ],
    right: ["return '-'.join($1)", "return '-'.join(list($1))", "return '-'.join($C for $C in $1)"],
    popular: "return $1.join('-')",
    wrong: ["return ''.join($C + '-' for $C in $1)", "return '-' + $1", "return $1.split('-')"],
    weight: 0.5,
  },
];
