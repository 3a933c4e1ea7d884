/** The exported experiment in TRL: three steps without an edit, paid as the sandbox pays the same completions. */

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AlgorithmName } from '../../src/core/algorithms.ts';
import { trlFiles } from '../../src/interop/trl/trl.ts';
import { type PaidCompletion, paidHere } from './paid.ts';
import { experiment, jsonLinesOf, python, pythonTests, writeExport } from './python.ts';

const ALGORITHMS: readonly AlgorithmName[] = ['grpo', 'dapo', 'dr-grpo', 'gspo', 'cispo', 'rloo', 'trl-grpo'];

const test = pythonTests('exports for TRL');

test.each(ALGORITHMS)(
  '%s runs for three steps and pays as the sandbox does',
  async (algorithm) => {
    const settings = { reward: 'fraction', groupSize: 8 } as const;
    const input = await experiment({ preset: 'nano-test', algorithm, settings });
    const folder = writeExport(trlFiles(input));
    try {
      await python(['train.py', '--max-steps', '3', '--completions', 'completions.jsonl'], { cwd: folder });
      const completions = jsonLinesOf<PaidCompletion>(readFileSync(join(folder, 'completions.jsonl'), 'utf8'));
      // A batch is two problems of eight; three updates are of one batch or two, as the algorithm has it.
      expect(completions.length % 16).toBe(0);
      expect(completions.length).toBeGreaterThanOrEqual(16);
      expect(completions.map(({ reward }) => reward)).toEqual(await paidHere(completions, input.config));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  600_000,
);
