/** The same attempts without the lockdown: in the sealed frame to see the frame's wall alone, from the page to see that the counters count. */

import '../../../src/core/dispose.ts';
import { serveAttempts } from './serve-attempts.ts';

serveAttempts(() => []);
