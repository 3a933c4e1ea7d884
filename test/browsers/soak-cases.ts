/** Many random programs, hostile and honest, in one worker: memory put back every time, and the verdicts that Node gives. */

import { loadProblemSet } from '../../src/problems/load.ts';
import type { SandboxClient } from '../../src/sandbox/client.ts';
import { soak } from '../soak/soak.ts';
import { report, reportCase, sleep } from './page.ts';
import { soakOptions } from './soak-options.ts';

/** Time for the browser to give back what the cases before took, milliseconds. */
const SETTLE_MS = 4000;

export async function soakCases(client: SandboxClient, count: number): Promise<void> {
  const engine = {
    run: client.run,
    isPristine: async () => (await client.digest()).every(({ pristine }) => pristine),
    [Symbol.asyncDispose]: async () => undefined,
  };
  await sleep(SETTLE_MS);
  const problems = await loadProblemSet('lecture', location.href);
  const { verdicts, faults, checks } = await soak(engine, soakOptions(problems, count), 0, async (done) => {
    await report({ type: 'soaked', done });
  });
  await reportCase(`soak: ${count} programs, memory compared ${checks} times`, faults);
  await report({ type: 'verdicts', of: 'soak', verdicts });
}
