/** Runs inside the built page, before its own scripts: a short run on the wasm engine and an audit of one problem, without an error. */

import '../../src/cli/page-api.ts';
import { report, reportCase, sleep } from './page.ts';

const complaints: string[] = [];
addEventListener('error', ({ message }) => complaints.push(`error: ${message}`));
addEventListener('unhandledrejection', ({ reason }) => complaints.push(`unhandled: ${reason}`));
const complain = console.error;
console.error = (...words: unknown[]) => {
  complaints.push(`console: ${words.join(' ')}`);
  complain(...words);
};

/** The longest that any one thing on the page may take; the tests measure no time, they only must not wait for ever. */
const PATIENCE_MS = 120_000;

/** What `look` finds on the page, once it is there. */
async function seen<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await sleep(50)) {
    const found = look();
    if (found) return found;
  }
  const words = document.querySelector('.progress-words')?.textContent;
  throw new Error(`expected ${what} on the page, got ${words ?? 'an empty page'}`);
}

const labelled = (label: string) => () =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim().startsWith(label));

/** Chooses as a person would. */
async function choose(label: string, value: string): Promise<void> {
  const field = (await seen(`a field "${label}"`, labelled(label))).querySelector<HTMLInputElement | HTMLSelectElement>(
    'select, input',
  )!;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function smoke(): Promise<void> {
  await choose('Preset', 'nano-test');
  await choose('Device', 'wasm');
  await choose('Epochs', '2');
  const button = () =>
    [...document.querySelectorAll('button')].find(
      ({ textContent, disabled }) => textContent.trim().startsWith('Train') && !disabled,
    );
  (await seen('a button "Train"', button)).click();
  await seen('the end of a run', () =>
    document.querySelector('.progress-words')?.textContent.includes('Finished: 2 epochs'),
  );
  const alarms = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
  await reportCase('page: a short run on the wasm engine, by its controls', alarms);

  const audit = await window.greenbar!.audit({ reward: 'fraction', harness: 'sealed', problemCount: 1, seed: 0 });
  const { hackRate, sound, integrity, unjudged, judged } = audit;
  const found = `${hackRate} ${sound} ${integrity} ${unjudged} ${judged > 0}`;
  await reportCase(
    'page: an audit of one problem',
    found === '0 true sealed 0 true' ? [] : [`expected nothing paid, a sound sealed audit without gaps, got ${found}`],
  );
}

async function smokeToTheEnd(): Promise<void> {
  const started = performance.now();
  try {
    await smoke();
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
  }
  await reportCase('page: no error, and none on the console', complaints);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  await report({ type: 'measure', name: 'seconds of the page: load, short run, audit', value: seconds });
  // The suite comes next, in a document that shares nothing with this one.
  location.href = `/${location.search}`;
}

void smokeToTheEnd();
