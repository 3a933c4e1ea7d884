/** The static server: plain files, mounted folders before the page's own, no special headers, and a clean end. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeUrls, WITHHELD } from './commands/serve.ts';
import { ALL_ADDRESSES, ownAddresses, serveStatic } from './static-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'dist/models/base'), { recursive: true });
mkdirSync(join(folder, 'mine'));
writeFileSync(join(folder, 'dist/index.html'), '<p>page</p>');
writeFileSync(join(folder, 'dist/models/base/config.json'), '"theirs"');
writeFileSync(join(folder, 'mine/config.json'), '"mine"');

test('serves the page, and a mounted folder in place of its own', async () => {
  const mounts = { '/models/base': join(folder, 'mine') };
  await using server = await serveStatic(join(folder, 'dist'), { port: 0, mounts });
  const page = await fetch(server.url);
  expect(await page.text()).toBe('<p>page</p>');
  expect(page.headers.get('cross-origin-opener-policy')).toBeNull();
  expect(await (await fetch(`${server.url}models/base/config.json`)).json()).toBe('mine');
  expect((await fetch(`${server.url}models/base/nope.json`)).status).toBe(404);
  expect((await fetch(`${server.url}nope.json`)).status).toBe(404);
});

test('says so when the port is taken, and frees its own at the end', async () => {
  const first = await serveStatic(join(folder, 'dist'), { port: 0 });
  const port = Number(new URL(first.url).port);
  await expect(serveStatic(folder, { port })).rejects.toThrow(`expected a free port, but ${port} is taken`);
  await first[Symbol.asyncDispose]();
  await using again = await serveStatic(folder, { port });
  expect(again.url).toBe(first.url);
});

test('listens at localhost alone unless asked, and at every address when asked', async () => {
  const address = ownAddresses().find((one) => !one.includes(':'));
  await using local = await serveStatic(join(folder, 'dist'), { port: 0 });
  expect(local.urls).toEqual([{ url: local.url, secure: true }]);
  expect(describeUrls(local.urls)).not.toContain(WITHHELD);

  await using lan = await serveStatic(join(folder, 'dist'), { port: 0, host: ALL_ADDRESSES });
  expect(lan.urls[0]).toEqual({ url: lan.url, secure: true });
  for (const { url } of lan.urls) expect(await (await fetch(url)).text()).toBe('<p>page</p>');
  if (address === undefined) return expect(lan.urls).toHaveLength(1);
  const { port } = new URL(lan.url);
  expect(lan.urls).toContainEqual({ url: `http://${address}:${port}/`, secure: false });
  expect(describeUrls(lan.urls).at(-1)).toBe(WITHHELD);
  await expect(fetch(`http://${address}:${new URL(local.url).port}/`)).rejects.toThrow();

  await using one = await serveStatic(join(folder, 'dist'), { port: 0, host: address });
  expect(one.urls).toEqual([{ url: `http://${address}:${new URL(one.url).port}/`, secure: false }]);
});

test('refuses an address of another machine, and names its own', async () => {
  const serving = serveStatic(folder, { port: 0, host: '203.0.113.7' });
  await expect(serving).rejects.toThrow(
    /^serve: expected an address of this machine \(localhost.*\), got 203\.0\.113\.7$/,
  );
});

test('lets a browser ask whether a file changed', async () => {
  await using server = await serveStatic(join(folder, 'dist'), { port: 0 });
  const first = await fetch(server.url);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  await first.text();
  expect((await fetch(server.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
