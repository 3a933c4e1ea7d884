/** Programs that run again and again between the others: their verdicts must never change by a single character. */

import { py } from '../../src/core/value-make.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import { PROBE } from '../support/sandbox-corpus.ts';
import { SOAK_LIMITS } from './candidates.ts';

const tests = {
  type: 'values',
  compare: 'strict',
  tests: [3, 10, 25].map((n) => ({
    args: [py(n), py(['b', 'a', 'b'])],
    expected: py([(n * (n - 1)) / 2, 'b', '{"a": 1, "b": 2}', 2, true]),
  })),
} as const;

const program = (total: string) => `import collections, functools, json, re
@functools.lru_cache(maxsize=None)
def add(n): return 0 if n == 0 else n - 1 + add(n - 1)
class Box:
    def __init__(self, items): self.items = items
    def __len__(self): return len(set(self.items))
def solution(n, words):
    counts = collections.Counter(words)
    return [${total}, counts.most_common(1)[0][0], json.dumps(counts, sort_keys=True), len(Box(words)), bool(re.match('[ab]+$', ''.join(words)))]
`;

/** Always right: touches most of what hostile programs break. */
export const RIGHT: Assignment = { code: program('add(n)'), entryPoint: 'solution', tests, limits: SOAK_LIMITS };

/** Always wrong, on every test. */
export const WRONG: Assignment = { code: program('add(n) + 1'), entryPoint: 'solution', tests, limits: SOAK_LIMITS };

/** Shows every value that hidden state could change: hashes, set order, clock, random numbers. */
export const SHOWING: Assignment = { ...PROBE, limits: SOAK_LIMITS };

export const SENTINELS = [RIGHT, WRONG, SHOWING] as const;
