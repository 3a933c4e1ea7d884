/** The tfjs engine against golden numbers in Node, on cpu and wasm. */

import { describe } from 'vitest';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import goldenB from '../cases/golden/tiny_gpt_b_masked.json' with { type: 'json' };
import { goldenParity } from '../support/policy-parity.ts';

describe.each(['cpu', 'wasm'] as const)('tfjs on %s', (backend) => {
  describe('tiny_gpt_a', () => goldenParity(goldenA, (options) => createTfjsPolicy({ ...options, backend })));
  describe('tiny_gpt_b_masked', () => goldenParity(goldenB, (options) => createTfjsPolicy({ ...options, backend })));
});
