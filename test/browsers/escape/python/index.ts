/** All hostile Python programs. */

import { FILE_PROGRAMS } from './files.ts';
import { JAVASCRIPT_PROGRAMS } from './javascript.ts';
import { MEMORY_PROGRAMS } from './memory.ts';
import { NETWORK_PROGRAMS, PROCESS_PROGRAMS } from './network.ts';
import type { HostileProgram } from './program.ts';

export const HOSTILE_PROGRAMS: readonly HostileProgram[] = [
  ...JAVASCRIPT_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...PROCESS_PROGRAMS,
  ...FILE_PROGRAMS,
  ...MEMORY_PROGRAMS,
];
