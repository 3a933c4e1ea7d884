/** What this machine is to the exercise: what runs the model and how fast, how long a run takes, what the browser lacks. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeviceInfo } from '../../core/records.ts';
import { megabytes, percent, rangeText, short } from '../parts/format.ts';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { type BrowserName, browserOf, type Capabilities, readCapabilities } from './capabilities.ts';
import { LOADED_PARTS, type Loading, type PartLoading } from './loading.ts';
import { BACKENDS } from './machine-words.ts';

export function MachineCard({ store }: { readonly store: Store }) {
  const capabilities = useSignal<Capabilities | null>(null);
  useEffect(() => {
    void readCapabilities(window).then((read) => {
      capabilities.value = read;
    });
  }, [capabilities]);
  const text = words.machineCard;
  const device = store.device.value;
  if (useHidden('device')) return null;
  return (
    <section class="machine-card" aria-labelledby="machine-card">
      <h2 id="machine-card">{device.status === 'loading' ? text.loading.title : text.title}</h2>
      {device.status === 'loading' && <LoadingParts loading={store.loading.value} />}
      {device.status === 'ready' && <Device info={device.info} />}
      {device.status === 'failed' && <p class="error-line">{text.failed}</p>}
      {device.status !== 'loading' && <Duration store={store} />}
      {capabilities.value !== null && (
        <>
          <Pills store={store} capabilities={capabilities.value} />
          <Help capabilities={capabilities.value} browser={browserOf(navigator.userAgent)} />
        </>
      )}
    </section>
  );
}

function LoadingParts({ loading }: { readonly loading: Loading }) {
  const text = words.machineCard.loading;
  return (
    <>
      <ul class="loading-parts">
        {LOADED_PARTS.map((name) => {
          const part = loading[name];
          return (
            <li key={name} class={`loading-${part.status}`}>
              <span>{text[name]}</span>
              <progress aria-label={text[name]} max={1} {...shareOf(part)} />
              <span class="loading-words">{wordsOf(part)}</span>
            </li>
          );
        })}
      </ul>
      <p class="machine-card-note">{text.meanwhile}</p>
    </>
  );
}

/** A bar without a value moves by itself: something goes on, and nobody knows how much is left. */
function shareOf(part: PartLoading): { readonly value?: number } {
  switch (part.status) {
    case 'waiting':
      return { value: 0 };
    case 'bytes':
      return part.total > 0 ? { value: part.done / part.total } : {};
    case 'starting':
      return {};
    case 'measuring':
      return { value: part.share };
    case 'ready':
      return { value: 1 };
    default:
      return part satisfies never;
  }
}

function wordsOf(part: PartLoading): string {
  const text = words.machineCard.loading;
  if (part.status !== 'bytes') return text[part.status];
  const done = megabytes(part.done);
  return part.total > 0 ? text.bytes(done, megabytes(part.total)) : text.bytesSoFar(done);
}

function Device({ info: { backend, adapter, tokensPerSecond, parameters } }: { readonly info: DeviceInfo }) {
  const text = words.machineCard;
  return (
    <p class="machine-card-device">
      <b>{adapter.startsWith(BACKENDS[backend]) ? adapter : BACKENDS[backend]}</b>
      {adapter !== '' && !adapter.startsWith(BACKENDS[backend]) && <span>{adapter}</span>}
      {tokensPerSecond > 0 && <span>{text.speed(short(tokensPerSecond))}</span>}
      <span>{text.parameters(short(parameters))}</span>
    </p>
  );
}

function Duration({ store }: { readonly store: Store }) {
  const text = words.machineCard.estimate;
  const { config, conflict } = store.plan.value;
  if (conflict !== null && !store.running.value) return <p class="machine-card-note">{text.conflict}</p>;
  const estimate = store.pace.estimate.value;
  if (estimate === null) return null;
  const epochs = (store.running.value && store.run.value.config?.epochs) || config.epochs;
  return (
    <p class="machine-card-time" title={text.from[estimate.from]}>
      <span>{text.title(epochs)}:</span> <b>{text.total(rangeText(estimate.total))}</b>
      <small>
        {text.measuring(percent(estimate.measuring.high / estimate.total.high))}. {text.from[estimate.from]}
      </small>
    </p>
  );
}

interface PillsProps {
  readonly store: Store;
  readonly capabilities: Capabilities;
}

function Pills({ store, capabilities: { webgpu, simd, cores } }: PillsProps) {
  const text = words.machineCard.pills;
  const storage = store.history.storage.value;
  const offline = store.offline.state.value.status;
  const away = offline === 'impossible' || offline === 'failed';
  return (
    <ul class="capabilities" aria-label={text.title}>
      <Pill has={webgpu === 'yes'} label={text.webgpu} />
      <Pill has={simd} label={text.simd} />
      <Pill has={offline === 'ready' ? true : away ? false : null} label={text.offline} />
      {storage !== null && <Pill has={storage.kind === 'indexeddb'} label={text.stored} />}
      {storage?.kind === 'indexeddb' && <Pill has={storage.persisted || null} label={text.kept} />}
      <li>{text.cores(cores)}</li>
    </ul>
  );
}

/** `null`: not yet. */
function Pill({ has, label }: { readonly has: boolean | null; readonly label: string }) {
  const text = words.machineCard.pills;
  const state = has === null ? 'notYet' : has ? 'yes' : 'no';
  return (
    <li class={`capability-${state}`} title={`${label}: ${text[state]}`}>
      <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d={GLYPHS[state]} />
      </svg>
      {label}
      <span class="sr-only">: {text[state]}</span>
    </li>
  );
}

const GLYPHS = { yes: 'M3.5 8.5l3 3 6-7', no: 'M4 4l8 8M12 4l-8 8', notYet: 'M4 8h.01M8 8h.01M12 8h.01' } as const;

interface HelpProps {
  readonly capabilities: Capabilities;
  readonly browser: BrowserName;
}

function Help({ capabilities: { webgpu, simd }, browser }: HelpProps) {
  const text = words.machineCard.help;
  if (!simd) return <p class="machine-card-note">{text.noSimd}</p>;
  switch (webgpu) {
    case 'yes':
      return null;
    case 'insecure':
      return (
        <p class="machine-card-note">
          {text.insecure} {text.everywhere}
        </p>
      );
    case 'no-api':
    case 'no-adapter':
      return (
        <details class="machine-card-help">
          <summary>
            {webgpu === 'no-api' ? text.noApi : text.noAdapter} {text.summary}
          </summary>
          <p>{text[browser]}</p>
          <p>{text.everywhere}</p>
        </details>
      );
    default:
      return webgpu satisfies never;
  }
}
