/** No verdict depends on how large the engine's own stack is, or on how its compiler uses it. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { steadyText } from '../../src/core/same-verdict.ts';
import type { Verdict } from '../../src/core/types.ts';
import { DEPTH_CASES } from '../browsers/cases/depths.ts';
import { createNodeEngine } from '../soak/node-engine.ts';

const SCRIPT = fileURLToPath(new URL('../support/small-stack.ts', import.meta.url));

/** Verdicts of a process with these flags of V8. A worker in Chromium has a stack of 500 kB, Node itself 984 kB. */
async function verdictsUnder(...flags: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--import', 'tsx', SCRIPT]);
  return JSON.parse(stdout) as string[];
}

describe('recursion through C', () => {
  let verdicts: readonly Verdict[] = [];

  beforeAll(async () => {
    await using engine = await createNodeEngine(1);
    verdicts = await engine.run(DEPTH_CASES.map(({ assignment }) => assignment));
  }, 120_000);

  test.each(DEPTH_CASES.map(({ name }, i) => [name, i] as const))('%s', (_, i) => {
    expect(DEPTH_CASES[i]!.check(verdicts[i]!)).toEqual([]);
  });

  test.each([
    ['500 kB of stack, optimised code', ['--stack-size=500', '--no-liftoff']],
    ['500 kB of stack, code as first compiled', ['--stack-size=500', '--liftoff-only']],
  ])(
    '%s: the same verdicts',
    async (_, flags) => {
      const small = await verdictsUnder(...flags);
      expect(small).toEqual(verdicts.map(steadyText));
    },
    300_000,
  );
});
