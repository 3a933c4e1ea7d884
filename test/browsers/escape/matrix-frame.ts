/** The escape matrix of the frame: a sealed frame whose own script is hostile, and the same script in a frame without a policy. */

import { mountSandbox } from '../../../src/sandbox/frame.ts';
import { sleep } from '../page.ts';
import type { Outcome, Reach } from './attempt.ts';
import { NAVIGATIONS } from './frame-attempts.ts';

/** What a hostile frame is told over its port. */
export interface FrameOrder {
  readonly reach: Reach;
  /** Index into NAVIGATIONS; absent for all attempts that leave the document alone. */
  readonly navigation?: number;
}

interface HostileFrame extends Disposable {
  readonly port: MessagePort;
}

/** How long a frame is left alone after it was told, milliseconds: a request of a removed frame would be taken back. */
const LINGER_MS = 2500;

/** A frame with the same sandbox flags, but no policy and nothing around it: the control. */
export async function mountOpenFrame(): Promise<HostileFrame> {
  const source = await (await fetch('hostile-frame/frame.js')).text();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = `<!doctype html><body><script>${source.replaceAll('</script', '<\\/script')}</script>`;
  const there = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await there;
  const { port1, port2 } = new MessageChannel();
  frame.contentWindow!.postMessage({ type: 'boot' }, '*', [port2]);
  return { port: port1, [Symbol.dispose]: () => frame.remove() };
}

export const mountSealedFrame = (): Promise<HostileFrame> => mountSandbox({ baseUrl: 'hostile-frame/', workers: 1 });

/** Runs all attempts in frames that `mount` makes, at the same time; what each believes of itself. */
export async function tryFrames(mount: () => Promise<HostileFrame>, reach: Reach): Promise<readonly Outcome[]> {
  const one = async (order: FrameOrder) => {
    using frame = await mount();
    // A frame that navigated away cannot answer; what it did is counted elsewhere.
    let outcomes: readonly Outcome[] = [];
    frame.port.onmessage = ({ data }) => {
      outcomes = data;
    };
    frame.port.postMessage(order);
    await sleep(LINGER_MS);
    return outcomes;
  };
  const navigations = [...NAVIGATIONS.keys()].map((navigation) => one({ reach, navigation }));
  return (await Promise.all([one({ reach }), ...navigations])).flat();
}
