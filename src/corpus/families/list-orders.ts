/** Families that put a list of numbers into another order or turn it into another list. */

import type { Family } from '../family.ts';

export const LIST_ORDER_FAMILIES: readonly Family[] = [
  {
    id: 'sort-list',
    inputs: 'numbers-or-empty',
    descriptions: [
      'verb:sort|a list',
      'verb:sort|a list of numbers',
      'verb:sort|a list in ascending order',
      'noun:a sorted list',
      'noun:the numbers in a list in ascending order',
    ],
    unseen: ['verb:put|a list in ascending order', 'noun:the numbers in a list sorted'],
    right: [
      'return sorted($1)',
      '$1.sort()\nreturn $1',
      '$R = list($1)\n$R.sort()\nreturn $R',
      '$R = sorted($1)\nreturn $R',
    ],
    popular: 'return $1.sort()',
    wrong: ['sorted($1)\nreturn $1', 'return sort($1)', 'return sorted($1, reverse=True)', '$R = $1.sort()\nreturn $R'],
    weight: 2,
  },
  {
    id: 'sort-descending',
    inputs: 'numbers-or-empty',
    descriptions: [
      'verb:sort|a list in descending order',
      'verb:sort|a list from the largest to the smallest number',
      'noun:the numbers in a list in descending order',
    ],
    unseen: ['verb:sort|a list of numbers in descending order', 'verb:put|a list in descending order'],
    right: ['return sorted($1, reverse=True)', 'return sorted($1)[::-1]', '$1.sort(reverse=True)\nreturn $1'],
    popular: 'return $1.sort(reverse=True)',
    wrong: ['return sorted($1)', 'return reversed(sorted($1))', 'return $1[::-1]', 'return sorted($1).reverse()'],
  },
  {
    id: 'reverse-list',
    inputs: 'numbers-or-empty',
    descriptions: [
      'verb:reverse|a list',
      'noun:the reverse of a list',
      'noun:a list in reverse order',
      'verb:reverse|a list of numbers',
    ],
    unseen: ['noun:the reversed list', 'verb:reverse|the given list'],
    right: [
      'return $1[::-1]',
      'return list(reversed($1))',
      '$1.reverse()\nreturn $1',
      '$R = []\nfor $I in $1:\n\t$R = [$I] + $R\nreturn $R',
    ],
    popular: 'return $1.reverse()',
    wrong: [
      'return reversed($1)',
      'return sorted($1, reverse=True)',
      '$R = []\nfor $I in $1:\n\t$R.append($I)\nreturn $R',
      'return $1[-1]',
    ],
  },
  {
    id: 'double-list',
    inputs: 'numbers-or-empty',
    descriptions: ['noun:a list followed by itself', 'verb:repeat|a list twice'],
    right: ['return $1 * 2', 'return $1 + $1'],
    popular: 'return [$I * 2 for $I in $1]',
    wrong: ['return [$1, $1]', 'return $1.append($1)', 'return $1 ** 2'],
    weight: 0.5,
  },
  {
    id: 'numbers-to-strings',
    inputs: 'numbers-or-empty',
    descriptions: ['verb:convert|every number in a list to a string', 'noun:a list of the numbers as strings'],
    unseen: ['verb:turn|every number in a list into a string', 'verb:convert|all numbers in a list to strings'],
    right: [
      'return [str($I) for $I in $1]',
      'return list(map(str, $1))',
      '$R = []\nfor $I in $1:\n\t$R.append(str($I))\nreturn $R',
    ],
    popular: 'return str($1)',
    wrong: ['return map(str, $1)', "return ['$I' for $I in $1]", 'for $I in $1:\n\tstr($I)\nreturn $1'],
  },
  {
    id: 'running-total',
    inputs: 'numbers-or-empty',
    descriptions: ['noun:a list of the running totals of a list', 'noun:the running sums of a list'],
    right: [
      '$R = []\n$N = 0\nfor $I in $1:\n\t$N += $I\n\t$R.append($N)\nreturn $R',
      'return [sum($1[:$J + 1]) for $J in range(len($1))]',
    ],
    popular: 'return [sum($1[:$J]) for $J in range(len($1))]',
    wrong: ['return sum($1)', '$R = []\nfor $I in $1:\n\t$R.append($I + $I)\nreturn $R'],
  },
  {
    id: 'differences',
    inputs: 'distinct-numbers',
    descriptions: [
      'noun:a list of the differences between neighbours in a list',
      'noun:the difference of each number in a list and the one before it',
    ],
    right: ['return [$1[$J + 1] - $1[$J] for $J in range(len($1) - 1)]', 'return [y - x for x, y in zip($1, $1[1:])]'],
    popular: 'return [$1[$J + 1] - $1[$J] for $J in range(len($1))]',
    wrong: [
      'return [$1[$J] - $1[$J + 1] for $J in range(len($1) - 1)]',
      'return [x - y for x, y in zip($1, $1[1:])]',
      'return $1[1] - $1[0]',
    ],
    weight: 0.5,
  },
];
