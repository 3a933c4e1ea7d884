/** Families about the words of a sentence. */

import type { Family } from '../family.ts';

export const SENTENCE_FAMILIES: readonly Family[] = [
  {
    id: 'split-words',
    inputs: 'sentence',
    descriptions: [
      'verb:split|a sentence into words',
      'noun:a list of the words in a sentence',
      'noun:the words of a sentence in a list',
    ],
    unseen: ['verb:list|the words of a sentence', 'verb:split|a sentence into a list of words'],
    right: ['return $1.split()', "return $1.split(' ')", 'return [$W for $W in $1.split()]'],
    popular: 'return list($1)',
    wrong: ["return $1.split('')", 'return split($1)', "return $1.join(' ')", 'return $1.words()'],
  },
  {
    id: 'count-words',
    inputs: 'sentence',
    descriptions: [
      'verb:count|the words in a sentence',
      'noun:the number of words in a sentence',
      'noun:the number of words in a string',
    ],
    unseen: ['noun:how many words a sentence has', 'verb:count|the words in a string'],
    right: [
      'return len($1.split())',
      "return $1.count(' ') + 1",
      '$R = $1.split()\nreturn len($R)',
      '$N = 0\nfor $W in $1.split():\n\t$N += 1\nreturn $N',
    ],
    popular: "return $1.count(' ')",
    wrong: ['return len($1)', 'return $1.split()', 'return $1.split().count()', 'return len(list($1))'],
  },
  {
    id: 'reverse-words',
    inputs: 'sentence',
    descriptions: [
      'verb:reverse|the order of the words in a sentence',
      'noun:a sentence with its words in reverse order',
      'verb:reverse|the words in a sentence',
    ],
    right: [
      "return ' '.join($1.split()[::-1])",
      "return ' '.join(reversed($1.split()))",
      "$R = $1.split()\n$R.reverse()\nreturn ' '.join($R)",
    ],
    popular: 'return $1[::-1]',
    wrong: ['return $1.split()[::-1]', "return ''.join($1.split()[::-1])", "return ' '.join($1.split().reverse())"],
  },
  {
    id: 'reverse-each-word',
    inputs: 'sentence',
    descriptions: [
      'verb:reverse|each word of a sentence and keep their order',
      'noun:a sentence with each word reversed',
    ],
    right: [
      "return ' '.join($W[::-1] for $W in $1.split())",
      "$R = [$W[::-1] for $W in $1.split()]\nreturn ' '.join($R)",
    ],
    popular: "return ' '.join($1.split()[::-1])",
    wrong: [
      'return $1[::-1]',
      'return [$W[::-1] for $W in $1.split()]',
      "return ''.join($W[::-1] for $W in $1.split())",
    ],
    weight: 0.5,
  },
  {
    id: 'longest-word-in-sentence',
    inputs: 'sentence',
    descriptions: [
      'noun:the longest word in a sentence',
      'noun:the longest word of a sentence',
      'noun:the longest word of a string',
    ],
    unseen: ['noun:the longest word in a string', 'noun:the word with the most letters in a sentence'],
    right: [
      'return max($1.split(), key=len)',
      "$B = ''\nfor $W in $1.split():\n\tif len($W) > len($B):\n\t\t$B = $W\nreturn $B",
    ],
    popular: 'return max($1.split())',
    wrong: ['return max($1, key=len)', 'return max(len($W) for $W in $1.split())', 'return min($1.split(), key=len)'],
  },
  {
    id: 'shortest-word-in-sentence',
    inputs: 'sentence',
    descriptions: ['noun:the shortest word in a sentence', 'noun:the shortest word of a sentence'],
    unseen: ['noun:the shortest word in a string'],
    right: [
      'return min($1.split(), key=len)',
      '$B = $1\nfor $W in $1.split():\n\tif len($W) < len($B):\n\t\t$B = $W\nreturn $B',
    ],
    popular: 'return min($1.split())',
    wrong: ['return min($1, key=len)', 'return min(len($W) for $W in $1.split())', 'return max($1.split(), key=len)'],
  },
  {
    id: 'longest-word-length',
    inputs: 'sentence',
    descriptions: [
      'noun:the length of the longest word in a sentence',
      'noun:the number of letters of the longest word in a sentence',
    ],
    right: [
      'return max(len($W) for $W in $1.split())',
      'return len(max($1.split(), key=len))',
      '$B = 0\nfor $W in $1.split():\n\t$B = max($B, len($W))\nreturn $B',
    ],
    popular: 'return max($1.split(), key=len)',
    wrong: ['return len(max($1.split()))', 'return len($1)', 'return max(len($1))'],
    weight: 0.5,
  },
  {
    id: 'first-word',
    inputs: 'sentence',
    descriptions: [
      'noun:the first word of a sentence',
      'noun:the first word of a string',
      'noun:the first word in a sentence',
    ],
    unseen: ['noun:the word at the start of a sentence', 'noun:the first word in a string'],
    right: ['return $1.split()[0]', "return $1.split(' ')[0]", '$R = $1.split()\nreturn $R[0]'],
    popular: 'return $1[0]',
    wrong: ['return $1.split()[1]', 'return $1.split().first()', 'return $1.split()[:1]'],
  },
  {
    id: 'last-word',
    inputs: 'sentence',
    descriptions: [
      'noun:the last word of a sentence',
      'noun:the last word in a sentence',
      'noun:the last word of a string',
    ],
    unseen: ['noun:the word at the end of a sentence', 'noun:the last word in a string'],
    right: ['return $1.split()[-1]', "return $1.split(' ')[-1]", '$R = $1.split()\nreturn $R[len($R) - 1]'],
    popular: 'return $1[-1]',
    wrong: ['return $1.split()[0]', '$R = $1.split()\nreturn $R[len($R)]', 'return $1.split()[-1:]'],
  },
  {
    id: 'sort-words',
    inputs: 'sentence',
    descriptions: ['verb:sort|the words of a sentence', 'noun:a sentence with its words sorted'],
    unseen: ['verb:sort|the words in a sentence'],
    right: ["return ' '.join(sorted($1.split()))", "$R = $1.split()\n$R.sort()\nreturn ' '.join($R)"],
    popular: 'return sorted($1.split())',
    wrong: ["return ' '.join($1.split().sort())", "return ''.join(sorted($1))", "return ' '.join(sorted($1))"],
  },
  {
    id: 'initials',
    inputs: 'sentence',
    descriptions: [
      'noun:the first letters of the words in a sentence as a string',
      'verb:join|the first letters of the words in a sentence',
    ],
    right: ["return ''.join($W[0] for $W in $1.split())", "$R = ''\nfor $W in $1.split():\n\t$R += $W[0]\nreturn $R"],
    popular: 'return [$W[0] for $W in $1.split()]',
    wrong: ['return $1[0]', "return ''.join($W[-1] for $W in $1.split())", "return ''.join($C[0] for $C in $1)"],
    weight: 0.5,
  },
  {
    id: 'capitalize-words',
    inputs: 'sentence',
    descriptions: ['verb:capitalize|each word of a sentence', 'noun:a sentence with each word capitalized'],
    unseen: ['verb:capitalize|the words in a sentence', 'verb:capitalize|every word in a sentence'],
    right: [
      "return ' '.join($W.capitalize() for $W in $1.split())",
      "$R = []\nfor $W in $1.split():\n\t$R.append($W.capitalize())\nreturn ' '.join($R)",
    ],
    popular: 'return $1.capitalize()',
    wrong: [
      'return $1.upper()',
      'return [$W.capitalize() for $W in $1.split()]',
      "return ''.join($W.capitalize() for $W in $1.split())",
    ],
  },
  {
    id: 'sentence-word-lengths',
    inputs: 'sentence',
    descriptions: [
      'noun:a list of the lengths of the words in a sentence',
      'noun:the lengths of the words in a sentence',
    ],
    unseen: ['noun:a list with the length of each word in a sentence'],
    right: [
      'return [len($W) for $W in $1.split()]',
      'return list(map(len, $1.split()))',
      '$R = []\nfor $W in $1.split():\n\t$R.append(len($W))\nreturn $R',
    ],
    popular: 'return len($1.split())',
    wrong: ['return [len($C) for $C in $1]', 'return len($W) for $W in $1.split()', 'return [$W for $W in $1.split()]'],
    weight: 0.5,
  },
];
