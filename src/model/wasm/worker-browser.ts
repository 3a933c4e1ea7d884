/** Entry of a helper thread in the browser. */

import '../../core/dispose.ts';
import { createHelper, type ToHelper } from './helper.ts';

const handle = createHelper((message, transfer) => self.postMessage(message, { transfer }));
self.onmessage = ({ data }: MessageEvent<ToHelper>) => handle(data);
