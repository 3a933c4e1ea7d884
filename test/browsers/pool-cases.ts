/** What happens around a program that nothing inside can end: the watchdog ends its worker, the spare goes on. */

import { steadyText } from '../../src/core/same-verdict.ts';
import { connect } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import { PROBE } from '../support/sandbox-corpus.ts';
import { HONEST, STUCK_PROGRAM, stuckAmong, WATCHDOG } from '../support/stuck-programs.ts';
import { report, reportCase, sleep } from './page.ts';

/** Ends by its budget of steps. */
const LOOP = 'def solution(n):\n    while True: pass\n';
/** How long the browser's processor time is watched afterwards, milliseconds. */
const WATCHED_MS = 2000;

const differs = (got: readonly unknown[], expected: readonly unknown[]) =>
  got.join() === expected.join() ? [] : [`expected ${expected.join()}, got ${got.join()}`];

/** The cores that the browser keeps busy while the page does nothing. */
async function watchProcessor(name: string): Promise<void> {
  await report({ type: 'processor', name, at: 'start' });
  await sleep(WATCHED_MS);
  await report({ type: 'processor', name, at: 'end' });
}

async function stuckCases(): Promise<void> {
  const troubles: string[] = [];
  using frame = await mountSandbox({ baseUrl: 'sandbox/', workers: 1 });
  using client = connect(frame.port, (message) => troubles.push(message));
  await client.ready;
  const [before] = (await client.run([PROBE])).map(steadyText);
  const [{ digest } = { digest: '' }] = await client.digest();
  const calm = (await client.run(stuckAmong(LOOP))).map(({ outcome }) => outcome);
  await reportCase(
    'pool: a program that ends by its budget costs no worker',
    differs([...calm, ...troubles], ['passed', 'timeout', 'passed']),
  );
  await watchProcessor('cores busy before a worker was stuck');
  troubles.length = 0;
  const verdicts = await client.run(stuckAmong(STUCK_PROGRAM));
  await reportCase(
    'pool: a stuck program is ended by the watchdog, its neighbours are judged',
    differs(
      verdicts.map(({ outcome, error }) => `${outcome} ${error ?? ''}`),
      ['passed ', `timeout ${WATCHDOG}`, 'passed '],
    ),
  );
  // Once with its neighbours, once alone.
  await reportCase('pool: it costs two workers', differs([troubles.length], [2]));
  const started = performance.now();
  const [after] = (await client.run([PROBE])).map(steadyText);
  const value = Math.round(performance.now() - started);
  await report({ type: 'measure', name: 'ms to the first verdict after a stuck program', value });
  await reportCase('pool: the spare is the same interpreter', differs([after], [before]));
  const states = await client.digest();
  await reportCase(
    'pool: memory is pristine after the stuck program',
    states.length > 0 && states.every((state) => state.pristine && state.digest === digest)
      ? []
      : [`expected pristine workers of digest ${digest}, got ${JSON.stringify(states)}`],
  );
  await reportCase('pool: honest programs pass afterwards', differs(await outcomesOf(client), ['passed', 'passed']));
  await watchProcessor('cores busy after the watchdog ended the stuck workers');
}

const outcomesOf = async (client: ReturnType<typeof connect>) =>
  (await client.run([HONEST, HONEST].map((code) => stuckAmong(code)[1]!))).map(({ outcome }) => outcome);

export async function poolCases(): Promise<void> {
  await stuckCases();
  await watchProcessor('cores busy after the frame was removed');
}
