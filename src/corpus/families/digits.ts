/** Families about the digits of a number, decimal or binary. */

import type { Family } from '../family.ts';

export const DIGIT_FAMILIES: readonly Family[] = [
  {
    id: 'digit-sum',
    inputs: 'big-natural',
    descriptions: [
      'noun:the sum of the digits of a number',
      'noun:the digit sum of a number',
      'verb:add|the digits of a number',
    ],
    unseen: ['noun:the total of the digits of a number', 'noun:the sum of all digits of an integer'],
    right: [
      'return sum(int($C) for $C in str($1))',
      'return sum(map(int, str($1)))',
      '$R = 0\nwhile $1 > 0:\n\t$R += $1 % 10\n\t$1 //= 10\nreturn $R',
      '$R = 0\nfor $C in str($1):\n\t$R += int($C)\nreturn $R',
    ],
    popular: 'return sum(str($1))',
    wrong: [
      'return sum(int($C) for $C in $1)',
      'return len(str($1))',
      'return $1 % 10 + $1 // 10',
      'return sum($C for $C in str($1))',
    ],
  },
  {
    id: 'count-digits',
    inputs: 'big-natural',
    descriptions: [
      'noun:the number of digits of a number',
      'verb:count|the digits of a number',
      'noun:how many digits a number has',
    ],
    unseen: ['verb:count|the digits in an integer'],
    right: [
      'return len(str($1))',
      '$R = str($1)\nreturn len($R)',
      '$N = 1\nwhile $1 > 9:\n\t$1 //= 10\n\t$N += 1\nreturn $N',
    ],
    popular: 'return len($1)',
    wrong: [
      '$N = 0\nwhile $1 > 0:\n\t$1 //= 10\nreturn $N',
      'return sum(int($C) for $C in str($1))',
      'return len(str($1)) - 1',
    ],
  },
  {
    id: 'digit-product',
    inputs: 'big-natural',
    descriptions: ['noun:the product of the digits of a number', 'verb:multiply|the digits of a number'],
    right: [
      '$R = 1\nfor $C in str($1):\n\t$R *= int($C)\nreturn $R',
      'if $1 < 10:\n\treturn $1\nreturn $1 % 10 * solution($1 // 10)',
    ],
    popular: '$R = 0\nfor $C in str($1):\n\t$R *= int($C)\nreturn $R',
    wrong: [
      '$R = 1\nfor $C in str($1):\n\t$R *= $C\nreturn $R',
      '$R = 1\nfor $C in str($1):\n\t$R += int($C)\nreturn $R',
    ],
    weight: 0.5,
  },
  {
    id: 'reverse-digits',
    inputs: 'big-natural',
    descriptions: [
      'verb:reverse|the digits of a number',
      'noun:a number with its digits in reverse order',
      'verb:reverse|an integer',
    ],
    unseen: ['noun:the number with its digits reversed'],
    right: [
      'return int(str($1)[::-1])',
      '$R = 0\nwhile $1 > 0:\n\t$R = $R * 10 + $1 % 10\n\t$1 //= 10\nreturn $R',
      '$R = str($1)[::-1]\nreturn int($R)',
    ],
    popular: 'return str($1)[::-1]',
    wrong: [
      'return $1[::-1]',
      'return int(reversed(str($1)))',
      '$R = 0\nwhile $1 > 0:\n\t$R = $R + $1 % 10\n\t$1 //= 10\nreturn $R',
    ],
  },
  {
    id: 'last-digit',
    inputs: 'big-natural',
    descriptions: [
      'noun:the last digit of a number',
      'noun:the ones digit of a number',
      'noun:the last digit of an integer',
    ],
    unseen: ['noun:the digit at the end of a number'],
    right: ['return $1 % 10', 'return int(str($1)[-1])'],
    popular: 'return str($1)[-1]',
    wrong: ['return $1 // 10', 'return $1[-1]', 'return $1 / 10'],
  },
  {
    id: 'first-digit',
    inputs: 'big-natural',
    descriptions: ['noun:the first digit of a number', 'noun:the first digit of an integer'],
    right: ['return int(str($1)[0])', 'while $1 > 9:\n\t$1 //= 10\nreturn $1'],
    popular: 'return str($1)[0]',
    wrong: ['return $1[0]', 'return $1 // 10', 'return $1 % 10'],
  },
  {
    id: 'drop-last-digit',
    inputs: 'big-natural',
    descriptions: [
      'noun:a number without its last digit',
      'verb:remove|the last digit of a number',
      'verb:drop|the last digit of a number',
    ],
    right: ['return $1 // 10', 'return ($1 - $1 % 10) // 10'],
    popular: 'return $1 % 10',
    wrong: ['return $1 / 10', 'return str($1)[:-1]', 'return $1 - $1 % 10'],
    weight: 0.5,
  },
  {
    id: 'digits-list',
    inputs: 'big-natural',
    descriptions: [
      'noun:a list of the digits of a number',
      'verb:split|a number into its digits',
      'verb:turn|a number into a list of digits',
    ],
    unseen: ['noun:the digits of a number in a list', 'verb:list|the digits of a number'],
    right: [
      'return [int($C) for $C in str($1)]',
      'return list(map(int, str($1)))',
      '$R = []\nfor $C in str($1):\n\t$R.append(int($C))\nreturn $R',
    ],
    popular: 'return list(str($1))',
    wrong: ['return list($1)', 'return [$C for $C in str($1)]', 'return str($1).split()'],
  },
  {
    id: 'largest-digit',
    inputs: 'big-natural',
    descriptions: ['noun:the largest digit of a number', 'noun:the maximum digit of a number'],
    unseen: ['noun:the biggest digit of a number'],
    right: [
      'return max(int($C) for $C in str($1))',
      'return int(max(str($1)))',
      '$B = 0\nfor $C in str($1):\n\t$B = max($B, int($C))\nreturn $B',
    ],
    popular: 'return max(str($1))',
    wrong: ['return max($1)', 'return int(min(str($1)))', 'return max(int($1))'],
  },
  {
    id: 'smallest-digit',
    inputs: 'big-natural',
    descriptions: ['noun:the smallest digit of a number', 'noun:the minimum digit of a number'],
    right: ['return min(int($C) for $C in str($1))', 'return int(min(str($1)))'],
    popular: 'return min(str($1))',
    wrong: ['return min($1)', 'return int(max(str($1)))', 'return min(0, $1)'],
    weight: 0.5,
  },
  {
    id: 'count-zeros',
    inputs: 'big-natural',
    descriptions: [
      'noun:the number of zeros in a number',
      'verb:count|the zeros in a number',
      'noun:how many digits of a number are zero',
    ],
    right: [
      "return str($1).count('0')",
      "return sum($C == '0' for $C in str($1))",
      "$N = 0\nfor $C in str($1):\n\tif $C == '0':\n\t\t$N += 1\nreturn $N",
    ],
    popular: 'return str($1).count(0)',
    wrong: ["return $1.count('0')", 'return sum($C == 0 for $C in str($1))', "return len(str($1).split('0'))"],
    weight: 0.5,
  },
  {
    id: 'is-palindrome-number',
    inputs: 'maybe-mirrored',
    descriptions: [
      'whether:a number is a palindrome',
      'whether:the digits of a number are a palindrome',
      'whether:an integer is a palindrome',
    ],
    right: [
      'return str($1) == str($1)[::-1]',
      '$R = str($1)\nreturn $R == $R[::-1]',
      '$R = list(str($1))\nreturn $R == $R[::-1]',
    ],
    popular: 'return $1 == str($1)[::-1]',
    wrong: ['return $1 == $1[::-1]', 'return str($1)[0] == str($1)[-1]', 'return str($1) == reversed(str($1))'],
  },
  {
    id: 'to-binary',
    inputs: 'natural',
    descriptions: [
      'noun:the binary digits of a number as a string',
      'verb:convert|a number to binary',
      'noun:a number in binary',
    ],
    right: ['return bin($1)[2:]', 'if $1 < 2:\n\treturn str($1)\nreturn solution($1 // 2) + str($1 % 2)'],
    popular: 'return bin($1)',
    wrong: [
      'return int(bin($1))',
      'return str($1 % 2)',
      "$R = ''\nwhile $1 > 0:\n\t$R = $R + str($1 % 2)\n\t$1 //= 2\nreturn $R",
    ],
    weight: 0.5,
  },
];
