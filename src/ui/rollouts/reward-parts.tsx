/** What a program's reward is made of: each part with its value, its weight, and why. */

import type { RolloutRecord } from '../../core/records.ts';
import type { RewardComponent } from '../../core/rewards.ts';
import { decimal, NOTHING, signed } from '../parts/format.ts';
import { words } from '../words/index.ts';

const { rewardParts } = words;

/** Nothing to take apart where one part is the whole reward and the number of tests says why. */
const SELF_EVIDENT: ReadonlySet<RewardComponent['name']> = new Set(['all_tests', 'tests']);

export function RewardParts({ rollout }: { readonly rollout: RolloutRecord }) {
  const { components } = rollout;
  if (components.length === 0 || (components.length === 1 && SELF_EVIDENT.has(components[0]!.name))) return null;
  return (
    <table class="reward-parts">
      <caption>{rewardParts.caption(decimal(rollout.reward ?? 0))}</caption>
      <tbody>
        {components.map((part) => (
          <tr key={part.name} class={part.value === null ? 'is-absent' : ''}>
            <th scope="row">{part.name.replaceAll('_', ' ')}</th>
            <td class="part-bar">
              <Share part={part} />
            </td>
            <td class="part-paid">{part.value === null ? NOTHING : signed(part.paid)}</td>
            <td class="part-why">{part.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How much of what the part could pay it did pay. */
function Share({ part }: { readonly part: RewardComponent }) {
  const share = Math.max(0, Math.min(1, part.value ?? 0));
  return (
    <span class="part-track" title={rewardParts.share(decimal(share), decimal(part.weight))}>
      <i style={{ width: `${100 * share}%` }} />
    </span>
  );
}
