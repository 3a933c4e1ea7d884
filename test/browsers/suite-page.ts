/** The page of the three-browser suite: mounts the real sealed frame, runs everything in it, and posts what came. */

import '../../src/core/dispose.ts';
import { steadyText } from '../../src/core/same-verdict.ts';
import { connect, type SandboxClient } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import { ASSIGNMENTS, PROBE } from '../support/sandbox-corpus.ts';
import { BUNDLE_CASES } from './cases/bundle.ts';
import { allCases } from './cases/index.ts';
import { runEscapeMatrix } from './escape/matrix.ts';
import { report, reportCase } from './page.ts';
import { poolCases } from './pool-cases.ts';
import { soakCases } from './soak-cases.ts';

/** Programs of which the memory is compared after each single one. */
const CHECKED_ONE_BY_ONE = 150;

async function verdictCases(client: SandboxClient): Promise<void> {
  const cases = allCases(await (await fetch('cases/adversarial.jsonl')).text());
  const verdicts = await client.run(cases.map(({ assignment }) => assignment));
  for (const [i, { name, check }] of cases.entries()) await reportCase(name, check(verdicts[i]!));
  await report({ type: 'verdicts', of: 'all cases', verdicts: verdicts.map(steadyText) });
}

/** The same programs once more, one at a time and backwards: what a verdict says does not depend on what ran before. */
async function undoCases(client: SandboxClient): Promise<void> {
  const programs = ASSIGNMENTS.slice(0, CHECKED_ONE_BY_ONE).toReversed();
  const [before] = (await client.run([PROBE])).map(steadyText);
  const marks: string[] = [];
  for (const [i, program] of programs.entries()) {
    await client.run([program]);
    const states = await client.digest();
    if (!states.every(({ pristine }) => pristine)) marks.push(`not pristine after program ${i}`);
    const [after] = (await client.run([PROBE])).map(steadyText);
    if (after !== before) marks.push(`the probe sees program ${i}`);
  }
  await reportCase(`undo: byte for byte after each of ${programs.length} programs`, marks);
}

async function speed(client: SandboxClient): Promise<void> {
  const programs = BUNDLE_CASES.filter((_, i) => i % 10 === 0).map(({ assignment }) => assignment);
  const all = Array.from({ length: 10 }, () => programs).flat();
  await client.run(all);
  const started = performance.now();
  await client.run(all);
  const each = (performance.now() - started) / all.length;
  await report({ type: 'measure', name: 'ms a program of 5 tests', value: Number(each.toFixed(2)) });
}

async function run(): Promise<void> {
  const soakSize = Number(new URLSearchParams(location.search).get('soak') ?? 300);
  await reportCase('the page is not isolated and needs no headers', crossOriginIsolated ? ['crossOriginIsolated'] : []);
  const troubles: string[] = [];
  using frame = await mountSandbox({ baseUrl: 'sandbox/', workers: 1 });
  using client = connect(frame.port, (message) => troubles.push(message));
  await report({ type: 'measure', name: 'boot ms', value: Math.round(await client.ready) });
  await verdictCases(client);
  await undoCases(client);
  await soakCases(client, soakSize);
  await speed(client);
  await reportCase('no worker was lost', troubles);
  await runEscapeMatrix(client);
  await poolCases();
}

const faults: string[] = [];
addEventListener('error', ({ message }) => faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));

/** Whatever happens, the driver hears of an end. */
async function runToTheEnd(): Promise<void> {
  try {
    await run();
  } catch (error) {
    faults.push(error instanceof Error ? `${error.message} ${error.stack}` : String(error));
  }
  await reportCase('the page runs to its end without an error', faults);
  await report({ type: 'done' });
}

void runToTheEnd();
