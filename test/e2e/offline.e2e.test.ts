/** The service worker in real Chromium: the whole exercise without a network, a new version, and downloads that fail. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { precachedFiles, writeServiceWorker } from '../../scripts/precache.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import {
  drawEverything,
  openPage,
  openProfile,
  progressReaches,
  seePrograms,
  trainShortly,
  withFolder,
} from '../support/built-page.ts';
import { linkTree, replaceFile } from '../support/link-tree.ts';

let dist: string;

beforeAll(async () => {
  dist = await ensureBuilt();
});

const state = (page: Page, name: string) => page.getByRole('button', { name }).waitFor();

/** What the browser keeps, as addresses relative to the page. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(document.baseURI.split(/[?#]/)[0]!.length));
  });

test('after one visit the whole exercise runs with the server gone and the network cut, from a sub-path', () =>
  withFolder(async (folder) => {
    const PATH = 'some/deep/path';
    linkTree(dist, join(folder, 'site', PATH));
    const server = await serveStatic(join(folder, 'site'), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const first = await openPage(context, `${server.url}${PATH}/`);
    await state(first.page, 'Offline: ready');
    expect(first.complaints).toEqual([]);
    // The first visit's own page has it already, without a reload.
    expect(await first.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await first.page.close();

    await server[Symbol.asyncDispose]();
    await context.setOffline(true);

    // Another tab, with settings in the address.
    const { page, complaints } = await openPage(context, `${server.url}${PATH}/?seed=2`);
    const isCut = await page.evaluate(() =>
      fetch('no-such-file.txt').then(
        () => false,
        () => true,
      ),
    );
    expect(isCut).toBe(true);
    complaints.length = 0; // the browser tells of that request too
    await trainShortly(page, 2);
    await progressReaches(page, 'Finished: 2 epochs');
    await drawEverything(page);

    const measured = await page.evaluate(async () => {
      const report = await window.greenbar!.measure({
        models: [
          { label: 'base', source: { type: 'bundled', name: 'base' } },
          { label: 'small', source: { type: 'bundled', name: 'small' } },
        ],
        backend: 'wasm',
        sets: ['lecture', 'phrasings', 'compositions'],
        temperatures: [1],
        samples: 1,
        maxNewTokens: 4,
        seed: 0,
      });
      return report?.models.map(({ sets }) => sets.length);
    });
    expect(measured).toEqual([3, 3]);
    // The linter and the type checker are the largest files, and the last ones to be asked for.
    const audit = await page.evaluate(() =>
      window.greenbar!.audit({ reward: 'gated-layers', harness: 'sealed', problemCount: 1, seed: 0 }),
    );
    expect(audit).toMatchObject({ notices: [], unjudged: 0, sound: true });
    expect(audit.judged).toBeGreaterThan(0);

    await page.reload();
    await state(page, 'Offline: ready');
    await page.goto(`${server.url}${PATH}/index.html`);
    await page
      .getByRole('button', { name: /^Train/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  }));

test('what is kept is every file of the build, each checked against its digest', async () => {
  const files = precachedFiles(dist);
  const names = files.map(({ url }) => url);
  for (const wanted of [
    'index.html',
    'manifest.webmanifest',
    'icons/icon-512.png',
    'models/base/model.safetensors',
    'sandbox/python-wasm.bin',
    'sandbox/python-image.bin',
    'tools/pyright.worker.js',
    'tools/ruff_wasm_bg.wasm',
    'problems/lecture.json',
  ]) {
    expect(names).toContain(wanted);
  }
  expect(names).not.toContain('sw.js');
  for (const { url, revision, integrity } of files) {
    expect(revision === null, url).toBe(/^assets\//.test(url));
    expect(integrity === undefined, url).toBe(url.endsWith('.html'));
  }
});

test('a new version waits until somebody wants it, and leaves nothing of the old one', () =>
  withFolder(async (folder) => {
    const site = join(folder, 'site');
    linkTree(dist, site);
    await using server = await serveStatic(site, { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const { page } = await openPage(context, server.url);
    await state(page, 'Offline: ready');
    const old = (await keptFiles(page)).length;

    const html = readFileSync(join(site, 'index.html'), 'utf8');
    replaceFile(join(site, 'index.html'), html.replace('<body>', '<body data-build="new">'));
    replaceFile(join(site, 'problems', 'note.json'), '"only in the new version"');
    await writeServiceWorker(site);
    await page.reload();
    await page.evaluate(() => {
      (window as { mark?: boolean }).mark = true;
    });
    await trainShortly(page, 200);
    await seePrograms(page);
    await page.locator('.step-name', { hasText: 'Step 1' }).waitFor();
    await page.getByText('A new version is ready.').waitFor();
    await page.getByText('Nothing is reloaded by itself.').waitFor();
    // Time in which a page that reloads by itself would have done so.
    await page.waitForTimeout(2000);
    expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true);
    expect(await page.locator('body').getAttribute('data-build')).toBeNull();

    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('body[data-build="new"]').waitFor();
    await page.getByText(/A run was interrupted after \d+ of 200 epochs/).waitFor();
    await state(page, 'Offline: ready');
    const kept = await keptFiles(page);
    expect(kept).toHaveLength(old + 1);
    expect(kept.filter((url) => url.startsWith('index.html'))).toHaveLength(1);
  }));

test('a download that fails is told, the page works meanwhile, and the next visit takes up what is missing', () =>
  withFolder(async (folder) => {
    const site = join(folder, 'site');
    linkTree(dist, site);
    // As a proxy, or half of a new version, may hand out.
    replaceFile(join(site, 'tools', 'ruff_wasm.js'), 'console.log("another file")');
    await using server = await serveStatic(site, { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const { page } = await openPage(context, server.url);
    await page.getByRole('button', { name: 'Offline: download failed' }).click();
    await page.getByText(/could not keep \/tools\/ruff_wasm\.js/).waitFor();
    await page.keyboard.press('Escape');
    await trainShortly(page, 1);
    await progressReaches(page, 'Finished: 1 epoch');

    replaceFile(join(site, 'tools', 'ruff_wasm.js'), readFileSync(join(dist, 'tools', 'ruff_wasm.js')));
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.serviceWorker() !== null) asked.push(new URL(request.url()).pathname);
    });
    await page.reload();
    await state(page, 'Offline: ready');
    expect(asked).toContain('/tools/ruff_wasm.js');
    expect(asked).not.toContain('/sandbox/python-image.bin');
  }));
