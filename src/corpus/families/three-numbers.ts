/** Families about three numbers. */

import type { Family } from '../family.ts';

export const THREE_NUMBER_FAMILIES: readonly Family[] = [
  {
    id: 'sum-three',
    inputs: 'three-numbers',
    descriptions: ['noun:the sum of three numbers', 'verb:add|three numbers', 'noun:the sum of three given numbers'],
    unseen: ['noun:the total of three numbers', 'noun:the sum of three integers'],
    right: ['return $1 + $2 + $3', '$R = $1 + $2 + $3\nreturn $R', 'return sum([$1, $2, $3])'],
    popular: 'return sum($1, $2, $3)',
    wrong: ['return $1 + $2', 'return $1 * $2 * $3', 'return $1 + $2 - $3'],
  },
  {
    id: 'product-three',
    inputs: 'three-numbers',
    descriptions: [
      'noun:the product of three numbers',
      'verb:multiply|three numbers',
      'noun:the product of three integers',
    ],
    right: ['return $1 * $2 * $3', '$R = $1 * $2\nreturn $R * $3'],
    popular: 'return $1 * $2 + $3',
    wrong: ['return $1 + $2 + $3', 'return $1 * $2'],
  },
  {
    id: 'max-three',
    inputs: 'three-numbers',
    descriptions: [
      'noun:the largest of three numbers',
      'noun:the maximum of three numbers',
      'noun:the biggest of three numbers',
    ],
    unseen: ['noun:the largest of three integers'],
    right: [
      'return max($1, $2, $3)',
      'return max([$1, $2, $3])',
      '$B = $1\nif $2 > $B:\n\t$B = $2\nif $3 > $B:\n\t$B = $3\nreturn $B',
      'return sorted([$1, $2, $3])[-1]',
    ],
    popular: 'if $1 > $2:\n\treturn $1\nif $2 > $3:\n\treturn $2\nreturn $3',
    wrong: ['return max($1, $2)', 'return min($1, $2, $3)', 'return $1 > $2 > $3'],
  },
  {
    id: 'min-three',
    inputs: 'three-numbers',
    descriptions: ['noun:the smallest of three numbers', 'noun:the minimum of three numbers'],
    unseen: ['noun:the smallest of three integers'],
    right: ['return min($1, $2, $3)', 'return min([$1, $2, $3])', 'return sorted([$1, $2, $3])[0]'],
    popular: 'if $1 < $2:\n\treturn $1\nif $2 < $3:\n\treturn $2\nreturn $3',
    wrong: ['return min($1, $2)', 'return max($1, $2, $3)', 'return $1 < $2 < $3'],
  },
  {
    id: 'middle-three',
    inputs: 'three-numbers',
    descriptions: [
      'noun:the middle of three numbers',
      'noun:the median of three numbers',
      'noun:the number in the middle when three numbers are sorted',
    ],
    right: ['return sorted([$1, $2, $3])[1]', 'return $1 + $2 + $3 - max($1, $2, $3) - min($1, $2, $3)'],
    popular: 'return [$1, $2, $3][1]',
    wrong: ['return $2', 'return ($1 + $2 + $3) / 3', 'return sorted($1, $2, $3)[1]'],
  },
  {
    id: 'mean-three',
    inputs: 'three-numbers',
    descriptions: ['noun:the average of three numbers', 'noun:the mean of three numbers'],
    right: ['return ($1 + $2 + $3) / 3', '$R = $1 + $2 + $3\nreturn $R / 3', 'return sum([$1, $2, $3]) / 3'],
    popular: 'return $1 + $2 + $3 / 3',
    wrong: ['return ($1 + $2 + $3) / 2', 'return ($1 + $2 + $3) // 3', 'return sum($1, $2, $3) / 3'],
  },
  {
    id: 'multiply-then-add',
    inputs: 'three-numbers',
    descriptions: [
      'noun:the product of the first two numbers plus the third',
      'verb:multiply|the first two numbers and add the third',
    ],
    right: ['return $1 * $2 + $3', '$R = $1 * $2\nreturn $R + $3'],
    popular: 'return $1 * ($2 + $3)',
    wrong: ['return $1 + $2 * $3', 'return $1 * $2 * $3'],
    weight: 0.5,
  },
  {
    id: 'add-then-multiply',
    inputs: 'three-numbers',
    descriptions: [
      'noun:the sum of the first two numbers times the third',
      'verb:add|the first two numbers and multiply by the third',
    ],
    right: ['return ($1 + $2) * $3', '$R = $1 + $2\nreturn $R * $3'],
    popular: 'return $1 + $2 * $3',
    wrong: ['return $1 * $2 + $3', 'return ($1 + $2) + $3'],
    weight: 0.5,
  },
  {
    id: 'clamp',
    inputs: 'number-and-range',
    descriptions: ['noun:a number limited to the range between two numbers', 'verb:limit|a number to a range'],
    right: [
      'return max($2, min($1, $3))',
      'if $1 < $2:\n\treturn $2\nif $1 > $3:\n\treturn $3\nreturn $1',
      'return sorted([$1, $2, $3])[1]',
    ],
    popular: 'return min($2, max($1, $3))',
    wrong: ['return max($1, $2)', 'return $2 <= $1 <= $3', 'if $1 < $2:\n\treturn $2\nreturn $3'],
    weight: 0.5,
  },
];
