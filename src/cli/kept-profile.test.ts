/** The page is served at one address for a folder, and at no other. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveKept } from './kept-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const serve = () => serveKept(folder, folder, {});

test('the address stays the same, one command at a time', async () => {
  let url: string;
  {
    await using first = await serve();
    url = first.url;
    await expect(serve()).rejects.toThrow(/: expected port [0-9]+ to be free, but another command has it/);
  }
  const port = Number(new URL(url).port);
  expect(readFileSync(join(folder, 'port.txt'), 'utf8')).toBe(`${port}\n`);
  await using again = await serve();
  expect(again.url).toBe(url);
  // A new folder whose first port is taken gets the next.
  rmSync(join(folder, 'port.txt'));
  await using next = await serve();
  expect(Number(new URL(next.url).port)).toBeGreaterThan(port);
});

test('a port that is none is refused', async () => {
  for (const text of ['', '0', '65536', 'x']) {
    writeFileSync(join(folder, 'port.txt'), text);
    await expect(serve()).rejects.toThrow(`port.txt: expected a port, got ${JSON.stringify(text)}`);
  }
});
