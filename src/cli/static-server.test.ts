/** The static server: plain files, mounted folders before the page's own, no special headers, and a clean end. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveStatic } from './static-server.ts';

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
