/** One program in full: what was asked, what it wrote, what each test said, what it earned. */

import { useSignal } from '@preact/signals';
import type { RolloutRecord } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { decimal, NOTHING, signed } from '../parts/format.ts';
import { OutcomeBadge } from '../parts/outcomes.tsx';
import { useHidden, useView } from '../shell/view-context.ts';
import { words } from '../words/index.ts';
import { Conduct } from './conduct.tsx';
import { RewardParts } from './reward-parts.tsx';
import { type Place, type RolloutGroup, testsBehind, twinsOf } from './rollout-groups.ts';
import { RolloutProgram } from './rollout-program.tsx';
import { TestTable } from './rollout-tests.tsx';
import { TokenTable } from './token-table.tsx';

const told = words.rollout;

interface RolloutDetailProps {
  readonly rollout: RolloutRecord;
  readonly group: RolloutGroup;
  readonly problem: Problem | undefined;
  readonly onChoose: (place: Place) => void;
}

export function RolloutDetail({ rollout, group, problem, onChoose }: RolloutDetailProps) {
  const { lecture } = useView();
  const explained = !useHidden('explain');
  const prompt = problem && `# Problem: ${problem.text}\n# Solution:\n`;
  return (
    <article class="rollout" aria-label={told.label}>
      <header class="rollout-head">
        <OutcomeBadge outcome={rollout.outcome} />
        <dl class="facts facts-row">
          <div>
            <dt>{told.tests}</dt>
            <dd>{told.testsOf(rollout.passed, rollout.total)}</dd>
          </div>
          <div>
            <dt>{told.reward}</dt>
            <dd>{rollout.reward === null ? NOTHING : decimal(rollout.reward)}</dd>
          </div>
          <div>
            <dt>{told.advantage}</dt>
            <dd>
              {signed(rollout.advantage)}
              <small class="push">{push(rollout, group)}</small>
            </dd>
          </div>
        </dl>
      </header>
      <RolloutProgram rollout={rollout} prompt={prompt} />
      {rollout.error !== undefined && rollout.line === undefined && <p class="error-line">{rollout.error}</p>}
      <p class="code-note">{told.promptNote(rollout.ids.length)}</p>
      <Twins rollout={rollout} group={group} onChoose={onChoose} />
      <p class="rollout-actions">
        <CopyProgram code={rollout.code} />
        {explained && (
          <a class="button button-small" href="#explain">
            {told.explain}
          </a>
        )}
      </p>
      <RewardParts rollout={rollout} />
      <TestTable rollout={rollout} tests={testsBehind(problem, rollout)} problem={problem} />
      {rollout.trained !== undefined && !lecture && (
        <TokenTable turns={rollout.trained} attempts={(rollout.earlier?.length ?? 0) + 1} />
      )}
      <Conduct rollout={rollout} />
    </article>
  );
}

/** What the update does with it, in words. */
function push(rollout: RolloutRecord, group: RolloutGroup): string {
  if (rollout.reward === null) return told.push.out;
  if (group.dead) return told.push.none;
  return rollout.advantage > 0 ? told.push.up : rollout.advantage < 0 ? told.push.down : told.push.still;
}

type TwinsProps = Pick<RolloutDetailProps, 'rollout' | 'group' | 'onChoose'>;

function Twins({ rollout, group, onChoose }: TwinsProps) {
  const twins = twinsOf(group, rollout);
  if (twins.length === 0) return null;
  return (
    <p class="code-note twins">
      {told.twins(twins.length + 1, group.rollouts.length)}{' '}
      {twins.map((index) => (
        <button key={index} type="button" class="link" onClick={() => onChoose({ group: group.group, index })}>
          {told.twin(index + 1)}
        </button>
      ))}
    </p>
  );
}

function CopyProgram({ code }: { readonly code: string }) {
  /** The program that was last asked for, and whether the clipboard took it. */
  const given = useSignal<{ readonly code: string; readonly copied: boolean } | null>(null);
  const shown = given.value?.code === code ? given.value : null;
  const copy = async () => {
    // Browsers give no clipboard to pages without https, and may refuse it to others.
    const copied = await navigator.clipboard?.writeText(code).then(
      () => true,
      () => false,
    );
    given.value = { code, copied: copied ?? false };
  };
  return (
    <>
      <button type="button" class="button button-small" onClick={() => void copy()}>
        {told.copy}
      </button>
      <span role="status">{shown !== null && (shown.copied ? told.copied : told.copyFailed)}</span>
    </>
  );
}
