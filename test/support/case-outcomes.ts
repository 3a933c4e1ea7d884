/** The words that the case files use for outcomes, in ours. */

import type { Outcome } from '../../src/core/types.ts';

export const OUTCOME_OF: Readonly<Record<string, Outcome>> = {
  success: 'passed',
  'assertion failure': 'wrong_answer',
  'runtime error': 'runtime_error',
  'syntax error': 'syntax_error',
  timeout: 'timeout',
  'memory limit': 'memory_limit',
  forbidden: 'forbidden',
};
