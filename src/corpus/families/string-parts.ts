/** Families that cut strings: without an end, the first n characters, every other one. */

import type { Family } from '../family.ts';

export const STRING_PART_FAMILIES: readonly Family[] = [
  {
    id: 'without-first-char',
    inputs: 'word',
    descriptions: [
      'noun:a string without its first character',
      'verb:remove|the first character of a string',
      'verb:drop|the first letter of a string',
    ],
    unseen: ['verb:drop|the first character of a string', 'noun:a string without its first letter'],
    right: ['return $1[1:]', "return ''.join(list($1)[1:])", 'return $1[1:len($1)]'],
    popular: 'return $1[0:]',
    wrong: ['return $1[0]', 'return $1[:-1]', 'return $1[:1]', 'return $1.pop(0)'],
  },
  {
    id: 'without-last-char',
    inputs: 'word',
    descriptions: ['noun:a string without its last character', 'verb:remove|the last character of a string'],
    unseen: ['verb:drop|the last character of a string', 'noun:a string without its last letter'],
    right: ['return $1[:-1]', 'return $1[:len($1) - 1]', 'return $1[0:-1]'],
    popular: 'return $1[-1]',
    wrong: ['return $1[1:]', 'return $1[:1]', 'return $1.pop()', 'return $1[:len($1)]'],
  },
  {
    id: 'without-ends',
    inputs: 'word',
    descriptions: [
      'noun:a string without its first and last character',
      'verb:remove|the first and the last character of a string',
    ],
    right: ['return $1[1:-1]', '$R = $1[1:]\nreturn $R[:-1]', 'return $1[1:len($1) - 1]'],
    popular: 'return $1[1:]',
    wrong: ['return $1[0] + $1[-1]', 'return $1[:-1]', 'return $1[1:-2]'],
    weight: 0.5,
  },
  {
    id: 'first-n-chars',
    inputs: 'word-and-count',
    descriptions: [
      'noun:the first n characters of a string',
      'noun:the first n letters of a string',
      'verb:keep|the first n characters of a string',
    ],
    right: ['return $1[:$2]', 'return $1[0:$2]', "return ''.join(list($1)[:$2])"],
    popular: 'return $1[$2]',
    wrong: ['return $1[$2:]', 'return $1[1:$2]', 'return $1[:$2 - 1]'],
  },
  {
    id: 'drop-n-chars',
    inputs: 'word-and-count',
    descriptions: ['noun:a string without its first n characters', 'verb:remove|the first n characters of a string'],
    unseen: ['verb:drop|the first n characters of a string', 'noun:a string without its first n letters'],
    right: ['return $1[$2:]', 'return $1[$2:len($1)]'],
    popular: 'return $1[:$2]',
    wrong: ['return $1[$2]', 'return $1[$2 + 1:]', 'return $1[-$2:]'],
  },
  {
    id: 'last-n-chars',
    inputs: 'word-and-count',
    descriptions: ['noun:the last n characters of a string', 'noun:the last n letters of a string'],
    right: ["return $1[-$2:] if $2 else ''", 'return $1[max(0, len($1) - $2):]', '$R = $1[::-1][:$2]\nreturn $R[::-1]'],
    popular: 'return $1[$2:]',
    wrong: ['return $1[-$2]', 'return $1[:-$2]', 'return $1[::-1][:$2]'],
  },
  {
    id: 'every-other-char',
    inputs: 'word',
    descriptions: [
      'noun:every second character of a string, starting with the first',
      'noun:every other character of a string',
    ],
    right: ['return $1[::2]', "return ''.join($1[$J] for $J in range(0, len($1), 2))"],
    popular: 'return $1[1::2]',
    wrong: ['return $1[:2]', 'return $1[2:]', 'return $1[::-2]'],
    weight: 0.5,
  },
  {
    id: 'strip-spaces',
    inputs: 'spaced-text',
    descriptions: [
      'verb:remove|the spaces at both ends of a string',
      'verb:strip|a string',
      'noun:a string without spaces at its ends',
    ],
    right: ['return $1.strip()', "return $1.strip(' ')", 'return $1.lstrip().rstrip()'],
    popular: "return $1.replace(' ', '')",
    wrong: ['return $1.rstrip()', 'return $1.lstrip()', '$1.strip()\nreturn $1', 'return $1[1:-1]'],
    weight: 0.5,
  },
  {
    id: 'remove-all-spaces',
    inputs: 'spaced-text',
    descriptions: ['verb:remove|every space in a string', 'noun:a string without any spaces'],
    right: ["return $1.replace(' ', '')", "return ''.join($1.split())", "return ''.join($C for $C in $1 if $C != ' ')"],
    popular: 'return $1.strip()',
    wrong: [
      "return $1.replace('', ' ')",
      "return $1.remove(' ')",
      "$1.replace(' ', '')\nreturn $1",
      'return $1.split()',
    ],
  },
];
