/** The script of a sealed frame that turned against its page: runs the attempts of a document. Stands in for `frame.js`. */

import { tryAll } from './attempt.ts';
import { FRAME_ATTEMPTS, NAVIGATIONS } from './frame-attempts.ts';
import type { FrameOrder } from './matrix-frame.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.type !== 'boot' || port === undefined) return;
  port.onmessage = async ({ data: order }: MessageEvent<FrameOrder>) => {
    const attempts = order.navigation === undefined ? FRAME_ATTEMPTS : [NAVIGATIONS[order.navigation]!];
    port.postMessage(await tryAll(attempts, order.reach, wait));
  };
});
// The page is one frame out where the frame stands alone, as the control does, and two where it is sealed.
for (const page of [parent, parent.parent]) page.postMessage({ type: 'sandbox frame is there' }, '*');
