/** The store of pools in memory behaves as every store of them. */

import { describePoolStore } from '../../test/support/pool-store-behaviour.ts';
import { memoryPoolStore } from './pools.ts';

describePoolStore('a store in memory', async (_name, mostRoom) => memoryPoolStore(mostRoom));
