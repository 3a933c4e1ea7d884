/** Families that choose, count or order the words of a list. */

import type { Family } from '../family.ts';

export const WORD_CHOICE_FAMILIES: readonly Family[] = [
  {
    id: 'longest-word',
    inputs: 'words',
    descriptions: [
      'noun:the longest word in a list',
      'noun:the longest string in a list',
      'noun:the word with the most letters in a list',
    ],
    unseen: ['noun:the longest string of a list of strings', 'noun:the longest word in a list of words'],
    right: [
      'return max($1, key=len)',
      '$B = $1[0]\nfor $W in $1:\n\tif len($W) > len($B):\n\t\t$B = $W\nreturn $B',
      'return sorted($1, key=len, reverse=True)[0]',
    ],
    popular: 'return max($1)',
    wrong: [
      'return max(len($W) for $W in $1)',
      "$B = ''\nfor $W in $1:\n\tif $W > $B:\n\t\t$B = $W\nreturn $B",
      'return min($1, key=len)',
      'return len(max($1))',
    ],
  },
  {
    id: 'shortest-word',
    inputs: 'words',
    descriptions: ['noun:the shortest word in a list', 'noun:the shortest string in a list'],
    unseen: ['noun:the shortest word in a list of words'],
    right: [
      'return min($1, key=len)',
      '$B = $1[0]\nfor $W in $1:\n\tif len($W) < len($B):\n\t\t$B = $W\nreturn $B',
      'return sorted($1, key=len)[0]',
    ],
    popular: 'return min($1)',
    wrong: [
      'return min(len($W) for $W in $1)',
      "$B = ''\nfor $W in $1:\n\tif len($W) < len($B):\n\t\t$B = $W\nreturn $B",
      'return max($1, key=len)',
    ],
  },
  {
    id: 'sort-by-length',
    inputs: 'words',
    descriptions: ['verb:sort|a list of words by length', 'noun:the words in a list sorted by length'],
    unseen: ['verb:sort|a list of strings by length', 'verb:sort|the words in a list by their length'],
    right: ['return sorted($1, key=len)', '$1.sort(key=len)\nreturn $1', 'return sorted($1, key=lambda $W: len($W))'],
    popular: 'return sorted($1)',
    wrong: [
      'return $1.sort(key=len)',
      'return sorted(len($W) for $W in $1)',
      'return sorted($1, key=len, reverse=True)',
    ],
  },
  {
    id: 'sort-words-list',
    inputs: 'words',
    descriptions: ['verb:sort|a list of words', 'verb:sort|a list of strings', 'noun:a sorted list of words'],
    right: ['return sorted($1)', '$1.sort()\nreturn $1'],
    popular: 'return $1.sort()',
    wrong: ['return sorted($1, key=len)', 'sorted($1)\nreturn $1', 'return $1.sorted()'],
  },
  {
    id: 'count-word',
    inputs: 'words-and-word',
    descriptions: ['noun:the number of times a word occurs in a list', 'verb:count|how often a word occurs in a list'],
    unseen: ['noun:how often a word occurs in a list of words'],
    right: ['return $1.count($2)', 'return sum($W == $2 for $W in $1)'],
    popular: 'return $2.count($1)',
    wrong: ['return $2 in $1', 'return sum($2 in $W for $W in $1)', "return ' '.join($1).count($2)"],
    weight: 0.5,
  },
  {
    id: 'has-word',
    inputs: 'words-and-word',
    descriptions: ['whether:a word is in a list of words', 'whether:a list of words contains a given word'],
    right: [
      'return $2 in $1',
      'return $1.count($2) > 0',
      'for $W in $1:\n\tif $W == $2:\n\t\treturn True\nreturn False',
    ],
    popular: 'for $W in $1:\n\tif $W == $2:\n\t\treturn True\n\treturn False',
    wrong: [
      'return $1 in $2',
      'return $1.contains($2)',
      'for $W in $1:\n\tif $2 in $W:\n\t\treturn True\nreturn False',
    ],
    weight: 0.5,
  },
  {
    id: 'remove-word',
    inputs: 'words-and-word',
    descriptions: [
      'verb:remove|every copy of a word from a list',
      'noun:the words in a list that are not a given word',
    ],
    right: ['return [$W for $W in $1 if $W != $2]', 'while $2 in $1:\n\t$1.remove($2)\nreturn $1'],
    popular: '$1.remove($2)\nreturn $1',
    wrong: ['return $1.remove($2)', 'return [$W for $W in $1 if $W == $2]', 'return [$W for $W in $1 if $2 not in $W]'],
    weight: 0.5,
  },
  {
    id: 'word-counts',
    inputs: 'repeated-words',
    descriptions: [
      'noun:a dictionary that counts each word in a list',
      'verb:count|each word in a list in a dictionary',
    ],
    right: [
      '$R = {}\nfor $W in $1:\n\t$R[$W] = $R.get($W, 0) + 1\nreturn $R',
      'return {$W: $1.count($W) for $W in $1}',
    ],
    popular: '$R = {}\nfor $W in $1:\n\t$R[$W] += 1\nreturn $R',
    wrong: [
      '$R = {}\nfor $W in $1:\n\t$R[$W] = 1\nreturn $R',
      'return {$W: len($W) for $W in $1}',
      'return [$1.count($W) for $W in $1]',
    ],
  },
];
