/** What runs the model, in a few words: still loading, failed, or how fast it is. */

import { BACKENDS } from '../machine/machine-words.ts';
import { percent, sentence, short } from '../parts/format.ts';
import type { DeviceStatus } from '../store.ts';
import { words } from '../words/index.ts';
import { useHidden } from './view-context.ts';

const text = words.header;

export function DevicePill({ status }: { readonly status: DeviceStatus }) {
  if (useHidden('device')) return null;
  switch (status.status) {
    case 'loading':
      return (
        <span class="pill" role="status">
          <i class="dot dot-busy" />
          <span class="pill-text">
            {status.detail}
            {status.share > 0 && status.share < 1 ? ` ${percent(status.share)}` : '…'}
          </span>
        </span>
      );
    case 'failed':
      return (
        <span class="pill pill-failed" role="status" title={status.message}>
          <i class="dot" />
          <span class="pill-text">{text.deviceFailed}</span>
        </span>
      );
    case 'ready': {
      const { engine, backend, adapter, parameters, tokensPerSecond, notes } = status.info;
      const what = `${text.on(engine, backend, adapter)}; ${text.parameters(short(parameters))}`;
      const title = [what, ...notes].map(sentence).join(' ');
      return (
        <span class="pill" title={title}>
          <i class="dot dot-ready" />
          <span class="pill-text">
            <b>{BACKENDS[backend]}</b>
            {adapter !== '' && <span class="widest-only"> · {adapter}</span>}
            {tokensPerSecond > 0 && <span class="wide-only"> · {text.tokens(short(tokensPerSecond))}</span>}
          </span>
        </span>
      );
    }
    default:
      return status satisfies never;
  }
}
