/** Where a program ends, by the trainer and by the reward file that goes along with exports: the same for any text. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { programEnd } from '../../src/trainer/program-end.ts';
import { jsonLinesOf, python, pythonTests, REWARD_FILE } from './python.ts';

const LINES = [
  ...['def f():', 'def f(x): return x', 'async def f():', 'class B:', 'import a', 'print(1)', '# x', ')', 'a,', ''],
  ...['    return 1', '    # y', '    ', '\t2', '    x = input()', 'import sys; sys.stdin', '<|endoftext|>'],
];

/** Indices count code points there. */
const SCRIPT = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("reward", sys.argv[1])
reward = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reward)
for text in json.load(sys.stdin):
    print(json.dumps({"end": reward.program_end(text)}))
`;

const test = pythonTests('the end of programs');

test('both say the same', async () => {
  const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 12 });
  const texts = fc.sample(lines, { numRuns: 3000, seed: 1 }).map((some) => some.join('\n'));
  const answers = jsonLinesOf<{ end: number | null }>(
    await python(['-c', SCRIPT, REWARD_FILE], { input: JSON.stringify(texts) }),
  );
  expect(answers.map(({ end }) => end)).toEqual(texts.map(programEnd));
});
