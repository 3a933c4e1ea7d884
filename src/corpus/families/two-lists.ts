/** Families about two lists of numbers. */

import type { Family } from '../family.ts';

export const TWO_LIST_FAMILIES: readonly Family[] = [
  {
    id: 'concat-lists',
    inputs: 'two-lists',
    descriptions: ['verb:concatenate|two lists', 'verb:join|two lists', 'noun:the first list followed by the second'],
    unseen: ['noun:two lists joined together', 'verb:join|two lists into one list'],
    right: [
      'return $1 + $2',
      'return [*$1, *$2]',
      '$R = list($1)\n$R.extend($2)\nreturn $R',
      'for $I in $2:\n\t$1.append($I)\nreturn $1',
    ],
    popular: '$1.append($2)\nreturn $1',
    wrong: ['return $1.extend($2)', 'return [$1, $2]', 'return $2 + $1', 'return $1.join($2)'],
  },
  {
    id: 'merge-sorted',
    inputs: 'two-lists',
    descriptions: [
      'verb:merge|two lists into a sorted list',
      'noun:a sorted list of the numbers in two lists',
      'verb:join|two lists and sort the result',
    ],
    unseen: ['verb:merge|two lists into one sorted list', 'verb:join|two lists into a sorted list'],
    right: ['return sorted($1 + $2)', '$R = $1 + $2\n$R.sort()\nreturn $R'],
    popular: 'return ($1 + $2).sort()',
    wrong: ['return $1 + $2', 'return sorted($1) + sorted($2)', 'return sorted($1, $2)', 'return sorted(set($1 + $2))'],
  },
  {
    id: 'common-elements',
    inputs: 'two-lists',
    descriptions: [
      'noun:the elements of the first list that are in the second',
      'verb:keep|the elements of the first list that are in the second',
    ],
    unseen: ['noun:a list of the elements of the first list that are in the second'],
    right: [
      'return [$I for $I in $1 if $I in $2]',
      '$R = []\nfor $I in $1:\n\tif $I in $2:\n\t\t$R.append($I)\nreturn $R',
    ],
    popular: 'return [$I for $I in $1 if $I not in $2]',
    wrong: ['return $1 & $2', 'return set($1) & set($2)', 'return $1 in $2', 'return [$I for $I in $2 if $I in $1]'],
  },
  {
    id: 'only-in-first',
    inputs: 'two-lists',
    descriptions: [
      'noun:the elements of the first list that are not in the second',
      'verb:remove|the elements of the second list from the first',
    ],
    unseen: ['verb:keep|the elements of the first list that are not in the second'],
    right: [
      'return [$I for $I in $1 if $I not in $2]',
      '$R = []\nfor $I in $1:\n\tif $I not in $2:\n\t\t$R.append($I)\nreturn $R',
    ],
    popular: 'return $1 - $2',
    wrong: [
      'return [$I for $I in $1 if $I in $2]',
      'return set($1) - set($2)',
      'return [$I for $I in $2 if $I not in $1]',
    ],
  },
  {
    id: 'total-two-lists',
    inputs: 'two-lists',
    descriptions: ['noun:the sum of all numbers in two lists', 'verb:add|all numbers in two lists'],
    unseen: ['noun:the total of the numbers in two lists'],
    right: ['return sum($1) + sum($2)', 'return sum($1 + $2)'],
    popular: 'return sum($1, $2)',
    wrong: ['return $1 + $2', 'return sum($1) * sum($2)', 'return len($1) + len($2)'],
    weight: 0.5,
  },
  {
    id: 'largest-of-two-lists',
    inputs: 'two-lists',
    descriptions: ['noun:the largest number in two lists', 'noun:the maximum of all numbers in two lists'],
    unseen: ['noun:the biggest number in two lists'],
    right: ['return max($1 + $2)', '$R = $1 + $2\nreturn sorted($R)[-1]'],
    popular: 'return max($1, $2)',
    wrong: ['return max($1) + max($2)', 'return max($1)', 'return min($1 + $2)'],
    weight: 0.5,
  },
  {
    id: 'dot-product',
    inputs: 'paired-lists',
    descriptions: ['noun:the dot product of two lists', 'noun:the sum of the products of the pairs of two lists'],
    right: [
      'return sum(x * y for x, y in zip($1, $2))',
      '$R = 0\nfor $J in range(len($1)):\n\t$R += $1[$J] * $2[$J]\nreturn $R',
    ],
    popular: 'return sum($1) * sum($2)',
    wrong: ['return [x * y for x, y in zip($1, $2)]', 'return $1 * $2', 'return sum(x + y for x, y in zip($1, $2))'],
  },
  {
    id: 'pairwise-sums',
    inputs: 'paired-lists',
    descriptions: ['verb:add|two lists element by element', 'noun:a list of the sums of the pairs of two lists'],
    unseen: ['noun:the sum of two lists element by element'],
    right: [
      'return [x + y for x, y in zip($1, $2)]',
      'return [$1[$J] + $2[$J] for $J in range(len($1))]',
      '$R = []\nfor x, y in zip($1, $2):\n\t$R.append(x + y)\nreturn $R',
    ],
    popular: 'return $1 + $2',
    wrong: ['return [x * y for x, y in zip($1, $2)]', 'return sum($1 + $2)', 'return [x + y for x, y in $1, $2]'],
  },
  {
    id: 'pairwise-products',
    inputs: 'paired-lists',
    descriptions: [
      'verb:multiply|two lists element by element',
      'noun:a list of the products of the pairs of two lists',
    ],
    unseen: ['noun:the product of two lists element by element'],
    right: [
      'return [x * y for x, y in zip($1, $2)]',
      'return [$1[$J] * $2[$J] for $J in range(len($1))]',
      '$R = []\nfor x, y in zip($1, $2):\n\t$R.append(x * y)\nreturn $R',
    ],
    popular: 'return $1 * $2',
    wrong: [
      'return [x + y for x, y in zip($1, $2)]',
      'return sum(x * y for x, y in zip($1, $2))',
      'return [x * y for x in $1 for y in $2]',
    ],
  },
  {
    id: 'pairs-list',
    inputs: 'paired-lists',
    descriptions: ['noun:a list of the pairs of two lists', 'verb:put|the elements of two lists into a list of pairs'],
    right: ['return list(zip($1, $2))', 'return [($1[$J], $2[$J]) for $J in range(len($1))]'],
    popular: 'return zip($1, $2)',
    wrong: ['return [$1, $2]', 'return $1 + $2', 'return dict(zip($1, $2))'],
    weight: 0.5,
  },
];
