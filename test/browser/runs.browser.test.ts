/** The history of runs in real Chromium: by keyboard, by drop, and on one side of paper. */

import axe from 'axe-core';
import { h, render } from 'preact';
import { afterEach, describe, expect, test } from 'vitest';
import { ALERTS } from '../../src/core/records.ts';
import { RUN_DRAFTS } from '../../src/ui/runs/run-drafts.ts';
import { Runs } from '../../src/ui/runs/runs.tsx';
import { Store } from '../../src/ui/store.ts';
import '../../src/ui/styles/index.css';
import { FixtureClient } from '../support/fixture-client.ts';
import { EPOCHS, fixtureRollouts, LECTURE, OTHERS } from '../support/fixture-run.ts';

let takeDown: (() => void) | undefined;

async function mount(): Promise<{ root: HTMLElement; store: Store; client: FixtureClient }> {
  localStorage.removeItem(RUN_DRAFTS);
  document.documentElement.lang = 'en';
  document.title = 'Greenbar';
  const root = document.createElement('main');
  document.body.append(root);
  const client = new FixtureClient('empty');
  const store = new Store(client);
  await store.open({ lecture: async () => LECTURE, auxiliary: async () => OTHERS });
  render(h(Runs, { store }), root);
  takeDown = () => {
    render(null, root);
    root.remove();
  };
  await settle();
  return { root, store, client };
}

afterEach(() => takeDown?.());

const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

const find = <T extends Element = HTMLElement>(root: ParentNode, selector: string): T => {
  const element = root.querySelector<T>(selector);
  if (element === null) throw new Error(`page: expected ${selector}, found nothing`);
  return element;
};

const button = (root: ParentNode, text: string): HTMLButtonElement => {
  const found = [...root.querySelectorAll('button')].find((one) => one.textContent?.trim().startsWith(text));
  if (!found) throw new Error(`page: expected a button "${text}", found none`);
  return found;
};

const headings = (root: ParentNode) => [...root.querySelectorAll('.run h3')].map((one) => one.textContent);
const key = (element: Element, name: string) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

test('a deleted run leaves the keyboard on Undo, and comes back from there', async () => {
  const { root } = await mount();
  const before = headings(root);
  const remove = button(find(root, '[aria-labelledby="run-r3"]'), 'Delete');
  remove.focus();
  remove.click();
  await settle();
  expect(headings(root)).toHaveLength(before.length - 1);
  expect(document.activeElement?.textContent).toContain('Undo');
  (document.activeElement as HTMLElement).click();
  await settle();
  expect(headings(root)).toEqual(before);
  expect(find(root, '.runs-told').textContent).toContain('is back');
});

test('a name is changed in place, or left as it was', async () => {
  const { root, client } = await mount();
  const run = () => find(root, '[aria-labelledby="run-r4"]');
  button(run(), 'Rename').click();
  await settle();
  type(find<HTMLInputElement>(run(), '.run-name input'), 'another seed');
  find<HTMLFormElement>(run(), '.run-name form').requestSubmit();
  await settle();
  expect(headings(root)[0]).toBe('D another seed');
  expect((await client.runs())[0]?.name).toBe('another seed');
  expect(document.activeElement).toBe(button(run(), 'Rename'));
  button(run(), 'Rename').click();
  await settle();
  type(find<HTMLInputElement>(run(), '.run-name input'), 'no');
  key(find(run(), '.run-name input'), 'Escape');
  await settle();
  expect(headings(root)[0]).toBe('D another seed');
});

test('a note that cannot be saved says so and stays in its field', async () => {
  const { root, client } = await mount();
  client.labelRun = () => Promise.reject(new Error('store: expected room, got none'));
  const note = find<HTMLTextAreaElement>(root, '[aria-labelledby="run-r2"] textarea');
  type(note, 'Gains most on strings');
  note.blur();
  await settle();
  const told = find(root, '[aria-labelledby="run-r2"] [role="alert"]');
  expect(told.textContent).toContain('Not saved: store: expected room, got none. The text stays here');
  expect(note.value).toBe('Gains most on strings');
});

test('a damaged bundle dropped on the panel is told whole, and no other part of the page takes it', async () => {
  const { root } = await mount();
  let elsewhere = false;
  const listener = (event: Event) => {
    elsewhere ||= !event.defaultPrevented;
  };
  document.addEventListener('drop', listener);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['PK?'], 'holiday.zip'));
  find(root, '.runs').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  document.removeEventListener('drop', listener);
  await settle();
  expect(elsewhere).toBe(false);
  expect(find(root, '.runs-panel > [role="alert"]').textContent).toBe(
    'holiday.zip: bundle: expected a zip, got something else. Nothing was changed.',
  );
  expect(headings(root)).toHaveLength(4);
});

