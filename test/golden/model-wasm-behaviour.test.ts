/** The WebAssembly engine in Node against what every Policy must do: the same tests that the tfjs engine passes. */

import { describe } from 'vitest';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import { policyBehaviour } from '../support/policy-behaviour.ts';

describe('the WebAssembly engine', () => policyBehaviour((options) => createWasmPolicy({ ...options, workers: 2 })));
