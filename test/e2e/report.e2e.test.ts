/** The report of a run on paper, printed by real Chromium from the built page: one page of A4, one of Letter. */

import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';

/** A page of a PDF is an object of this type. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

test('the run on the page is printed on one page', async () => {
  await using server = await serveStatic(await ensureBuilt(), { port: 0 });
  const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
  try {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Report to print' }).first().click(); // of the recorded run
    await page.locator('.report-sheet').waitFor();
    expect(await page.locator('.report-curves figure').count()).toBeGreaterThan(4);
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1);
    expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBe(1);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBeGreaterThan(1); // the page itself is longer
  } finally {
    await browser.close();
  }
});
