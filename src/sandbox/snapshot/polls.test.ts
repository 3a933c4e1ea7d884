/** A tick stands for about the same work in a loop, in text made of numbers, and in a regular expression. */

import { expect, test } from 'vitest';
import { py } from '../../core/value-make.ts';
import { nodeEngine } from '../node.ts';

async function run(body: string) {
  const engine = await nodeEngine();
  const tests = [{ args: [], expected: py(1) }];
  const code = `import re\ndef f():\n    ${body}\n    return 1\n`;
  return engine.judge({ code, entryPoint: 'f', tests: { type: 'values', compare: 'python', tests } });
}

test('turning numbers into text costs no more than the loop around it', async () => {
  const plain = await run('[i for i in range(20000)]');
  const text = await run('[str(i) + repr(i) for i in range(20000)]');
  expect(text.outcome).toBe('passed');
  // Two calls of C functions a step: they poll as calls do, once in 51, and no more.
  expect(text.ticks).toBeLessThan(5 * plain.ticks);
});

test('a pattern that backtracks for ever ends by its steps, not by the clock', async () => {
  const verdict = await run('re.match(r"(a+)+$", "a" * 40 + "b")');
  expect(verdict.outcome).toBe('timeout');
  expect(verdict.error).toMatch(/^step budget/);
});

test('an honest pattern over a long text costs little', async () => {
  const verdict = await run('re.findall(r"\\w+", "hello world " * 20000)');
  expect(verdict.outcome).toBe('passed');
  expect(verdict.ticks).toBeLessThan(4000);
});
