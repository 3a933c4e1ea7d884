/** Which frame is told by what. */

import { advantageFrame } from './explain-advantage-frame.ts';
import type { ExplainCase, Frame, FrameName } from './explain-frames.ts';
import { rewardFrame, sampleFrame, spreadFrame, testsFrame } from './explain-group-frames.ts';
import { pushFrame } from './explain-push-frame.ts';
import { klFrame, ratioFrame } from './explain-token-frames.ts';

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
