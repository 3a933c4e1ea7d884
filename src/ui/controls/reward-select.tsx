/** Chooses the reward of the next run, and of the audit. */

import { REWARD_NAMES, type RewardName } from '../../core/rewards.ts';
import { words } from '../words/index.ts';

interface RewardSelectProps {
  readonly value: RewardName;
  readonly onChoose: (reward: RewardName) => void;
}

export function RewardSelect({ value, onChoose }: RewardSelectProps) {
  return (
    <label class="field">
      {words.rewardSelect}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as RewardName)}>
        {REWARD_NAMES.map((name) => (
          <option key={name} value={name}>
            {words.rewards[name].label}
          </option>
        ))}
      </select>
    </label>
  );
}
