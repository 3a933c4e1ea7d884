/** A pre-training whose engine dies: the same reports and weights as without that, told once. */

import { expect, test } from 'vitest';
import { mortalPolicy } from '../../test/support/mortal-policy.ts';
import { toyPolicy } from '../../test/support/toy-trainer.ts';
import type { PretrainProgress, PretrainRequest } from './pretrain-request.ts';
import { type PretrainingOptions, runPretraining } from './pretrain-session.ts';

const REQUEST: Omit<PretrainRequest, 'preset'> = { steps: 60, seed: 3, backend: 'auto', checkpointEvery: 20 };

/** Reports of a pre-training whose engines die when they have made so many updates, one engine after the other. */
async function reports(deaths: readonly number[], request: Partial<PretrainRequest> = {}) {
  const made: string[] = [];
  const seen: PretrainProgress[] = [];
  const options: PretrainingOptions = {
    request: { ...REQUEST, ...request },
    weights: toyPolicy().weights,
    source: (index) => ({ prompt: [index % 9], completion: [2 + (index % 4), 1] }),
    make: async (wanted) => {
      const death = deaths[made.length];
      made.push(wanted);
      const policy = toyPolicy(wanted === 'auto' ? 'webgpu' : wanted);
      return {
        policy: mortalPolicy(policy, (call, answered) => call === 'update' && answered === death),
        notes: ['made'],
      };
    },
    filesOf: (weights) => ({ model: new Uint8Array(weights.slice().buffer) }),
  };
  await runPretraining(options, async (progress) => void seen.push(progress));
  return { made, seen, notices: seen.flatMap(({ notices = [] }) => notices) };
}

const reproducible = (seen: readonly PretrainProgress[]) =>
  seen.map(({ secondsLeft: _, notices: __, ...rest }) => rest);

test('takes the steps since the last checkpoint again, and reports each once', async () => {
  const whole = await reports([]);
  expect(whole.seen.map(({ step }) => step)).toEqual([20, 25, 40, 50, 60]);
  expect(whole.notices).toEqual(['made']);
  const broken = await reports([33]);
  expect(broken.made).toEqual(['auto', 'webgpu']);
  expect(reproducible(broken.seen)).toEqual(reproducible(whole.seen));
  expect(broken.notices[2]).toMatch(/^webgpu failed: .*started anew, goes on/);
});

test('goes on from a checkpoint to the same end', async () => {
  const whole = await reports([]);
  const { step, tokens, checkpoint } = whole.seen[2]!;
  const { weights, moment1, moment2 } = checkpoint!;
  const rest = await reports([5], { resume: { step, tokens, weights, moment1, moment2 } });
  expect(reproducible(rest.seen).map((one) => one.step)).toEqual([50, 60]);
  expect(rest.seen.at(-1)!.checkpoint).toEqual(whole.seen.at(-1)!.checkpoint);
});

test('is given up at the second death', async () => {
  await expect(reports([33, 5])).rejects.toThrow('somebody pulled the plug');
});
