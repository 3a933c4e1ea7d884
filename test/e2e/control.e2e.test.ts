/** The built page by keyboard: a run that is stepped through part by part, goes on, and is taken off the page. */

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../../src/cli/static-server.ts';

/** Generous: nothing here measures time. */
const PATIENCE = 60_000;

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

/** The page with a small exercise, not measured before it trains, and everything that a good page does not do. */
async function open(query = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${server.url}?v=1&preset=nano-test&backend=wasm&epochs=3&seed=5&evaluation.before=false${query}`);
  await page.locator('.pill .dot-ready').waitFor();
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

const told = (page: Page, text: RegExp) => page.locator('.progress-words').getByText(text).first().waitFor();
const draft = (page: Page) => page.locator('.draft');

test('a run is stepped by its parts, then by steps, goes on, and leaves the page but not the history', async () => {
  await using opened = await open();
  const { page, complaints } = opened;

  // The first part: programs, and nothing of them decided.
  await page.keyboard.press(',');
  await told(page, /^Paused in epoch 1 of 3, after sampling/);
  await page.getByRole('button', { name: 'Look at its programs' }).click();
  const undecided = draft(page).locator('.tile.is-open');
  await draft(page).getByText('Nothing is judged yet').waitFor();
  const programs = await undecided.count();
  expect(programs).toBeGreaterThan(0);

  // The second: their outcomes. Then what each of them pushes.
  await page.keyboard.press(',');
  await told(page, /after judging/);
  await draft(page).getByText(`of ${programs} programs pass`).waitFor();
  expect(await undecided.count()).toBe(0);
  await page.keyboard.press(',');
  await told(page, /after comparing/);
  await draft(page).getByText('Next, the weights move').waitFor();

  // The last part ends the step: its record is there, and no draft any more.
  await page.keyboard.press('Shift+.');
  await told(page, /^Paused after 1 of 3 epochs/);
  await draft(page).waitFor({ state: 'detached' });
  await page.locator('.step-name').getByText('of 1').waitFor();

  // A whole step; then on to the end.
  await page.keyboard.press('.');
  await told(page, /^Paused after 2 of 3 epochs/);
  await page.keyboard.press('Space');
  await told(page, /^Finished: 3 epochs/);

  await page.keyboard.press('[');
  await page.locator('.step-name').getByText('Step 2').waitFor();

  // The reset asks nothing, and says where the run is.
  await page.keyboard.press('r');
  await page.locator('.controls-note').getByText('The run of 3 steps stays in the history').waitFor();
  await told(page, /^Ready/);
  expect(await page.locator('.step-name').count()).toBe(0);
  await page.locator('.sections a[href="#runs"]').click();
  await page
    .locator('section', { has: page.locator('#runs') })
    .getByText('3 of 3 epochs')
    .waitFor();
  expect(complaints).toEqual([]);
});

test('keys keep out of fields, are listed, and lead to the panels; a hidden control has none', async () => {
  await using opened = await open('&hide=step,speed');
  const { page, complaints } = opened;
  await page.locator('#seed').press('.');
  await page.locator('#seed').press('r');
  await page.locator('#seed').blur();
  await page.keyboard.press('.');
  await told(page, /^Ready/);
  expect(await page.getByRole('button', { name: 'Next part' }).count()).toBe(0);
  expect(await page.locator('.speed').count()).toBe(0);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'All keys' });
  await help.waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await told(page, /^Ready/);

  const links = page.getByRole('navigation', { name: 'Sections of the page' }).getByRole('link');
  const second = (await links.nth(1).getAttribute('href'))!;
  await page.keyboard.press('2');
  await page.waitForFunction(
    (href) => document.activeElement?.closest('section')?.querySelector(href) !== null,
    second,
  );
  await page.locator(`.sections a[href="${second}"][aria-current]`).waitFor();
  expect(complaints).toEqual([]);
});

test('every field is explained at its control, and a change during a run begins it anew on request', async () => {
  await using opened = await open('&hide=reset');
  const { page, complaints } = opened;
  await page.locator('#epochs').focus();
  await page.keyboard.press('Tab');
  const explanation = page.locator('#seed-explanation');
  await explanation.waitFor();
  expect(await page.locator('#seed').getAttribute('aria-describedby')).toBe('seed-explanation');
  await page.keyboard.press('Escape');
  await explanation.waitFor({ state: 'hidden' });
  await page.locator('.field[data-setting="reward"] label').hover();
  await page.locator('#reward-explanation').getByText('What a program earns').waitFor();

  await page.locator('h1').click();
  await page.keyboard.press('.');
  await told(page, /^Paused after 1 of 3 epochs/);
  await page.locator('#seed').fill('6');
  await page.locator('#seed').blur();
  await page.locator('.field[data-setting="seed"].is-pending').waitFor();
  await page.getByRole('button', { name: 'Restart now' }).click();
  await told(page, /^Finished: 3 epochs/);
  expect(await page.locator('.field.is-pending').count()).toBe(0);
  expect(complaints).toEqual([]);
});
