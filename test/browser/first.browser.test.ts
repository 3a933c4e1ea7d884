/** The guide and the ideas on the page with a made-up recorded run: accessible, by keyboard, and gone where the address hides them. */

import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { GUIDE_STEPS } from '../../src/ui/guide/guide.ts';
import type { Scenario } from '../support/fixture-client.ts';
import { mountFixture } from '../support/fixture-page.tsx';

let takeDown: (() => void) | undefined;

async function mount(scenario: Scenario): Promise<HTMLElement> {
  document.documentElement.lang = 'en';
  document.title = 'Greenbar';
  const root = document.createElement('div');
  document.body.append(root);
  const unmount = await mountFixture(root, scenario);
  takeDown = () => {
    unmount();
    root.remove();
  };
  return root;
}

beforeEach(() => localStorage.removeItem('greenbar.guide'));

afterEach(() => {
  takeDown?.();
  delete document.documentElement.dataset.theme;
});

const button = (root: Element, name: string): HTMLButtonElement => {
  const found = [...root.querySelectorAll('button')].find(
    (one) => one.textContent?.includes(name) || one.getAttribute('aria-label')?.includes(name),
  );
  if (found === undefined) throw new Error(`page: expected a button ${name}, found none`);
  return found;
};

const press = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

const dialog = (root: Element) => root.querySelector('[role="dialog"]');
/** It hears keys from the moment that it has the focus. */
const opened = (root: Element) => vi.waitFor(() => expect(dialog(root)?.contains(document.activeElement)).toBe(true));

async function violationsOf(root: Element): Promise<string[]> {
  const growing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(growing.map((animation) => animation.finished.catch(() => undefined)));
  const { violations } = await axe.run(root);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`);
}

test('axe finds nothing wrong with the guide, in either colour scheme', async () => {
  const root = await mount('recorded');
  button(root, 'Start the guide').click();
  await opened(root);
  press('ArrowRight');
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset.theme = theme;
    expect(await violationsOf(root)).toEqual([]);
  }
});

test('the guide takes the focus, turns pages by arrow keys, and gives the focus back', async () => {
  await page.viewport(1280, 800);
  const root = await mount('recorded');
  const start = button(root, 'Guide: ten steps');
  start.focus();
  start.click();
  await opened(root);
  expect(document.activeElement?.id).toBe('guide-title');
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowLeft');
  await vi.waitFor(() => expect(dialog(root)?.textContent).toContain(`Step 2 of ${GUIDE_STEPS.length}`));
  await vi.waitFor(() => expect(root.querySelector('.is-pointed-at')).not.toBeNull());
  press('Escape');
  await vi.waitFor(() => expect(dialog(root)).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(start));
  expect(root.querySelector('.is-pointed-at')).toBeNull();
  expect(localStorage.getItem('greenbar.guide')).toBe('sample');
});

test('in a narrow window the focus goes to what opens the guide again', async () => {
  await page.viewport(360, 740);
  const root = await mount('recorded');
  button(root, 'Start the guide').click();
  await opened(root);
  press('Escape');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Go on with the guide at step 1'));
});

test('arrow keys in a field are the field’s own', async () => {
  const root = await mount('recorded');
  button(root, 'Start the guide').click();
  await opened(root);
  root.querySelector<HTMLInputElement>('.replay-steps')!.focus();
  press('ArrowRight');
  expect(dialog(root)?.textContent).toContain('Step 1 of');
});

test('an idea sets its control, opens the list of settings at it, and marks it', async () => {
  const root = await mount('recorded');
  button(root, 'Set it up: Off the leash').click();
  const marked = await vi.waitFor(() => {
    const found = root.querySelector('.is-pointed-at');
    expect(found).not.toBeNull();
    return found!;
  });
  const field = marked.querySelector<HTMLInputElement>('input');
  expect(field?.id).toBe('setting-algorithm.beta');
  expect(field?.value).toBe('0');
  expect(document.activeElement).toBe(field);
});

test('neither is there where the address hides them', async () => {
  const root = await mount('lecture');
  expect(() => button(root, 'Guide: ten steps')).toThrow('found none');
  expect(() => button(root, 'Start the guide')).toThrow('found none');
  expect(root.querySelector('.ideas')).toBeNull();
});
