/** What went wrong or waits for a decision: an interrupted run, a broken one, failures that are ours. */

import type { ComponentChildren } from 'preact';
import type { Alert } from '../../core/records.ts';
import { GRADERS } from '../audit/graders.ts';
import { sentence } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ALERT_WORDS, alertText } from './alert-words.ts';

const { banners } = words;

export function Banners({ store }: { readonly store: Store }) {
  const device = store.device.value;
  const problems = store.problems.value;
  // A fatal fault arrives twice, as an event and as the reason why the run broke off.
  const told = store.own.value.troubles.filter((trouble) => trouble.message !== store.failure.value);
  const faults = told.filter((trouble) => trouble.kind === 'infra_error');
  return (
    <div class="banners">
      <Unfinished store={store} />
      <BadAddress store={store} />
      <WeakGrader store={store} />
      {store.failure.value !== null && (
        <Banner tone="bad" title={banners.brokeOff}>
          {sentence(store.failure.value)} {store.unfinished.value === null ? banners.stillShown : banners.wasKept}
        </Banner>
      )}
      {device.status === 'failed' && (
        <Banner tone="bad" title={banners.noModel}>
          {sentence(device.message)} {store.models.missing.value === null && banners.otherDevice}
        </Banner>
      )}
      {problems.status === 'failed' && (
        <Banner tone="bad" title={banners.noProblems}>
          {problems.message}
        </Banner>
      )}
      {faults.map((trouble) => (
        <Banner
          key={trouble.message}
          tone={trouble.fatal ? 'bad' : 'note'}
          title={trouble.fatal ? banners.fatal : banners.mended}
        >
          {sentence(trouble.message)}
        </Banner>
      ))}
      {store.own.value.alerts.map((alert) => (
        <AlertBanner key={alert.name} alert={alert} />
      ))}
      <Notices messages={told.filter((trouble) => trouble.kind === 'notice').map((trouble) => trouble.message)} />
    </div>
  );
}

/** What goes wrong in the training itself, as against what goes wrong with the machine. */
function AlertBanner({ alert }: { readonly alert: Alert }) {
  return (
    <Banner tone="alert" title={banners.alert(ALERT_WORDS[alert.name], alert.step)}>
      {sentence(alertText(alert))}
    </Banner>
  );
}

/** A link that was mistyped, or made by another version. */
function BadAddress({ store }: { readonly store: Store }) {
  const complaint = store.complaint.value;
  if (complaint === null) return null;
  return (
    <Banner tone="bad" title={banners.badAddress}>
      {complaint}{' '}
      <button type="button" class="button button-small" onClick={() => (store.complaint.value = null)}>
        {banners.close}
      </button>
    </Banner>
  );
}

/** While a weak grader is chosen, or pays the run that is shown, nobody may take its reward for skill. */
function WeakGrader({ store }: { readonly store: Store }) {
  const { harness } = (store.running.value && store.run.value.config) || store.plan.value.config;
  if (harness === 'sealed') return null;
  return (
    <Banner tone="bad" title={banners.weak}>
      {GRADERS[harness].help} {banners.weakHelp}{' '}
      <button
        type="button"
        class="button button-small"
        disabled={store.running.value}
        onClick={() => store.set('harness', 'sealed')}
      >
        {banners.sealed}
      </button>
    </Banner>
  );
}

/** What the trainer remarked on the way: the newest in sight, the others one click away. */
function Notices({ messages }: { readonly messages: readonly string[] }) {
  const newest = messages.at(-1);
  if (newest === undefined) return null;
  const earlier = messages.slice(0, -1).reverse();
  return (
    <Banner tone="note" title={banners.note}>
      {sentence(newest)}
      {earlier.length > 0 && (
        <details>
          <summary>{banners.more(earlier.length)}</summary>
          <ul>
            {earlier.map((message) => (
              <li key={message}>{sentence(message)}</li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  );
}

function Unfinished({ store }: { readonly store: Store }) {
  const snapshot = store.unfinished.value;
  if (snapshot === null) return null;
  const done = store.run.value.steps.length;
  return (
    <Banner tone="ask" title={banners.interrupted(done, snapshot.config.epochs)}>
      {done === 0 ? banners.noStep : banners.curvesKept}
      <span class="banner-actions">
        <button
          type="button"
          class="button button-go"
          disabled={store.occupied.value}
          onClick={() => void store.continueUnfinished()}
        >
          {banners.goOn(done + 1)}
        </button>
        <button type="button" class="button" onClick={() => void store.discardUnfinished()}>
          {banners.discard}
        </button>
      </span>
    </Banner>
  );
}

interface BannerProps {
  readonly tone: 'bad' | 'alert' | 'note' | 'ask';
  readonly title: string;
  readonly children: ComponentChildren;
}

function Banner({ tone, title, children }: BannerProps) {
  return (
    <div class={`banner banner-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <b>{title}</b>
      <div>{children}</div>
    </div>
  );
}
