/** The first minute with the built page: a recorded run at once, a guide by keyboard, and then a run of one's own. */

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import { GUIDE_STEPS } from '../../src/ui/guide/guide.ts';
import { openPage, openProfile, progressReaches, trainShortly, withFolder } from '../support/built-page.ts';

const RECORDED = '.replay-label';

/** Whatever the model is doing, its files come only when we let them. */
async function holdModel(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/model.safetensors', async (route) => {
    await released;
    await route.continue();
  });
  return async () => release();
}

test('a fresh profile sees a recorded run, is guided through it, and trains one of its own', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(await ensureBuilt(), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const blank = context.pages()[0] ?? (await context.newPage());
    const release = await holdModel(blank);
    const { page, complaints } = await openPage(context, server.url);

    // There before the model is, and nobody can take it for a run of this tab.
    await page.locator(RECORDED).waitFor();
    expect(await page.locator(RECORDED).textContent()).toMatch(/Recorded run: made on .* not by this tab/);
    expect(await page.locator('.top-recorded').textContent()).toBe('recorded');
    expect(await page.locator('.machine-card h2').textContent()).toBe('Getting ready');
    expect(
      await page
        .getByRole('button', { name: /^Train/ })
        .first()
        .textContent(),
    ).toContain('Train');
    await page.getByRole('button', { name: 'To the end' }).click();
    const rate = Number.parseInt((await page.locator('.hero-rates b').textContent()) ?? '', 10);
    expect(rate).toBeGreaterThan(80);
    await release();

    // The guide, by keyboard alone: it leads to each part, and its numbers are those of the recording.
    await page.getByRole('button', { name: 'Start the guide' }).focus();
    await page.keyboard.press('Enter');
    const guide = page.getByRole('dialog');
    for (const [i] of GUIDE_STEPS.entries()) {
      await guide.getByText(`Step ${i + 1} of ${GUIDE_STEPS.length}`).waitFor();
      await page.locator('.is-pointed-at').waitFor();
      if (i === 1) expect(await guide.textContent()).toContain('80 programs of step 5');
      await page.keyboard.press('ArrowRight');
    }
    await guide.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('greenbar.guide'))).toBe('finished');

    // A run of one's own takes the page at once.
    await trainShortly(page, 2);
    await page.locator(RECORDED).waitFor({ state: 'detached' });
    await progressReaches(page, 'Finished: 2 epochs');
    expect(await page.locator('.top-recorded').count()).toBe(0);

    // On the next visit that run is there, and the recording only on request; it gives the page back.
    await page.reload();
    await progressReaches(page, 'Finished: 2 epochs');
    await page.getByRole('button', { name: 'Replay the recorded run' }).click();
    await page.locator(RECORDED).waitFor();
    await page.getByRole('button', { name: 'Back to your run' }).click();
    await progressReaches(page, 'Finished: 2 epochs');
    expect(await page.locator(RECORDED).count()).toBe(0);
    expect(complaints).toEqual([]);
  }));

test('a damaged recording is told, and everything else works', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(await ensureBuilt(), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    await context.route('**/recorded/lecture.bin', (route) => route.fulfill({ body: '<!doctype html>' }));
    const { page } = await openPage(context, server.url);
    await page.getByText('The recorded run cannot be shown:').waitFor();
    await page.getByText('This machine').waitFor();
    expect(
      await page
        .getByRole('button', { name: /^Train/ })
        .first()
        .isEnabled(),
    ).toBe(true);
  }));
