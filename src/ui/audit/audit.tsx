/** "Audit my reward": attacks on the reward and the grader that the settings name, and what each of them earned. */

import { useSignal } from '@preact/signals';
import { HARNESSES } from '../../core/types.ts';
import type { AuditReport } from '../../trainer/api.ts';
import { RewardSelect } from '../controls/reward-select.tsx';
import { percent } from '../parts/format.ts';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { AttackDetail, AttackList } from './attacks.tsx';
import { GRADERS } from './graders.ts';
import { Lesson } from './lesson.tsx';

const { audit } = words;

export function Audit({ store }: { readonly store: Store }) {
  const status = store.audit.state.value;
  const lesson = store.audit.lesson.value;
  return (
    <Section id="audit" title={audit.title} intro={audit.intro}>
      <AuditForm store={store} />
      {lesson.status === 'failed' && <p class="error-line">{lesson.message}</p>}
      {lesson.status === 'done' && <Lesson lesson={lesson.lesson} />}
      {status.status === 'failed' && <p class="error-line">{status.message}</p>}
      {status.status === 'done' && <Report report={status.report} />}
      {status.status === 'none' && <p class="empty">{audit.none}</p>}
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
        {running ? audit.auditing : audit.audit}
      </button>
      <fieldset disabled={busy}>
        <legend class="sr-only">{audit.what}</legend>
        <RewardSelect value={reward} onChoose={(name) => store.set('reward', name)} />
        <label class="field">
          {audit.grader}
          <select value={harness} onChange={(event) => store.set('harness', event.currentTarget.value)}>
            {HARNESSES.map((name) => (
              <option key={name} value={name}>
                {GRADERS[name].label}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <p class="audit-help">{audit.help(GRADERS[harness].help, lowerFirst(words.rewards[reward].weakness))}</p>
      {harness !== 'sealed' && (
        <p class="audit-help">
          <button
            type="button"
            class="button button-small"
            disabled={busy}
            onClick={() => void store.audit.play({ harness })}
          >
            {audit.watch}
          </button>
        </p>
      )}
      {running && (
        <p class="audit-progress">
          <progress max={Math.max(1, status.total)} value={status.done} aria-label={audit.judged} />
          {status.total > 0 && audit.progress(status.done, status.total)}
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
          {audit.paid(paid, judged)}: “{words.rewards[reward].label}”, {lowerFirst(GRADERS[harness].label)}
        </h3>
        <p>
          {sound ? audit.sound : audit.unsound} {lucky > 0 && `${audit.lucky(lucky)} `}
          {overfit > 0 && audit.overfit(overfit)}
        </p>
        {report.notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </div>
    </div>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
