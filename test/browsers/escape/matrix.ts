/** Runs the escape matrix in the page and reports one case an attempt, and the counts. */

import type { SandboxClient } from '../../../src/sandbox/client.ts';
import { escapeCase } from '../cases/escape.ts';
import { report, reportCase } from '../page.ts';
import type { Leak, Outcome } from './attempt.ts';
import { mountOpenFrame, mountSealedFrame, tryFrames } from './matrix-frame.ts';
import { tryInFrame, tryInPage } from './matrix-worker.ts';
import { HOSTILE_PROGRAMS } from './python/index.ts';
import { forget, type Leaks, reachOf, watch } from './watch.ts';

/**
 * What no policy takes from a document's own script: WebRTC and `<link rel=preconnect>`. Only our own script runs in the
 * frame, programs run in its workers, which have neither.
 */
const RESIDUAL: readonly string[] = ['datagram', 'connection without a request'];

/**
 * What Firefox let out of a worker once, against the frame's policy, on a busy machine. Only the policy alone is excused
 * of it: the lockdown leaves programs no FontFace.
 */
const ONCE_SEEN: readonly string[] = ['GET /trap/FontFace'];

/** Runs `work` under watch and reports that nothing came out, but for what is excused, which is counted by itself. */
async function sealed(name: string, work: () => Promise<void>, excused: readonly string[] = []): Promise<void> {
  const all = await watch(work);
  const leaks = { ...all, requests: all.requests.filter((hit) => !excused.includes(hit)) };
  if (excused.length > 0) {
    const value = all.requests.length - leaks.requests.length;
    await report({ type: 'measure', name: `${name}: excused requests`, value });
  }
  for (const kind of ['requests', 'storage', 'messages'] as const) {
    await report({ type: 'measure', name: `${name}: ${kind}`, value: leaks[kind].length });
    await reportCase(`${name}: no ${kind}`, leaks[kind]);
  }
}

/** Attempts that believe they got through are failures, each by its name. */
async function closed(place: string, outcomes: readonly Outcome[], but: readonly Leak[] = []): Promise<void> {
  for (const { name, leak, open, detail } of outcomes) {
    // Whether a request got out is counted at the server: an image is "inserted" however little it loads.
    if (leak === 'request' || but.includes(leak)) continue;
    await reportCase(`${place}: ${name}`, open ? [detail] : []);
  }
}

/** Reports that a place without walls leaks in the given ways: else the counters would prove nothing. */
async function control(place: string, leaks: Leaks, kinds: readonly (keyof Leaks)[]): Promise<void> {
  for (const kind of kinds) {
    await report({ type: 'measure', name: `${place}: ${kind}`, value: leaks[kind].length });
    await reportCase(`${place}: some ${kind}`, leaks[kind].length > 0 ? [] : ['expected some, got none']);
  }
}

async function programs(client: SandboxClient): Promise<void> {
  const { away } = await reachOf();
  await sealed('Python', async () => {
    const cases = HOSTILE_PROGRAMS.map((program) => escapeCase(program, away));
    const verdicts = await client.run(cases.map(({ assignment }) => assignment));
    for (const [i, { name, check }] of cases.entries()) await reportCase(name, check(verdicts[i]!));
  });
}

async function javascript(): Promise<void> {
  const reach = await reachOf();
  let outcomes: readonly Outcome[] = [];
  await sealed('JavaScript behind both walls', async () => {
    outcomes = await tryInFrame('fallen-worker', reach);
  });
  await closed('JavaScript behind both walls', outcomes);
  const openWorker = async () => {
    outcomes = await tryInFrame('open-worker', reach);
  };
  await sealed('JavaScript behind the frame alone', openWorker, ONCE_SEEN);
  const leaks = await watch(async () => {
    outcomes = await tryInPage('fallen-worker', reach);
  });
  // `import()` is syntax, which no lockdown can take: that is what the frame's policy is for.
  const others = leaks.requests.filter((hit) => !decodeURIComponent(hit).includes('import()'));
  await reportCase('JavaScript behind the lockdown alone: no requests but import()', others);
  await reportCase('JavaScript behind the lockdown alone: nothing else', [...leaks.storage, ...leaks.messages]);
  const open = await watch(async () => {
    await tryInPage('open-worker', reach);
  });
  await control('JavaScript behind no wall', open, ['requests', 'storage', 'messages']);
  await forget();
}

async function frames(): Promise<void> {
  const reach = await reachOf();
  let outcomes: readonly Outcome[] = [];
  const leaks = await watch(async () => {
    outcomes = await tryFrames(mountSealedFrame, reach);
  });
  const isResidual = (hit: string) => RESIDUAL.includes(hit);
  await report({
    type: 'measure',
    name: 'a hostile frame: WebRTC and preconnect',
    value: leaks.requests.filter(isResidual).length,
  });
  await reportCase(
    'a hostile frame: no requests',
    leaks.requests.filter((hit) => !isResidual(hit)),
  );
  await reportCase('a hostile frame: no storage', leaks.storage);
  await reportCase('a hostile frame: no messages', leaks.messages);
  await closed('a hostile frame', outcomes);
  const open = await watch(async () => {
    await tryFrames(mountOpenFrame, reach);
  });
  await control('a frame without a policy', open, ['requests']);
}

export async function runEscapeMatrix(client: SandboxClient): Promise<void> {
  await programs(client);
  await javascript();
  await frames();
}
