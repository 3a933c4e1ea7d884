/** What happens around a program that nothing inside can end: the watchdog ends its worker, the spare goes on. */

import { py } from '../../src/core/value-make.ts';
import { connect } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import { PROBE } from '../support/sandbox-corpus.ts';
import { report, reportCase } from './page.ts';

const HONEST = 'def solution(n):\n    return n + 1\n';
const LOOP = 'def solution(n):\n    while True: pass\n';
/** A set of numbers that all hash to 0 takes 2 * 10^10 comparisons in C, hardly ever looked at. */
const STUCK = 'def solution(n):\n    return len(set(range(0, (2**31 - 1) * 200_000, 2**31 - 1)))\n';

const programs = (...codes: readonly string[]) =>
  codes.map((code) => ({
    code,
    entryPoint: 'solution',
    tests: { type: 'values', compare: 'python', tests: [{ args: [py(1)], expected: py(2) }] } as const,
    limits: { wallMs: 1000 },
  }));

const differs = (got: readonly string[], expected: readonly string[]) =>
  got.join() === expected.join() ? [] : [`expected ${expected.join()}, got ${got.join()}`];

export async function poolCases(): Promise<void> {
  const troubles: string[] = [];
  using frame = await mountSandbox({ baseUrl: 'sandbox/', workers: 1 });
  using client = connect(frame.port, (message) => troubles.push(message));
  await client.ready;
  const outcomes = async (...codes: string[]) => (await client.run(programs(...codes))).map(({ outcome }) => outcome);
  const [before] = await client.run([PROBE]);
  await reportCase(
    'pool: a program that ends by its budget costs no worker',
    differs([...(await outcomes(HONEST, LOOP, HONEST)), ...troubles], ['passed', 'timeout', 'passed']),
  );
  await reportCase(
    'pool: a stuck program times out, its neighbours are judged',
    differs(await outcomes(HONEST, STUCK, HONEST, HONEST), ['passed', 'timeout', 'passed', 'passed']),
  );
  // Whether a budget or the watchdog ends it, is the machine's business; the worker it costs is told of here.
  await report({ type: 'measure', name: 'workers that the stuck program cost', value: troubles.length });
  const started = performance.now();
  const [after] = await client.run([PROBE]);
  await report({
    type: 'measure',
    name: 'ms to the first verdict after a stuck program',
    value: Math.round(performance.now() - started),
  });
  const seen = (verdict: typeof before) => verdict?.perTest[0]?.got ?? '';
  await reportCase('pool: the spare is the same interpreter', differs([seen(after)], [seen(before)]));
}
