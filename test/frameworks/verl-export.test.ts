/** The exported experiment in veRL's own data set class and reward manager, and its keys in veRL's own configuration. */

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as anyTest, expect } from 'vitest';
import type { AlgorithmName } from '../../src/core/algorithms.ts';
import { modelFacts } from '../../src/interop/model-facts.ts';
import { batchShape } from '../../src/interop/shape.ts';
import { scriptKeys } from '../../src/interop/verl/script.ts';
import { VERL_VERSION, verlSettings } from '../../src/interop/verl/settings.ts';
import { verlFiles } from '../../src/interop/verl/verl.ts';
import { loadTokenizer } from '../../src/model/tokenizer.ts';
import { paidHere } from './paid.ts';
import { experiment, jsonLinesOf, PYTHON, python, script, writeExport } from './python.ts';

/** A checkout of veRL, release 0.7.0. */
const SOURCE = process.env.GREENBAR_VERL_EXPORT;
const missing = PYTHON === undefined || SOURCE === undefined;
if (missing) {
  console.warn(
    `exports for veRL: skipped, GREENBAR_PYTHON or GREENBAR_VERL_EXPORT (a checkout of ${VERL_VERSION}) is not set`,
  );
}
const test = anyTest.skipIf(missing);

const ALGORITHMS: readonly AlgorithmName[] = [
  'grpo',
  'dapo',
  'dr-grpo',
  'gspo',
  'cispo',
  'rloo',
  'reinforce',
  'ppo',
  'verl-grpo',
];

interface Answer {
  readonly train: Loaded;
  readonly val: Loaded;
  readonly rewards: readonly number[];
  readonly extra: readonly string[];
  readonly unknown: readonly string[];
}

interface Loaded {
  readonly rows: number;
  readonly index: number;
  readonly prompt: string;
  readonly ids: readonly number[];
}

test('veRL loads the rows, renders the prompts as they are, and pays as the sandbox does', async () => {
  const input = await experiment({ preset: 'lecture', algorithm: 'grpo', settings: { epochs: 10 } });
  const folder = writeExport(verlFiles(input));
  const shape = batchShape(input);
  try {
    execFileSync('bash', ['-n', join(folder, 'run_verl.sh')]);
    const tokenizer = loadTokenizer(JSON.parse(new TextDecoder().decode(input.model['tokenizer.json'])));
    const problems = [...new Map(input.steps.flat().map((problem) => [problem.id, problem])).values()];
    const programs = problems.flatMap((problem) => [
      problem.reference ?? '',
      'def solution(*args):\n    return 0\n',
      'def',
    ]);
    const completions = programs.map((code, i) => {
      const problem = problems[Math.floor(i / 3)]!;
      return {
        problem: problem.id,
        prompt: tokenizer.encode(input.promptOf(problem)),
        completion: [...tokenizer.encode(code), 1],
      };
    });
    const job = { source: SOURCE, folder, completions, keys: await allKeys() };
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
    const [answer] = jsonLinesOf<Answer>(await python([script('verl_export.py'), join(folder, 'job.json')]));
    const first = input.promptOf(input.steps[0]![0]!);
    expect(answer?.train).toEqual({ rows: shape.prompts * 10, index: 0, prompt: first, ids: tokenizer.encode(first) });
    expect(answer?.val.rows).toBe(input.lecture.length);
    expect(answer?.extra).toEqual(['acc', 'score', 'tests']);
    expect(answer?.unknown).toEqual([]);
    const told = completions.map(({ problem, completion }) => ({
      ...{ problem, completion: tokenizer.decode(completion), ids: completion.slice(0, 3), reward: null },
    }));
    const ours = await paidHere(told, input.config);
    answer?.rewards.forEach((reward, i) => {
      expect(reward).toBeCloseTo(ours[i]!, 6); // a table of float32
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);

/** Every key that any of the algorithms sets. */
async function allKeys(): Promise<string[]> {
  const keys = ALGORITHMS.map(async (algorithm) => {
    const other = await experiment({ preset: 'nano-test', algorithm });
    const mapping = verlSettings(other.config, batchShape(other), modelFacts(other.model).contextLength);
    return scriptKeys(mapping, other.config).map(([key]) => key);
  });
  return [...new Set((await Promise.all(keys)).flat())];
}
