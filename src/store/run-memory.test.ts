/** The store in memory behaves as the one on IndexedDB, which `test/browser` holds to the same tests. */

import { describeRunStore } from '../../test/support/run-store-behaviour.ts';
import { memoryRunStore } from './run-memory.ts';

describeRunStore('a store in memory', async () => memoryRunStore());
