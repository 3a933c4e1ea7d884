/**
 * Runs inside the built page, before its own scripts: what a person does with it in one sitting. A run by the controls, its
 * programs, an audit; then the network is cut and the page loaded anew: the run is found again, and another one is made.
 */

import '../../src/cli/page-api.ts';
import { lacksOf } from '../../src/ui/offline/offline-lacks.ts';
import { report, reportCase } from './page.ts';
import { button, drawEverything, finished, handedOver, openProgram, seen, train } from './page-driver.ts';

const complaints: string[] = [];
addEventListener('error', ({ message }) => complaints.push(`error: ${message}`));
addEventListener('unhandledrejection', ({ reason }) => complaints.push(`unhandled: ${reason}`));
const complain = console.error;
console.error = (...words: unknown[]) => {
  complaints.push(`console: ${words.join(' ')}`);
  complain(...words);
};

/** Outlives a reload of the tab. */
const PART = 'story-part';
const asked = new URLSearchParams(location.search);
const isLong = asked.has('long');

const alarms = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);

async function audit(reward: 'fraction' | 'gated-layers'): Promise<string[]> {
  const request = { reward, harness: 'sealed', problemCount: 1, seed: 0 } as const;
  const { sound, integrity, unjudged, judged, notices } = await window.greenbar!.audit(request);
  const found = `${sound} ${integrity} ${unjudged} ${judged > 0} ${notices.join(' ')}`;
  return found === 'true sealed 0 true ' ? [] : [`expected a sound sealed audit without gaps, got ${found}`];
}

/** What is missing here is named where the page says how it works without a network. */
async function lacksAreTold(): Promise<string[]> {
  (await seen('the place for offline use', button('Offline: '))).click();
  const panel = document.querySelector('.offline-panel');
  const told = [...(panel?.querySelectorAll('li') ?? [])].length;
  const wanted = lacksOf(window);
  await report({ type: 'measure', name: 'withheld here', value: wanted.join(', ') || 'nothing' });
  return told === wanted.length ? [] : [`expected ${wanted.join(', ')} to be named, got ${told} lines`];
}

/** Whether everything has been kept; false where this browser keeps no pages. */
async function becomesOffline(): Promise<boolean> {
  const found = await seen('the end of the download', () => {
    const ready = button('Offline: ready')();
    return ready ?? button('Offline: not possible')() ?? button('Offline: download failed')();
  });
  const problem = document.querySelector('.offline-panel')?.textContent ?? '';
  const failed = found.ariaLabel === 'Offline: download failed';
  await reportCase('page: the download for offline use', failed ? [problem] : []);
  return found.ariaLabel === 'Offline: ready';
}

async function firstPart(): Promise<void> {
  await train(2);
  await reportCase('page: a short run on the wasm engine, by its controls', alarms());
  const program = await openProgram();
  const isProgram = program.includes('# Problem: ');
  await reportCase('page: a program can be opened', isProgram ? [] : [`expected a program, got ${program}`]);
  await reportCase('page: what the browser lacks is told', await lacksAreTold());
  await reportCase('page: an audit of one problem', await audit('fraction'));
  await drawEverything();
  if (isLong) {
    const bundle = await handedOver(() => button('Zip')()?.click());
    const head = new TextDecoder('latin1').decode(await bundle.slice(0, 2).arrayBuffer());
    await reportCase('page: a run goes out as a zip', head === 'PK' ? [] : [`expected a zip, got ${head}`]);
  }
  const isOffline = await becomesOffline();
  await report({ type: 'measure', name: 'works without a network', value: isOffline ? 'yes' : 'no' });
  sessionStorage.setItem(PART, isOffline ? 'cut' : 'again');
  if (isOffline) await fetch('/cut', { method: 'POST' });
}

/** After a reload, with the network cut where the page can do without. */
async function secondPart(isCut: boolean): Promise<void> {
  const reached = await fetch('no-such-file', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  await reportCase(
    'page: the network is as it should be',
    reached === isCut ? [`expected ${!isCut}, got ${reached}`] : [],
  );
  await finished(2);
  const program = await openProgram();
  await reportCase('page: a reload finds the run and its programs', program.includes('# Problem: ') ? [] : [program]);
  await train(3);
  await reportCase(`page: another run${isCut ? ', without a network' : ''}`, alarms());
  await drawEverything();
  if (isLong) await reportCase('page: an audit with linter and type checker', await audit('gated-layers'));
}

/** The sandbox's suite comes next, in a document that shares nothing with this one, unless only the page was asked for. */
async function leave(): Promise<void> {
  sessionStorage.removeItem(PART);
  await fetch('/mend', { method: 'POST' });
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const registration of registrations) await registration.unregister();
  if (registrations.length > 0) for (const name of await caches.keys()) await caches.delete(name);
  if (asked.has('page-only')) await report({ type: 'done' });
  else location.href = `/${location.search}`;
}

async function tell(): Promise<void> {
  const part = sessionStorage.getItem(PART);
  const started = performance.now();
  let broke = false;
  try {
    if (part === null) await firstPart();
    else await secondPart(part === 'cut');
  } catch (error) {
    broke = true;
    complaints.push(error instanceof Error ? error.message : String(error));
  }
  const visit = part === null ? 'first visit' : 'second visit';
  await reportCase(`page: no error on the ${visit}, and none on the console`, complaints);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  await report({ type: 'measure', name: `seconds of the page, ${visit}`, value: seconds });
  if (part === null && !broke) location.reload();
  else await leave();
}

void tell();
