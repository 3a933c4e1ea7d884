/** Uses the built page from inside, as a person would by its controls. No protocol drives the browser: see docs/notes/browsers.md. */

import { sleep } from './page.ts';

/** The longest that any one thing on the page may take; the tests measure no time, they only must not wait for ever. */
const PATIENCE_MS = 120_000;

/** What `look` finds on the page, once it is there. */
export async function seen<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
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
  const { control } = await seen(`a field "${label}"`, labelled(label));
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) {
    throw new Error(`expected a field "${label}", got a label alone`);
  }
  control.value = value;
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A button that can be pressed, by how its name begins. */
export const button = (name: string) => (): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(
    ({ textContent, ariaLabel, disabled }) => !disabled && (ariaLabel ?? textContent).trim().startsWith(name),
  );

/** A short run on the engine that every browser has. */
export async function train(epochs: number): Promise<void> {
  await choose('Preset', 'nano-test');
  await choose('Device', 'wasm');
  await choose('Epochs', String(epochs));
  (await seen('a button "Train"', button('Train'))).click();
  await finished(epochs);
}

/** The page shows a run that came to its end, of this visit or of an earlier one. */
export const finished = (epochs: number): Promise<true> =>
  seen(`the end of ${epochs} epochs`, () =>
    document.querySelector('.progress-words')?.textContent.includes(`Finished: ${epochs} epochs`),
  ) as Promise<true>;

/** Scrolls to every panel that is drawn only when it comes near. */
export async function drawEverything(): Promise<void> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await sleep(50)) {
    const place = document.querySelector('.lazy');
    if (place === null) return;
    place.scrollIntoView();
  }
  throw new Error('expected every panel to be drawn, got one that still waits');
}

/** Looks at the programs of the newest step and opens one; returns its text. */
export async function openProgram(): Promise<string> {
  await drawEverything();
  const tile = await seen('a program', () => {
    const found = document.querySelector<HTMLElement>('.rollout-grid .tile');
    // Programs are pulled and drawn only where somebody sees them.
    if (found === null) document.getElementById('rollouts')?.scrollIntoView();
    return found;
  });
  tile.scrollIntoView();
  tile.click();
  return seen('the text of a program', () => document.querySelector('.rollout .code')?.textContent);
}

/** What the page hands over as a file when `act` asks for one, caught before the browser asks a person where to put it. */
export async function handedOver(act: () => void): Promise<Blob> {
  const { click } = HTMLAnchorElement.prototype;
  let file: Promise<Blob> | undefined;
  HTMLAnchorElement.prototype.click = function caught() {
    if (this.download === '') click.call(this);
    else file = fetch(this.href).then((response) => response.blob());
  };
  try {
    act();
    return await (await seen('a file', () => file && { file })).file;
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
}
