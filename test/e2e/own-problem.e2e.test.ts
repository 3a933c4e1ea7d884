/** A problem of one's own in real Chromium: written by keyboard, run, learned, measured, exported, deleted, brought back. */

import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../../src/cli/static-server.ts';

/** Generous: the test never measures time, it only must not wait for ever. */
const PATIENCE = 90_000;

let server: StaticServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveStatic(await ensureBuilt(), { port: 0 });
  browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The panel is drawn when it comes near. */
const toProblems = (page: Page) => page.locator('#problems').evaluate((place) => place.scrollIntoView());

/** Moves on with Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => {
      const at = document.activeElement;
      const label = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0] : null;
      return (at?.getAttribute('aria-label') ?? label?.textContent ?? at?.textContent ?? '').trim();
    });
    if (reached === name) return;
  }
  throw new Error(`expected to reach ${name} with Tab`);
}

test(
  'a person writes a problem by keyboard, trains on it, and takes it along',
  async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url);
    await toProblems(page);

    // By keyboard alone: the sentence, two calls of which one has no result, and the reference.
    await button(page, 'New problem').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('What the model reads').waitFor();
    await page.keyboard.type('Write a function that returns the sum of two numbers and one');
    await tabTo(page, 'Test 1: Arguments');
    await page.keyboard.type('1, 2');
    await tabTo(page, 'Test 1: Returns');
    await page.keyboard.type('4');
    await tabTo(page, 'Add a test');
    await page.keyboard.press('Enter');
    await page.getByLabel('Test 2: Arguments').focus();
    await page.keyboard.type('10, -4.5');
    await tabTo(page, 'Reference solution');
    // The editor closes brackets and indents by itself.
    await page.keyboard.type('def solution(a, b):\nreturn a + b + 1');
    await page.keyboard.press('Escape');
    await tabTo(page, 'Run the reference');
    await page.keyboard.press('Enter');
    await page.getByText('The reference passes 1 of 1 tests.').waitFor();

    // A reload in the middle loses nothing.
    await page.reload();
    await button(page, 'Go on writing').click();
    expect(await page.getByLabel('Test 2: Arguments').inputValue()).toBe('10, -4.5');
    await button(page, 'Run the reference').click();
    await button(page, 'Fill them in').click();
    expect(await page.getByLabel('Test 2: Returns').inputValue()).toBe('6.5');
    await button(page, 'Save the problem').click();
    const card = button(page, /returns the sum of two numbers and one/);
    await card.waitFor();

    // Trained on, beside the two of the smoke test, and measured.
    await page.getByLabel('Preset').first().selectOption('nano-test');
    await page.getByLabel('Device').selectOption('wasm');
    await page.getByLabel('Of your own, each epoch visits').selectOption('1');
    await button(page, /^Train/)
      .first()
      .click();
    await page
      .locator('.progress-words')
      .getByText(/Finished: 2 epochs/)
      .waitFor();
    await page.locator('#comparison').evaluate((place) => place.scrollIntoView());
    await page.locator('.set', { hasText: 'Your problems' }).first().waitFor();
    await toProblems(page);
    expect(await card.textContent()).toMatch(/% → /);

    // Out, away, and in again: the same problem.
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export JSON').first().click()]);
    const file = await download.path();
    expect(readFileSync(file, 'utf8')).toContain('{"args": [10, -4.5], "expected": 6.5}');
    await card.click();
    await button(page, 'Delete').click();
    await card.waitFor({ state: 'detached' });
    await page.getByLabel('Files of problems', { exact: true }).setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: readFileSync(file),
    });
    await button(page, 'Import 1 problem').click();
    await card.waitFor();
    await page.reload();
    await card.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
  5 * PATIENCE,
);
