/** Families about divisors and multiples. */

import type { Family } from '../family.ts';

export const DIVISOR_FAMILIES: readonly Family[] = [
  {
    id: 'divisors',
    inputs: 'positive',
    descriptions: [
      'noun:a list of the divisors of a number',
      'noun:the divisors of a number in a list',
      'verb:list|the divisors of a number',
    ],
    unseen: ['noun:a list of the divisors of n'],
    right: [
      'return [$J for $J in range(1, $1 + 1) if $1 % $J == 0]',
      '$R = range(1, $1 + 1)\nreturn [$J for $J in $R if $1 % $J == 0]',
    ],
    popular: 'return [$J for $J in range(1, $1) if $1 % $J == 0]',
    wrong: [
      'return [$J for $J in range(1, $1 + 1) if $J % $1 == 0]',
      'return [$J for $J in range($1) if $1 % $J == 0]',
      'return [$J for $J in range(2, $1 + 1) if $1 % $J == 0]',
    ],
    weight: 0.5,
  },
  {
    id: 'count-divisors',
    inputs: 'positive',
    descriptions: ['noun:the number of divisors of a number', 'verb:count|the divisors of a number'],
    right: [
      'return sum($1 % $J == 0 for $J in range(1, $1 + 1))',
      '$N = 0\nfor $J in range(1, $1 + 1):\n\tif $1 % $J == 0:\n\t\t$N += 1\nreturn $N',
      'return len([$J for $J in range(1, $1 + 1) if $1 % $J == 0])',
    ],
    popular: '$N = 0\nfor $J in range(1, $1):\n\tif $1 % $J == 0:\n\t\t$N += 1\nreturn $N',
    wrong: [
      'return sum($J for $J in range(1, $1 + 1) if $1 % $J == 0)',
      'return sum($1 % $J for $J in range(1, $1 + 1))',
    ],
    weight: 0.5,
  },
  {
    id: 'gcd',
    inputs: 'common-factor',
    descriptions: [
      'noun:the greatest common divisor of two numbers',
      'noun:the gcd of two numbers',
      'noun:the greatest common divisor of two integers',
    ],
    unseen: ['noun:the largest common divisor of two numbers', 'noun:the gcd of two integers'],
    right: [
      'while $2:\n\t$1, $2 = $2, $1 % $2\nreturn $1',
      'if $2 == 0:\n\treturn $1\nreturn solution($2, $1 % $2)',
      'return max($J for $J in range(1, $1 + 1) if $1 % $J == 0 == $2 % $J)',
    ],
    popular: 'while $2:\n\t$1, $2 = $2, $1 // $2\nreturn $1',
    wrong: [
      'return $1 % $2',
      'if $2 == 0:\n\treturn $2\nreturn solution($2, $1 % $2)',
      'return min($1, $2)',
      'while $2:\n\t$1, $2 = $2, $1 % $2\nreturn $2',
    ],
  },
  {
    id: 'lcm',
    inputs: 'common-factor',
    descriptions: ['noun:the least common multiple of two numbers', 'noun:the lcm of two numbers'],
    unseen: ['noun:the smallest common multiple of two numbers'],
    right: [
      '$R = $1\nwhile $R % $2:\n\t$R += $1\nreturn $R',
      '$R = max($1, $2)\nwhile $R % $1 or $R % $2:\n\t$R += 1\nreturn $R',
    ],
    popular: 'return $1 * $2',
    wrong: [
      'return max($1, $2)',
      '$R = $1\nwhile $R % $2:\n\t$R += 1\nreturn $R',
      '$R = $1\nif $R % $2:\n\t$R += $1\nreturn $R',
    ],
  },
  {
    id: 'is-divisible',
    inputs: 'natural-positive',
    descriptions: [
      'whether:the first number is divisible by the second',
      'whether:a number is divisible by another number',
      'whether:the first number is a multiple of the second',
    ],
    unseen: ['whether:the second number is a divisor of the first', 'whether:a number is a multiple of another number'],
    right: ['return $1 % $2 == 0', 'return not $1 % $2', 'if $1 % $2 == 0:\n\treturn True\nreturn False'],
    popular: 'return $1 % $2',
    wrong: ['return $1 / $2 == 0', 'return $2 % $1 == 0', 'return $1 // $2 == 0'],
  },
  {
    id: 'is-prime',
    inputs: 'positive',
    descriptions: [
      'whether:a number is prime',
      'whether:a number is a prime number',
      'whether:the given number is a prime',
    ],
    unseen: ['whether:an integer is prime'],
    right: [
      'for $J in range(2, $1):\n\tif $1 % $J == 0:\n\t\treturn False\nreturn $1 > 1',
      'return $1 > 1 and all($1 % $J for $J in range(2, $1))',
      'return [$J for $J in range(1, $1 + 1) if $1 % $J == 0] == [1, $1]',
    ],
    popular: 'for $J in range(2, $1):\n\tif $1 % $J == 0:\n\t\treturn False\n\treturn True',
    wrong: [
      'for $J in range(2, $1):\n\tif $1 % $J == 0:\n\t\treturn False\nreturn True',
      'for $J in range(1, $1):\n\tif $1 % $J == 0:\n\t\treturn False\nreturn True',
      'return $1 % 2 == 1',
    ],
  },
  {
    id: 'is-perfect-square',
    inputs: 'maybe-square',
    descriptions: [
      'whether:a number is a perfect square',
      'whether:an integer is a perfect square',
      'whether:a number is the square of an integer',
    ],
    right: [
      'return int($1 ** 0.5) ** 2 == $1',
      '$J = 0\nwhile $J * $J < $1:\n\t$J += 1\nreturn $J * $J == $1',
      'return any($J * $J == $1 for $J in range($1 + 1))',
    ],
    popular: 'return int($1 ** 0.5) == $1',
    wrong: ['return $1 ** 0.5', 'return any($J * $J == $1 for $J in range($1))', 'return $1 ** 2 == $1'],
  },
  {
    id: 'is-power-of-two',
    inputs: 'positive',
    descriptions: ['whether:a positive number is a power of two', 'whether:a number is a power of two'],
    right: [
      'while $1 % 2 == 0:\n\t$1 //= 2\nreturn $1 == 1',
      '$R = 1\nwhile $R < $1:\n\t$R *= 2\nreturn $R == $1',
      'return $1 & ($1 - 1) == 0',
    ],
    popular: 'return $1 % 2 == 0',
    wrong: [
      'while $1 % 2 == 0:\n\t$1 //= 2\nreturn $1 == 0',
      'return $1 ** 2 == $1',
      '$R = 2\nwhile $R < $1:\n\t$R *= 2\nreturn $R == $1',
    ],
    weight: 0.5,
  },
];
