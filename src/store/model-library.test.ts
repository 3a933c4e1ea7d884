/** The library of imported models in memory. */

import { describeModelLibrary } from '../../test/support/model-library-behaviour.ts';
import { memoryModelLibrary } from './model-library.ts';

describeModelLibrary('a library in memory', async () => memoryModelLibrary());
