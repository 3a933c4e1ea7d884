/** Names of runs in the history. */

import { uniqueName } from '../store/unique.ts';

/** Sorts by when it was made, and two tabs do not make the same. */
export const newRunId = (now: number): string => `run-${now.toString(36)}-${uniqueName()}`;
