/** Families about numbers that come more than once in a list. */

import type { Family } from '../family.ts';

export const DUPLICATE_FAMILIES: readonly Family[] = [
  {
    id: 'remove-duplicates',
    inputs: 'repeated-numbers',
    descriptions: [
      'verb:remove|duplicates from a list and keep the order',
      'noun:the different elements of a list in order',
      'verb:remove|duplicates from a list',
    ],
    unseen: [
      'noun:a list without its duplicates in order',
      'verb:remove|repeated numbers from a list and keep the order',
    ],
    right: [
      'return list(dict.fromkeys($1))',
      '$R = []\nfor $I in $1:\n\tif $I not in $R:\n\t\t$R.append($I)\nreturn $R',
    ],
    popular: 'return list(set($1))',
    wrong: [
      'return set($1)',
      '$R = []\nfor $I in $1:\n\tif $I in $R:\n\t\t$R.append($I)\nreturn $R',
      'return [$I for $I in $1 if $1.count($I) == 1]',
      'return sorted(set($1))',
    ],
  },
  {
    id: 'sorted-different',
    inputs: 'repeated-numbers',
    descriptions: [
      'noun:a sorted list of the different numbers in a list',
      'verb:sort|a list and remove its duplicates',
    ],
    unseen: ['noun:the different numbers in a list in ascending order'],
    right: ['return sorted(set($1))', '$R = list(set($1))\n$R.sort()\nreturn $R'],
    popular: 'return set(sorted($1))',
    wrong: ['return sorted($1)', 'return set($1).sort()', 'return sorted(set($1), reverse=True)'],
  },
  {
    id: 'count-different',
    inputs: 'repeated-numbers',
    descriptions: ['noun:the number of different elements in a list', 'verb:count|the different numbers in a list'],
    unseen: ['noun:how many different numbers a list has', 'noun:the number of different numbers in a list'],
    right: [
      'return len(set($1))',
      '$R = set($1)\nreturn len($R)',
      '$R = []\nfor $I in $1:\n\tif $I not in $R:\n\t\t$R.append($I)\nreturn len($R)',
    ],
    popular: 'return len($1)',
    wrong: ['return set($1)', 'return sum(set($1))', 'return len([$I for $I in $1 if $1.count($I) == 1])'],
  },
  {
    id: 'element-counts',
    inputs: 'repeated-numbers',
    descriptions: [
      'noun:a dictionary that counts each number in a list',
      'verb:count|each number in a list in a dictionary',
      'noun:how often each number occurs in a list',
    ],
    right: [
      '$R = {}\nfor $I in $1:\n\t$R[$I] = $R.get($I, 0) + 1\nreturn $R',
      'return {$I: $1.count($I) for $I in $1}',
    ],
    popular: '$R = {}\nfor $I in $1:\n\t$R[$I] += 1\nreturn $R',
    wrong: [
      '$R = {}\nfor $I in $1:\n\t$R[$I] = 1\nreturn $R',
      'return [$1.count($I) for $I in $1]',
      'return len(set($1))',
    ],
  },
  {
    id: 'most-common',
    inputs: 'majority',
    descriptions: ['noun:the most common number in a list', 'noun:the number that occurs most often in a list'],
    unseen: ['noun:the most common element of a list'],
    right: ['return max($1, key=$1.count)', '$1.sort()\nreturn $1[len($1) // 2]', 'return sorted($1)[len($1) // 2]'],
    popular: 'return max($1)',
    wrong: [
      'return max($1.count($I) for $I in $1)',
      'return $1[0]',
      'return $1.count(max($1))',
      'return min($1, key=$1.count)',
    ],
  },
  {
    id: 'count-largest',
    inputs: 'repeated-numbers',
    descriptions: [
      'noun:how often the largest number occurs in a list',
      'verb:count|how often the maximum occurs in a list',
    ],
    right: ['return $1.count(max($1))', '$B = max($1)\nreturn sum($I == $B for $I in $1)'],
    popular: 'return max($1)',
    wrong: ['return max($1).count()', 'return $1.index(max($1))', 'return len(max($1))'],
    weight: 0.5,
  },
  {
    id: 'has-duplicates',
    inputs: 'repeated-numbers',
    descriptions: [
      'whether:a list has duplicates',
      'whether:a list contains duplicates',
      'whether:some number occurs twice in a list',
    ],
    unseen: ['whether:a list of numbers has duplicates', 'whether:a list contains repeated numbers'],
    right: [
      'return len(set($1)) < len($1)',
      'return len($1) != len(set($1))',
      'for $I in $1:\n\tif $1.count($I) > 1:\n\t\treturn True\nreturn False',
      'return any($1.count($I) > 1 for $I in $1)',
    ],
    popular: 'return $1 != set($1)',
    wrong: [
      'return len(set($1)) == len($1)',
      'for $I in $1:\n\tif $I in $1:\n\t\treturn True\nreturn False',
      'return set($1)',
      'return $1.count() > 1',
    ],
  },
  {
    id: 'all-different',
    inputs: 'repeated-numbers',
    descriptions: ['whether:all numbers in a list are different', 'whether:a list has no duplicates'],
    unseen: ['whether:no number in a list is repeated'],
    right: [
      'return len(set($1)) == len($1)',
      'return all($1.count($I) == 1 for $I in $1)',
      'for $I in $1:\n\tif $1.count($I) > 1:\n\t\treturn False\nreturn True',
    ],
    popular: 'return $1 == set($1)',
    wrong: [
      'return len(set($1)) < len($1)',
      'return set($1)',
      'for $I in $1:\n\tif $1.count($I) > 1:\n\t\treturn False\n\treturn True',
    ],
  },
  {
    id: 'all-equal',
    inputs: 'constant-or-not',
    descriptions: ['whether:all numbers in a list are equal', 'whether:all elements of a list are the same'],
    unseen: ['whether:all numbers in a list are the same'],
    right: [
      'return len(set($1)) == 1',
      'for $I in $1:\n\tif $I != $1[0]:\n\t\treturn False\nreturn True',
      'return $1.count($1[0]) == len($1)',
      'return min($1) == max($1)',
    ],
    popular: 'return $1[0] == $1[-1]',
    wrong: [
      'return len(set($1)) == len($1)',
      'for $I in $1:\n\tif $I == $1[0]:\n\t\treturn True\nreturn False',
      'return $1 == $1[0]',
    ],
  },
];