test('two runs are told apart by what differs, and by all settings when that is asked', async () => {
  const { root } = await mount();
  find<HTMLDetailsElement>(root, '.runs-compare').open = true;
  await settle();
  const [first, second] = root.querySelectorAll<HTMLSelectElement>('.runs-compare select');
  second!.value = 'r3';
  second!.dispatchEvent(new Event('change', { bubbles: true }));
  await settle();
  expect(first!.value).toBe('r2');
  const rows = () => [...find(root, '.runs-table').querySelectorAll('tbody tr')];
  expect(rows().map((row) => row.textContent)).toEqual(['algorithm.clipHigh0.20.28', 'algorithm.beta0.040']);
  find<HTMLInputElement>(root, '.runs-compare-head input').click();
  await settle();
  expect(rows().length).toBeGreaterThan(50);
  expect(root.querySelectorAll('.runs-compare-curves svg[role="img"]')).toHaveLength(4);
});

test('a run of the history comes onto the page with its programs', async () => {
  const { root, store } = await mount();
  button(find(root, '[aria-labelledby="run-r3"]'), 'Show on page').click();
  await settle();
  expect(store.run.value.id).toBe('r3');
  expect(store.rollouts.view.value.rollouts).toEqual(fixtureRollouts(EPOCHS));
  expect(find(root, '[aria-labelledby="run-r3"] .run-tag').textContent).toBe('On the page');
});

describe('the report', () => {
  async function open() {
    const mounted = await mount();
    await mounted.store.history.show('r2');
    await settle();
    return mounted;
  }

  const sheet = async (root: ParentNode): Promise<HTMLElement> => {
    const link = button(root, 'Report to print');
    link.focus();
    link.click();
    for (let i = 0; i < 100 && document.querySelector('.report-sheet') === null; i++) await settle();
    return find<HTMLElement>(document, '.report-sheet');
  };

  test('lies over the page alone, is accessible, and gives the keyboard back', async () => {
    const { root } = await open();
    const paper = await sheet(root);
    expect(document.activeElement?.textContent).toBe('Print');
    expect(root.inert).toBe(true);
    expect(paper.querySelectorAll('.report-curves figure')).toHaveLength(6);
    expect(paper.querySelectorAll('.report-example pre')).toHaveLength(2);
    const { violations } = await axe.run(find(document, '.report-host'));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    key(document.body, 'Escape');
    await settle();
    expect(document.querySelector('.report-host')).toBeNull();
    expect(root.inert).toBe(false);
    expect(document.activeElement).toBe(button(root, 'Report to print'));
  });

  test('of a crowded run still fits on one page: only programs are cut', async () => {
    const { root, store, client } = await open();
    const long = Array.from({ length: 40 }, (_, i) => `    value = value + ${i}  # ${'x'.repeat(90)}`).join('\n');
    client.rolloutsOf = async (_, step) => fixtureRollouts(step ?? EPOCHS).map((one) => ({ ...one, code: long }));
    await store.history.drafts.write('r2', 'note', 'A note. '.repeat(200));
    await store.history.drafts.save('r2', 'note');
    const { run } = store;
    const { config } = run.value;
    run.value = {
      ...run.value,
      config: {
        ...config!,
        ...{ epochs: 51, groupSize: 9, auxiliaryProblems: 3, reward: 'fraction', seed: 4, backend: 'wasm' },
        algorithm: {
          ...config!.algorithm,
          ...{ beta: 0.011, clipHigh: 0.3, clipLow: 0.1, dualClip: 3, entropyBonus: 0.001, minibatches: 3 },
          ...{ innerEpochs: 2, deviation: 'sample', delta: 1e-4, klEstimator: 'k2', maskTruncated: false },
        },
        optimizer: { ...config!.optimizer, learningRate: 1e-5, warmup: 3, weightDecay: 0.02, beta2: 0.95 },
        sampling: { ...config!.sampling, temperature: 0.9, topP: 0.9, topK: 30 },
      },
      alerts: ALERTS.map((name) => ({
        name,
        step: 9,
        message: `step 9: ${'what is seen and what to try. '.repeat(9)}`,
      })),
    };
    await settle();
    const paper = await sheet(root);
    // As in print: what A4 and Letter have in common.
    Object.assign(paper.style, { width: '190mm', height: '258mm', padding: '0' });
    const foot = find(paper, '.report-method').getBoundingClientRect();
    expect(foot.bottom).toBeLessThanOrEqual(paper.getBoundingClientRect().bottom + 0.5);
    for (const part of paper.children) {
      if (part.classList.contains('report-programs')) continue;
      expect(part.scrollHeight, part.textContent ?? '').toBeLessThanOrEqual(part.clientHeight + 1);
    }
    const programs = find(paper, '.report-programs');
    expect(programs.scrollHeight).toBeGreaterThan(programs.clientHeight);
    expect(programs.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot.top + 0.5);
    key(document.body, 'Escape');
  });
});
