/** The store of own problems in memory behaves as the one on IndexedDB, which `test/browser` holds to the same tests. */

import { describeProblemStore } from '../../test/support/problem-store-behaviour.ts';
import { memoryProblemStore } from './problems.ts';

describeProblemStore('a store in memory', async () => memoryProblemStore());
