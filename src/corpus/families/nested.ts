/** Families about lists of lists and matrices. */

import type { Family } from '../family.ts';

export const NESTED_FAMILIES: readonly Family[] = [
  {
    id: 'flatten',
    inputs: 'nested',
    descriptions: [
      'verb:flatten|a list of lists',
      'noun:one list with the elements of all lists in a list',
      'verb:join|a list of lists into one list',
    ],
    unseen: ['verb:concatenate|a list of lists into one list'],
    right: [
      'return sum($1, [])',
      'return [$I for row in $1 for $I in row]',
      '$R = []\nfor row in $1:\n\t$R += row\nreturn $R',
      '$R = []\nfor row in $1:\n\t$R.extend(row)\nreturn $R',
    ],
    popular: '$R = []\nfor row in $1:\n\t$R.append(row)\nreturn $R',
    wrong: ['return sum($1)', 'return [$I for $I in row for row in $1]', "return ''.join($1)", 'return $1[0]'],
  },
  {
    id: 'row-sums',
    inputs: 'nested',
    descriptions: ['noun:a list of the sums of the lists in a list', 'noun:the sum of each list in a list of lists'],
    unseen: ['noun:a list with the sum of each list in a list'],
    right: [
      'return [sum(row) for row in $1]',
      'return list(map(sum, $1))',
      '$R = []\nfor row in $1:\n\t$R.append(sum(row))\nreturn $R',
    ],
    popular: 'return sum($1)',
    wrong: ['return sum(sum(row) for row in $1)', 'return [len(row) for row in $1]', 'return [row for row in $1]'],
  },
  {
    id: 'nested-total',
    inputs: 'nested',
    descriptions: ['noun:the sum of all numbers in a list of lists', 'verb:add|all numbers in a list of lists'],
    unseen: ['noun:the total of all numbers in a list of lists'],
    right: [
      'return sum(sum(row) for row in $1)',
      '$R = 0\nfor row in $1:\n\t$R += sum(row)\nreturn $R',
      'return sum(map(sum, $1))',
    ],
    popular: 'return sum($1)',
    wrong: [
      'return [sum(row) for row in $1]',
      '$R = 0\nfor row in $1:\n\t$R += row\nreturn $R',
      'return sum(len(row) for row in $1)',
    ],
  },
  {
    id: 'row-lengths',
    inputs: 'nested',
    descriptions: [
      'noun:a list of the lengths of the lists in a list',
      'noun:the length of each list in a list of lists',
    ],
    right: [
      'return [len(row) for row in $1]',
      'return list(map(len, $1))',
      '$R = []\nfor row in $1:\n\t$R.append(len(row))\nreturn $R',
    ],
    popular: 'return len($1)',
    wrong: ['return [sum(row) for row in $1]', 'return sum(len(row) for row in $1)', 'return [len($1) for row in $1]'],
    weight: 0.5,
  },
  {
    id: 'longest-list',
    inputs: 'nested',
    descriptions: [
      'noun:the longest list in a list of lists',
      'noun:the list with the most elements in a list of lists',
    ],
    right: ['return max($1, key=len)', '$B = $1[0]\nfor row in $1:\n\tif len(row) > len($B):\n\t\t$B = row\nreturn $B'],
    popular: 'return max($1)',
    wrong: ['return max(len(row) for row in $1)', 'return min($1, key=len)', 'return len(max($1))'],
    weight: 0.5,
  },
  {
    id: 'matrix-largest',
    inputs: 'matrix',
    descriptions: ['noun:the largest number in a matrix', 'noun:the maximum of a matrix'],
    unseen: ['noun:the biggest number in a matrix'],
    right: ['return max(max(row) for row in $1)', '$B = $1[0][0]\nfor row in $1:\n\t$B = max($B, max(row))\nreturn $B'],
    popular: 'return max($1)',
    wrong: [
      'return max($1[0])',
      'return [max(row) for row in $1]',
      '$B = 0\nfor row in $1:\n\t$B = max($B, row)\nreturn $B',
      'return min(max(row) for row in $1)',
    ],
  },
  {
    id: 'first-column',
    inputs: 'matrix',
    descriptions: ['noun:the first column of a matrix', 'noun:a list of the first element of each row of a matrix'],
    right: ['return [row[0] for row in $1]', '$R = []\nfor row in $1:\n\t$R.append(row[0])\nreturn $R'],
    popular: 'return $1[0]',
    wrong: ['return [row[-1] for row in $1]', 'return $1[:][0]', 'return [row[1] for row in $1]'],
    weight: 0.5,
  },
  {
    id: 'transpose',
    inputs: 'matrix',
    descriptions: [
      'verb:transpose|a matrix',
      'noun:the transpose of a matrix',
      'verb:swap|the rows and columns of a matrix',
    ],
    right: [
      'return [list($I) for $I in zip(*$1)]',
      'return list(map(list, zip(*$1)))',
      'return [[row[$J] for row in $1] for $J in range(len($1[0]))]',
    ],
    popular: 'return list(zip(*$1))',
    wrong: ['return zip(*$1)', 'return $1[::-1]', 'return [row[::-1] for row in $1]'],
  },
  {
    id: 'column-sums',
    inputs: 'matrix',
    descriptions: ['noun:a list of the sums of the columns of a matrix', 'noun:the sum of each column of a matrix'],
    right: [
      'return [sum($I) for $I in zip(*$1)]',
      'return list(map(sum, zip(*$1)))',
      'return [sum(row[$J] for row in $1) for $J in range(len($1[0]))]',
    ],
    popular: 'return [sum(row) for row in $1]',
    wrong: ['return sum($1)', 'return sum(row[0] for row in $1)', 'return zip(*$1)'],
    weight: 0.5,
  },
];
