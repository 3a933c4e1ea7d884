/** Families about a natural number n: products, sums and lists that run up to n. */

import type { Family } from '../family.ts';

export const SEQUENCE_FAMILIES: readonly Family[] = [
  {
    id: 'factorial',
    inputs: 'small-natural',
    descriptions: [
      'noun:the factorial of a number',
      'noun:the factorial of n',
      'noun:n factorial',
      'noun:the factorial of an integer',
    ],
    unseen: ['noun:the product of the numbers from 1 to n', 'noun:the factorial of the given number'],
    right: [
      '$R = 1\nfor $J in range(1, $1 + 1):\n\t$R *= $J\nreturn $R',
      'if $1 == 0:\n\treturn 1\nreturn $1 * solution($1 - 1)',
      'if $1 <= 1:\n\treturn 1\nreturn $1 * solution($1 - 1)',
      '$R = 1\nwhile $1 > 1:\n\t$R *= $1\n\t$1 -= 1\nreturn $R',
    ],
    popular: '$R = 1\nfor $J in range(1, $1):\n\t$R *= $J\nreturn $R',
    wrong: [
      '$R = 1\nfor $J in range($1 + 1):\n\t$R *= $J\nreturn $R',
      '$R = 0\nfor $J in range(1, $1 + 1):\n\t$R *= $J\nreturn $R',
      'if $1 == 0:\n\treturn 0\nreturn $1 * solution($1 - 1)',
      'return $1 * solution($1 - 1)',
    ],
    weight: 3,
  },
  {
    id: 'fibonacci',
    inputs: 'natural',
    descriptions: [
      'noun:the nth fibonacci number',
      'noun:the fibonacci number at index n',
      'noun:the n-th number of the fibonacci sequence',
      'noun:fibonacci of n',
    ],
    unseen: ['noun:the nth number in the fibonacci sequence', 'noun:the fibonacci number of n'],
    right: [
      'if $1 < 2:\n\treturn $1\nreturn solution($1 - 1) + solution($1 - 2)',
      'a, b = 0, 1\nfor _ in range($1):\n\ta, b = b, a + b\nreturn a',
      'if $1 <= 1:\n\treturn $1\nreturn solution($1 - 1) + solution($1 - 2)',
      'a, b = 0, 1\nwhile $1 > 0:\n\ta, b = b, a + b\n\t$1 -= 1\nreturn a',
    ],
    popular: 'if $1 <= 1:\n\treturn 1\nreturn solution($1 - 1) + solution($1 - 2)',
    wrong: [
      'a, b = 0, 1\nfor _ in range($1):\n\ta, b = b, a + b\nreturn b',
      'a, b = 0, 1\nfor _ in range($1):\n\ta = b\n\tb = a + b\nreturn a',
      'return solution($1 - 1) + solution($1 - 2)',
      'if $1 < 2:\n\treturn $1\nreturn solution($1 - 1) + $1',
    ],
    weight: 3,
  },
  {
    id: 'sum-up-to',
    inputs: 'natural',
    descriptions: [
      'noun:the sum of the numbers from 1 to n',
      'noun:the sum of all numbers up to n',
      'verb:add|the numbers from 1 to n',
    ],
    unseen: ['noun:the sum of the integers from 1 to n', 'noun:the total of the numbers from 1 to n'],
    right: [
      'return sum(range(1, $1 + 1))',
      'return $1 * ($1 + 1) // 2',
      '$R = 0\nfor $J in range(1, $1 + 1):\n\t$R += $J\nreturn $R',
      'if $1 == 0:\n\treturn 0\nreturn $1 + solution($1 - 1)',
    ],
    popular: 'return sum(range($1))',
    wrong: [
      'return sum($1)',
      '$R = 0\nfor $J in range(1, $1):\n\t$R += $J\nreturn $R',
      'return $1 * ($1 - 1) // 2',
      'return $1 + solution($1 - 1)',
    ],
  },
  {
    id: 'sum-of-squares-up-to',
    inputs: 'natural',
    descriptions: [
      'noun:the sum of the squares from 1 to n',
      'noun:the sum of the first n squares',
      'noun:the sum of the squares of the numbers from 1 to n',
    ],
    right: [
      'return sum($J * $J for $J in range(1, $1 + 1))',
      '$R = 0\nfor $J in range(1, $1 + 1):\n\t$R += $J * $J\nreturn $R',
    ],
    popular: 'return sum($J * $J for $J in range($1))',
    wrong: ['return sum(range($1 + 1)) ** 2', 'return sum($J * 2 for $J in range($1 + 1))', 'return $1 * $1'],
    weight: 0.5,
  },
  {
    id: 'count-up',
    inputs: 'natural',
    descriptions: [
      'noun:a list of the numbers from 1 to n',
      'noun:the list of numbers from 1 to n',
      'verb:list|the numbers from 1 to n',
    ],
    unseen: ['noun:a list of the integers from 1 to n', 'noun:a list with the numbers from 1 to n'],
    right: [
      'return list(range(1, $1 + 1))',
      'return [$J + 1 for $J in range($1)]',
      '$R = []\nfor $J in range(1, $1 + 1):\n\t$R.append($J)\nreturn $R',
    ],
    popular: 'return list(range($1))',
    wrong: ['return range(1, $1 + 1)', 'return list(range(1, $1))', 'return [1, $1]'],
  },
  {
    id: 'count-down',
    inputs: 'natural',
    descriptions: [
      'noun:a list of the numbers from n down to 1',
      'verb:count|down from n to 1',
      'noun:the numbers from n to 1 in a list',
    ],
    right: [
      'return list(range($1, 0, -1))',
      '$R = []\nwhile $1 > 0:\n\t$R.append($1)\n\t$1 -= 1\nreturn $R',
      'return list(range(1, $1 + 1))[::-1]',
    ],
    popular: 'return list(range($1, 1, -1))',
    wrong: ['return list(range($1, 0))', 'return list(range($1))[::-1]', 'return range($1, 0, -1)'],
  },
  {
    id: 'first-squares',
    inputs: 'natural',
    descriptions: [
      'noun:a list of the first n squares',
      'noun:a list of the squares from 1 to n',
      'verb:list|the squares of the numbers from 1 to n',
    ],
    right: [
      'return [$J * $J for $J in range(1, $1 + 1)]',
      'return [$J ** 2 for $J in range(1, $1 + 1)]',
      '$R = []\nfor $J in range(1, $1 + 1):\n\t$R.append($J * $J)\nreturn $R',
    ],
    popular: 'return [$J * $J for $J in range($1)]',
    wrong: [
      'return [$J * 2 for $J in range(1, $1 + 1)]',
      'return [$J ** 2 for $J in range(1, $1)]',
      'return list(range(1, $1 + 1)) ** 2',
    ],
  },
  {
    id: 'evens-up-to',
    inputs: 'natural',
    descriptions: [
      'noun:a list of the even numbers from 0 to n',
      'noun:the even numbers up to n in a list',
      'verb:list|the even numbers from 0 to n',
    ],
    right: [
      'return list(range(0, $1 + 1, 2))',
      'return [$J for $J in range($1 + 1) if $J % 2 == 0]',
      '$R = []\nfor $J in range(0, $1 + 1, 2):\n\t$R.append($J)\nreturn $R',
    ],
    popular: 'return list(range(0, $1, 2))',
    wrong: [
      'return [$J for $J in range($1) if $J % 2 == 0]',
      'return [$J for $J in range($1 + 1) if $J % 2]',
      'return range(0, $1 + 1, 2)',
    ],
  },
  {
    id: 'odds-up-to',
    inputs: 'natural',
    descriptions: ['noun:a list of the odd numbers from 1 to n', 'noun:the odd numbers up to n in a list'],
    unseen: ['verb:list|the odd numbers from 1 to n'],
    right: ['return list(range(1, $1 + 1, 2))', 'return [$J for $J in range($1 + 1) if $J % 2 == 1]'],
    popular: 'return list(range(1, $1, 2))',
    wrong: [
      'return [$J for $J in range($1 + 1) if $J % 2 == 0]',
      'return [$J for $J in range($1) if $J % 2]',
      'return list(range(0, $1 + 1, 2))',
    ],
  },
  {
    id: 'power-of-two',
    inputs: 'natural',
    descriptions: ['noun:two to the power of n', 'noun:the nth power of two', 'noun:2 to the power of n'],
    unseen: ['noun:two raised to the power of n'],
    right: [
      'return 2 ** $1',
      '$R = 1\nfor _ in range($1):\n\t$R *= 2\nreturn $R',
      'if $1 == 0:\n\treturn 1\nreturn 2 * solution($1 - 1)',
    ],
    popular: 'return $1 ** 2',
    wrong: ['return 2 * $1', '$R = 0\nfor _ in range($1):\n\t$R *= 2\nreturn $R', 'return 2 ^ $1'],
  },
  {
    id: 'list-of-zeros',
    inputs: 'natural',
    descriptions: ['noun:a list of n zeros', 'noun:a list with n zeros'],
    right: [
      'return [0] * $1',
      'return [0 for _ in range($1)]',
      '$R = []\nfor _ in range($1):\n\t$R.append(0)\nreturn $R',
    ],
    popular: 'return [0, $1]',
    wrong: ['return 0 * $1', 'return list(range($1))', 'return [$1] * 0'],
    weight: 0.5,
  },
  {
    id: 'row-of-stars',
    inputs: 'natural',
    descriptions: ['noun:a string of n stars', 'noun:a string with n stars'],
    right: ["return '*' * $1", "$R = ''\nfor _ in range($1):\n\t$R += '*'\nreturn $R"],
    popular: "return '*' + $1",
    wrong: ["return ['*'] * $1", "return '*' ** $1", "return $1 * '* '"],
    weight: 0.5,
  },
  {
    id: 'fizzbuzz',
    inputs: 'positive',
    descriptions: [
      "noun:'fizz' for multiples of 3, 'buzz' for multiples of 5 and 'fizzbuzz' for multiples of both, or the number",
      'noun:the fizzbuzz value of a number',
    ],
    right: [
      "if $1 % 15 == 0:\n\treturn 'fizzbuzz'\nif $1 % 3 == 0:\n\treturn 'fizz'\nif $1 % 5 == 0:\n\treturn 'buzz'\nreturn $1",
      "$R = ''\nif $1 % 3 == 0:\n\t$R += 'fizz'\nif $1 % 5 == 0:\n\t$R += 'buzz'\nreturn $R or $1",
    ],
    popular: "if $1 % 3 == 0:\n\treturn 'fizz'\nif $1 % 5 == 0:\n\treturn 'buzz'\nreturn $1",
    wrong: [
      "if $1 % 3 == 0:\n\treturn 'fizz'\nif $1 % 5 == 0:\n\treturn 'buzz'\nreturn 'fizzbuzz'",
      "$R = ''\nif $1 % 3 == 0:\n\t$R = 'fizz'\nif $1 % 5 == 0:\n\t$R = 'buzz'\nreturn $R",
    ],
    weight: 0.5,
  },
];
