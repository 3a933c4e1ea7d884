/** Where the page can be opened: plain http from another machine's point of view, any folder of any server, no storage. */

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.ts';
import { ALL_ADDRESSES, ownAddresses, serveStatic } from '../../src/cli/static-server.ts';
import {
  drawEverything,
  openPage,
  openProfile,
  progressReaches,
  trainShortly,
  withFolder,
} from '../support/built-page.ts';
import { linkTree } from '../support/link-tree.ts';

/** Chromium's setting "block all cookies", which refuses every kind of storage. */
const REFUSES_STORAGE = { profile: { default_content_setting_values: { cookies: 2 } } };

let dist: string;

beforeAll(async () => {
  dist = await ensureBuilt();
});

const address = ownAddresses().find((one) => !one.includes(':'));
if (address === undefined) console.warn('reach: skipped plain http, this machine has no address but localhost');

test.skipIf(address === undefined)('from another machine, by plain http, the whole exercise runs on WebAssembly', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(dist, { port: 0, host: ALL_ADDRESSES });
    const url = `http://${address}:${new URL(server.url).port}/`;
    expect(server.urls).toContainEqual({ url, secure: false });
    await using context = await openProfile(join(folder, 'profile'));
    const { page, complaints } = await openPage(context, url);
    const withheld = await page.evaluate(() => ({
      secure: isSecureContext,
      gpu: 'gpu' in navigator,
      worker: 'serviceWorker' in navigator,
      locks: 'locks' in navigator,
      subtle: crypto.subtle !== undefined,
    }));
    expect(withheld).toEqual({ secure: false, gpu: false, worker: false, locks: false, subtle: false });

    await page.getByText('This address is plain http').waitFor();
    await trainShortly(page, 2);
    await progressReaches(page, 'Finished: 2 epochs');
    await drawEverything(page);
    await page.locator('.rollout-grid .tile').first().click();
    const audit = await page.evaluate(() =>
      window.greenbar!.audit({ reward: 'fraction', harness: 'sealed', problemCount: 1, seed: 0 }),
    );
    expect(audit).toMatchObject({ hackRate: 0, unjudged: 0, sound: true });

    await page.getByRole('button', { name: 'Offline: not possible here' }).click();
    await page.getByText('a browser keeps pages only from https or localhost').waitFor();
    await page.getByText('Locks between tabs').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Understood' }).click();
    await page.reload();
    await page
      .getByText(/^Finished: 2 epochs/)
      .first()
      .waitFor();
    expect(await page.getByText('This address is plain http').count()).toBe(0);
    expect(complaints).toEqual([]);
  }),
);

test('where the browser refuses storage, the run stays in memory and the page says that a reload forgets', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(dist, { port: 0 });
    await using context = await openProfile(join(folder, 'profile'), REFUSES_STORAGE);
    const { page, complaints } = await openPage(context, server.url);
    const refused = await page.evaluate(() => {
      try {
        localStorage.getItem('x');
        return false;
      } catch {
        return true;
      }
    });
    expect(refused).toBe(true);
    await page.getByText('This browser refuses to store anything.').waitFor();
    await trainShortly(page, 1);
    await progressReaches(page, 'Finished: 1 epoch');
    await drawEverything(page);
    await page.reload();
    await page.getByText('This browser refuses to store anything.').waitFor();
    expect(await page.getByText('Finished: 1 epoch').count()).toBe(0);
    expect(complaints).toEqual([]);
  }));

test('the folder works under any path, also where a server shows no index of a folder', () =>
  withFolder(async (folder) => {
    linkTree(dist, join(folder, 'some/deep/path'));
    await using server = await serveStatic(folder, { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const inside = ({ pathname }: URL) => pathname.startsWith('/some/deep/path/');
    const { page, complaints } = await openPage(context, `${server.url}some/deep/path/index.html`, inside);
    await trainShortly(page, 1);
    await progressReaches(page, 'Finished: 1 epoch');
    await drawEverything(page);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
      const { start_url, icons } = await (await fetch(link.href)).json();
      const images = (icons as { src: string }[]).map(({ src }) => fetch(new URL(src, link.href)));
      return { start: new URL(start_url, link.href).pathname, found: (await Promise.all(images)).map(({ ok }) => ok) };
    });
    expect(manifest).toEqual({ start: '/some/deep/path/', found: [true, true, true, true] });
    expect(complaints).toEqual([]);
  }));
