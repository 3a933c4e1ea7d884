/** Which frame is told by what. */

import type { ExplainCase, Frame, FrameName } from './explain-frames.ts';
import { advantageFrame, rewardFrame, sampleFrame, spreadFrame, testsFrame } from './explain-group-frames.ts';
import { klFrame, pushFrame, ratioFrame } from './explain-token-frames.ts';

const TOLD: Readonly<Record<FrameName, (one: ExplainCase) => Frame>> = {
  sample: sampleFrame,
  tests: testsFrame,
  reward: rewardFrame,
  spread: spreadFrame,
  advantage: advantageFrame,
  ratio: ratioFrame,
  kl: klFrame,
  push: pushFrame,
};

export const frameOf = (name: FrameName, one: ExplainCase): Frame => TOLD[name](one);
