/** What the end-to-end tests of the built page share: a browser that keeps things, and the form. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';

/** Generous: the tests never measure time, they only must not wait for ever. */
export const PATIENCE = 90_000;

/** A page, and everything it did that a good page does not. */
export interface OpenedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** A browser with a profile of its own, as a person has; `preferences` go into the profile first. */
export async function openProfile(folder: string, preferences?: object): Promise<BrowserContext> {
  if (preferences !== undefined) {
    mkdirSync(join(folder, 'Default'), { recursive: true });
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  }
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    headless: true,
    args: [...BROWSER_FLAGS],
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** @param isOwn whether a request of the page may be made */
export async function openPage(
  context: BrowserContext,
  url: string,
  isOwn: (url: URL) => boolean = ({ host }) => host === new URL(url).host,
): Promise<OpenedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  context.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && !isOwn(asked)) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

/** Trains a little by the form, as a person would, on the engine that every browser has. */
export async function trainShortly(page: Page, epochs: number): Promise<void> {
  const field = (label: RegExp) => page.getByLabel(label).first();
  await field(/^Preset/).selectOption('nano-test');
  await field(/^Device/).selectOption('wasm');
  await field(/^Epochs/).fill(String(epochs));
  await field(/^Epochs/).blur();
  await page
    .locator('.controls')
    .getByRole('button', { name: /^Train/ })
    .click();
}

export const progressReaches = (page: Page, text: string) =>
  page.locator('.progress-words').getByText(text).first().waitFor();

/** A part of the page, or of another part, by its heading or label. */
export const region = (within: Page | Locator, name: string): Locator =>
  within.getByRole('region', { name, exact: true });

/** What is pressed gives a file: its name and its bytes. */
export async function downloaded(pressed: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([pressed.page().waitForEvent('download'), pressed.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** A page of a PDF is an object of this type. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** Brings the programs into sight: of a run on its way they are followed only there. */
export async function seePrograms(page: Page): Promise<void> {
  await drawEverything(page);
  await page.locator('#rollouts').evaluate((heading) => heading.scrollIntoView());
}

/** Scrolls down until every panel has been fetched and drawn. */
export async function drawEverything(page: Page): Promise<void> {
  await page.locator('.progress-words').first().waitFor();
  for (;;) {
    const place = page.locator('.lazy').first();
    if ((await place.count()) === 0) return;
    // One that was drawn meanwhile is not waited for.
    await place.scrollIntoViewIfNeeded({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
}

/** A folder that is gone after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'greenbar-page-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
