/** What went wrong or waits for a decision: an interrupted run, a broken one, failures that are ours. */

import type { ComponentChildren } from 'preact';
import type { Alert } from '../../core/records.ts';
import { ALERT_WORDS, alertText } from '../alert-words.ts';
import { sentence } from '../format.ts';
import { GRADERS } from '../graders.ts';
import type { Store } from '../store.ts';

export function Banners({ store }: { readonly store: Store }) {
  const device = store.device.value;
  const problems = store.problems.value;
  // A fatal fault arrives twice, as an event and as the reason why the run broke off.
  const told = store.run.value.troubles.filter((trouble) => trouble.message !== store.failure.value);
  const faults = told.filter((trouble) => trouble.kind === 'infra_error');
  return (
    <div class="banners">
      <Unfinished store={store} />
      <BadAddress store={store} />
      <WeakGrader store={store} />
      {store.failure.value !== null && (
        <Banner tone="bad" title="The run broke off.">
          {sentence(store.failure.value)}{' '}
          {store.unfinished.value === null
            ? 'What was measured up to then is still shown; press Train to start again.'
            : 'What it learned up to its last finished epoch was kept.'}
        </Banner>
      )}
      {device.status === 'failed' && (
        <Banner tone="bad" title="The model could not be loaded.">
          {sentence(device.message)} Another device may work: choose one below and press Train.
        </Banner>
      )}
      {problems.status === 'failed' && (
        <Banner tone="bad" title="The problems could not be loaded.">
          {problems.message}
        </Banner>
      )}
      {faults.map((trouble) => (
        <Banner
          key={trouble.message}
          tone={trouble.fatal ? 'bad' : 'note'}
          title={trouble.fatal ? 'The training stopped on a fault of ours.' : 'A fault of ours, mended.'}
        >
          {sentence(trouble.message)}
        </Banner>
      ))}
      {store.run.value.alerts.map((alert) => (
        <AlertBanner key={alert.name} alert={alert} />
      ))}
      <Notices messages={told.filter((trouble) => trouble.kind === 'notice').map((trouble) => trouble.message)} />
    </div>
  );
}

/** What goes wrong in the training itself, as against what goes wrong with the machine. */
function AlertBanner({ alert }: { readonly alert: Alert }) {
  return (
    <Banner tone="alert" title={`${ALERT_WORDS[alert.name]}, from step ${alert.step}.`}>
      {sentence(alertText(alert))}
    </Banner>
  );
}

/** A link that was mistyped, or made by another version. */
function BadAddress({ store }: { readonly store: Store }) {
  const complaint = store.complaint.value;
  if (complaint === null) return null;
  return (
    <Banner tone="bad" title="The settings in the address could not be read.">
      {sentence(complaint)} The page goes on with its defaults.{' '}
      <button type="button" class="button button-small" onClick={() => (store.complaint.value = null)}>
        Close
      </button>
    </Banner>
  );
}

/** While a weak grader is chosen, or pays the run that is shown, nobody may take its reward for skill. */
function WeakGrader({ store }: { readonly store: Store }) {
  const { harness } = (store.running.value && store.run.value.config) || store.plan.value.config;
  if (harness === 'sealed') return null;
  return (
    <Banner tone="bad" title="A weak grader is switched on.">
      {GRADERS[harness].help} What it pays can be faked. The measurements before and after training always use the
      sealed grader.{' '}
      <button
        type="button"
        class="button button-small"
        disabled={store.running.value}
        onClick={() => store.set('harness', 'sealed')}
      >
        Back to the sealed grader
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
    <Banner tone="note" title="Note.">
      {sentence(newest)}
      {earlier.length > 0 && (
        <details>
          <summary>{earlier.length} more</summary>
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
    <Banner tone="ask" title={`A run was interrupted after ${done} of ${snapshot.config.epochs} epochs.`}>
      {done === 0
        ? 'It had not come to its first step.'
        : 'Its weights and curves were kept; the curves are shown below.'}
      <span class="banner-actions">
        <button
          type="button"
          class="button button-go"
          disabled={store.occupied.value}
          onClick={() => void store.continueUnfinished()}
        >
          Continue run from epoch {done + 1}
        </button>
        <button type="button" class="button" onClick={() => void store.discardUnfinished()}>
          Discard it
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
