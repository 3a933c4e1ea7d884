/** What the reward of a run becomes elsewhere: every framework is given the same file, and lacks the same. */

import type { RunConfig } from '../../core/config.ts';
import type { MappingBuilder } from '../mapping.ts';
import { plainReward } from './task.ts';

export function mapReward({ reward }: RunConfig, add: MappingBuilder): void {
  const plain = plainReward(reward);
  add.map('reward', {}, `greenbar_reward.py pays \`${plain}\``);
  add.gap(
    'reward',
    plain !== reward,
    `It looks at more than outcomes (lint, types, complexity, cost, form or length), which need Greenbar’s analyses; \`${plain}\` is paid instead.`,
  );
  add.gap(
    'reward',
    reward === 'rlef-article',
    'Time is charged only to tests that time out, so that no machine pays more than another.',
  );
}
