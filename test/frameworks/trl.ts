/**
 * The same rollouts through TRL's trainers and through our code: `npx tsx test/frameworks/trl.ts`, by hand.
 *
 * Needs a Python with `trl`: the one that `GREENBAR_PYTHON` names, else `python3`. Prints a Markdown table and exits with 1
 * when a number differs that should not.
 */

import { findPython } from '../../bench/peers/installed.ts';
import { makeScene, startPolicy } from './batch.ts';
import { compareCase } from './compare.ts';
import { computeOurs } from './ours.ts';
import { renderReport } from './report.ts';
import { TRL_CASES } from './trl-cases.ts';
import { computeTheirs } from './trl-peer.ts';

async function main(): Promise<void> {
  const found = await findPython(['trl', 'transformers', 'torch']);
  if ('missing' in found) throw new Error(`frameworks: expected a Python with trl, got none: ${found.missing}`);
  const scene = await makeScene();
  const { versions, theirs } = await computeTheirs(found.python, scene, TRL_CASES);
  await using policy = await startPolicy({ ...scene.checkpoint, weights: scene.weights.current });
  const rows = [];
  for (const [i, one] of TRL_CASES.entries()) {
    rows.push(compareCase(one, scene.batches[one.batch], theirs[i]!, await computeOurs(policy, scene, one)));
  }
  process.stdout.write(renderReport(versions, rows));
  if (rows.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

await main();
