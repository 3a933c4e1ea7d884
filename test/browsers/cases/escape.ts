/** A hostile Python program as a case: whatever becomes of it, it must not get out, and the failure must never be ours. */

import { py } from '../../../src/core/value-make.ts';
import { ESCAPED, type HostileProgram } from '../escape/python/program.ts';
import { STEPS, type SuiteCase } from './case.ts';

/** @param away address that the program tries to reach, ending in a slash */
export function escapeCase({ technique, name, code }: HostileProgram, away: string): SuiteCase {
  const { hostname, port } = new URL(away);
  return {
    name: `${technique}: ${name}`,
    assignment: {
      code: code.replaceAll('AWAY', away).replaceAll('HOST', hostname).replaceAll('PORT', port),
      entryPoint: 'solution',
      tests: { type: 'values', compare: 'python', tests: [{ args: [py(1)], expected: py(ESCAPED) }] },
      limits: STEPS,
    },
    check: ({ outcome, error }) => {
      if (outcome === 'passed') return ['the program believes that it got out'];
      return outcome === 'infra_error' ? [`expected a verdict, got infra_error: ${error}`] : [];
    },
  };
}
