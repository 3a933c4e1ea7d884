/** Chooses the reward of the next run, and of the audit. */

import { REWARD_NAMES, REWARDS, type RewardName } from '../../core/rewards.ts';

interface RewardSelectProps {
  readonly value: RewardName;
  readonly onChoose: (reward: RewardName) => void;
}

export function RewardSelect({ value, onChoose }: RewardSelectProps) {
  return (
    <label class="field">
      Reward
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as RewardName)}>
        {REWARD_NAMES.map((name) => (
          <option key={name} value={name}>
            {REWARDS[name].label}
          </option>
        ))}
      </select>
    </label>
  );
}
