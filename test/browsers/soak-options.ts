/** The programs of the soak, the same in Node and in every browser. */

import type { Problem } from '../../src/core/types.ts';
import type { SoakOptions } from '../soak/soak.ts';

export function soakOptions(problems: readonly Problem[], count: number): SoakOptions {
  return { problems, seed: 1, count, checkEach: Math.min(50, count), batch: 25 };
}
