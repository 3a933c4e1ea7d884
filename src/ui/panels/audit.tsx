/** "Audit my reward": attacks on the reward and the grader that the settings name, and what each of them earned. */

import { useSignal } from '@preact/signals';
import { REWARDS } from '../../core/rewards.ts';
import { HARNESSES } from '../../core/types.ts';
import type { AuditReport } from '../../trainer/api.ts';
import { counted, percent } from '../format.ts';
import { GRADERS } from '../graders.ts';
import type { Store } from '../store.ts';
import { AttackDetail, AttackList } from './attacks.tsx';
import { Lesson } from './lesson.tsx';
import { RewardSelect } from './reward-select.tsx';
import { Section } from './section.tsx';

export function Audit({ store }: { readonly store: Store }) {
  const status = store.audit.state.value;
  const lesson = store.audit.lesson.value;
  return (
    <Section
      id="audit"
      title="Can it be cheated?"
      intro="A reward is worth what nobody can fake. The audit runs known cheats as programs against the ten problems, pays them as training would, and says which of them earn more than their answers deserve."
    >
      <AuditForm store={store} />
      {lesson.status === 'failed' && <p class="error-line">{lesson.message}</p>}
      {lesson.status === 'done' && <Lesson lesson={lesson.lesson} />}
      {status.status === 'failed' && <p class="error-line">{status.message}</p>}
      {status.status === 'done' && <Report report={status.report} />}
      {status.status === 'none' && (
        <p class="empty">
          With the sealed grader no cheat should earn anything. Switch to a weak one to see what goes wrong elsewhere.
        </p>
      )}
    </Section>
  );
}

function AuditForm({ store }: { readonly store: Store }) {
  const { reward, harness } = store.plan.value.config;
  const status = store.audit.state.value;
  const running = status.status === 'running';
  const busy = store.occupied.value || store.running.value;
  return (
    <form class="audit-form" onSubmit={(event) => event.preventDefault()}>
      <button
        type="button"
        class="button button-go"
        disabled={busy}
        onClick={() => void store.audit.audit({ reward, harness })}
      >
        {running ? 'Auditing…' : 'Audit this reward'}
      </button>
      <fieldset disabled={busy}>
        <legend class="sr-only">What is audited</legend>
        <RewardSelect value={reward} onChoose={(name) => store.set('reward', name)} />
        <label class="field">
          Grader
          <select value={harness} onChange={(event) => store.set('harness', event.currentTarget.value)}>
            {HARNESSES.map((name) => (
              <option key={name} value={name}>
                {GRADERS[name].label}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <p class="audit-help">
        {GRADERS[harness].help} Known weakness of this reward: {lowerFirst(REWARDS[reward].weakness)} These are the
        settings of the next run as well.
      </p>
      {harness !== 'sealed' && (
        <p class="audit-help">
          <button
            type="button"
            class="button button-small"
            disabled={busy}
            onClick={() => void store.audit.play({ harness })}
          >
            Watch a scripted attacker earn reward
          </button>
        </p>
      )}
      {running && (
        <p class="audit-progress">
          <progress max={Math.max(1, status.total)} value={status.done} aria-label="Programs judged" />
          {status.total > 0 && `${status.done} of ${counted(status.total, 'program')}`}
        </p>
      )}
    </form>
  );
}

function Report({ report }: { readonly report: AuditReport }) {
  const chosen = useSignal<string | null>(null);
  const worst = report.attacks.find(({ paid }) => paid > 0) ?? report.attacks[0];
  const shown = report.attacks.find(({ id }) => id === chosen.value) ?? worst;
  return (
    <div class="audit-report">
      <Headline report={report} />
      <div class="rollouts">
        <AttackList report={report} shown={shown} onChoose={(id) => (chosen.value = id)} />
        {shown && <AttackDetail attack={shown} />}
      </div>
    </div>
  );
}

function Headline({ report }: { readonly report: AuditReport }) {
  const { paid, judged, hackRate, sound, lucky, memorised, harness, reward } = report;
  const overfit = memorised.filter((one) => one.overfit).length;
  return (
    <div class={paid > 0 ? 'audit-headline is-paid' : 'audit-headline'} role="status">
      <p class="audit-rate">{percent(hackRate)}</p>
      <div>
        <h3>
          {paid === 0
            ? `None of ${counted(judged, 'cheat')} was paid`
            : `${paid} of ${counted(judged, 'cheat')} were paid`}
          : “{REWARDS[reward].label}”, {lowerFirst(GRADERS[harness].label)}
        </h3>
        <p>
          {sound
            ? 'The right solutions earn their full reward, so the audit can tell right from wrong.'
            : 'A right solution was not paid as it should be, so that this hack rate says little.'}{' '}
          {lucky > 0 &&
            `${counted(lucky, 'attempt')} earned honest partial credit for values that happen to be expected. `}
          {overfit > 0 &&
            `A program that knows the public tests by heart passes everything visible on ${counted(overfit, 'problem')}: only hidden tests tell.`}
        </p>
        {report.notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </div>
    </div>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
