/** Families that say whether something is so about lists. */

import type { Family } from '../family.ts';

export const LIST_PREDICATE_FAMILIES: readonly Family[] = [
  {
    id: 'is-sorted',
    inputs: 'sorted-or-not',
    descriptions: [
      'whether:a list is sorted',
      'whether:a list is in ascending order',
      'whether:the numbers in a list are in ascending order',
    ],
    unseen: ['whether:a list of numbers is sorted', 'whether:the given list is sorted'],
    right: [
      'return $1 == sorted($1)',
      'for $J in range(len($1) - 1):\n\tif $1[$J] > $1[$J + 1]:\n\t\treturn False\nreturn True',
      'return all(x <= y for x, y in zip($1, $1[1:]))',
    ],
    popular: 'return $1 == $1.sort()',
    wrong: [
      'return sorted($1)',
      'return $1[0] < $1[-1]',
      'for $J in range(len($1)):\n\tif $1[$J] > $1[$J + 1]:\n\t\treturn False\nreturn True',
      'return $1 == sorted($1, reverse=True)',
    ],
  },
  {
    id: 'is-sorted-descending',
    inputs: 'sorted-or-not',
    descriptions: ['whether:a list is in descending order', 'whether:the numbers in a list are in descending order'],
    right: [
      'return $1 == sorted($1, reverse=True)',
      'return $1 == sorted($1)[::-1]',
      'return all(x >= y for x, y in zip($1, $1[1:]))',
    ],
    popular: 'return $1 == $1[::-1]',
    wrong: ['return $1 == sorted($1)', 'return sorted($1, reverse=True)', 'return $1 == $1.sort(reverse=True)'],
    weight: 0.5,
  },
  {
    id: 'is-empty-list',
    inputs: 'maybe-empty-list',
    descriptions: ['whether:a list is empty', 'whether:a list has no elements', 'whether:the given list is empty'],
    unseen: ['whether:the length of a list is zero'],
    right: ['return len($1) == 0', 'return not $1', 'return $1 == []'],
    popular: 'return $1 is None',
    wrong: ['return $1', 'return len($1) > 0', 'return $1 == [0]', 'return $1.empty()'],
  },
  {
    id: 'is-palindrome-list',
    inputs: 'mirrored-or-not',
    descriptions: [
      'whether:a list is the same in reverse order',
      'whether:a list is a palindrome',
      'whether:a list equals its reverse',
    ],
    right: [
      'return $1 == $1[::-1]',
      'return $1 == list(reversed($1))',
      'if $1 == $1[::-1]:\n\treturn True\nreturn False',
    ],
    popular: 'return $1 == reversed($1)',
    wrong: ['return $1 == $1.reverse()', 'return $1[0] == $1[-1]', 'return $1[::-1]', 'return $1 == sorted($1)'],
    weight: 0.5,
  },
  {
    id: 'has-number',
    inputs: 'numbers-and-number',
    descriptions: [
      'whether:a number is in a list',
      'whether:a list contains a number',
      'whether:a list contains a given number',
    ],
    unseen: ['whether:a number occurs in a list', 'whether:the given number is in a list'],
    right: [
      'return $2 in $1',
      'return $1.count($2) > 0',
      'for $I in $1:\n\tif $I == $2:\n\t\treturn True\nreturn False',
      'return any($I == $2 for $I in $1)',
    ],
    popular: 'for $I in $1:\n\tif $I == $2:\n\t\treturn True\n\telse:\n\t\treturn False',
    wrong: ['return $1 in $2', 'return $1.contains($2)', 'return $2 not in $1', 'return $1.index($2)'],
  },
  {
    id: 'starts-with-number',
    inputs: 'numbers-and-number',
    descriptions: [
      'whether:a list starts with a given number',
      'whether:the first element of a list is a given number',
    ],
    right: ['return $1[0] == $2', 'return $1[:1] == [$2]'],
    popular: 'return $1.startswith($2)',
    wrong: ['return $2 in $1', 'return $1[1] == $2', 'return $1[-1] == $2'],
    weight: 0.5,
  },
  {
    id: 'all-smaller',
    inputs: 'numbers-and-number',
    descriptions: [
      'whether:all numbers in a list are smaller than a given number',
      'whether:every number in a list is smaller than a given number',
    ],
    right: [
      'return all($I < $2 for $I in $1)',
      'return max($1) < $2',
      'for $I in $1:\n\tif $I >= $2:\n\t\treturn False\nreturn True',
    ],
    popular: 'for $I in $1:\n\tif $I < $2:\n\t\treturn True\nreturn False',
    wrong: [
      'return $1 < $2',
      'return any($I < $2 for $I in $1)',
      'return min($1) < $2',
      'return all($I > $2 for $I in $1)',
    ],
    weight: 0.5,
  },
  {
    id: 'same-elements',
    inputs: 'paired-lists',
    descriptions: [
      'whether:two lists have the same elements in any order',
      'whether:two lists are equal when they are sorted',
    ],
    right: ['return sorted($1) == sorted($2)', '$1.sort()\n$2.sort()\nreturn $1 == $2'],
    popular: 'return $1 == $2',
    wrong: ['return $1.sort() == $2.sort()', 'return len($1) == len($2)', 'return set($1) == set($2)'],
  },
  {
    id: 'equal-lists',
    inputs: 'paired-lists',
    descriptions: ['whether:two lists are equal', 'whether:two lists are the same'],
    right: ['return $1 == $2', 'for $J in range(len($1)):\n\tif $1[$J] != $2[$J]:\n\t\treturn False\nreturn True'],
    popular: 'return sorted($1) == sorted($2)',
    wrong: ['return $1 is $2', 'return len($1) == len($2)', 'return sum($1) == sum($2)', 'return $1 != $2'],
    weight: 0.5,
  },
  {
    id: 'any-common',
    inputs: 'two-lists',
    descriptions: ['whether:two lists have a common element', 'whether:some element is in both lists'],
    unseen: ['whether:some element of the first list is in the second'],
    right: [
      'return any($I in $2 for $I in $1)',
      'for $I in $1:\n\tif $I in $2:\n\t\treturn True\nreturn False',
      'return len(set($1) & set($2)) > 0',
    ],
    popular: 'return $1 in $2',
    wrong: [
      'return all($I in $2 for $I in $1)',
      'return $1 == $2',
      'for $I in $1:\n\tif $I in $2:\n\t\treturn True\n\treturn False',
      'return set($1) & set($2)',
    ],
  },
];
