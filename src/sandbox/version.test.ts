/** The version changes with what judges, and a file that is missing is named. */

import { afterEach, expect, test, vi } from 'vitest';
import { sandboxVersion } from './version.ts';

afterEach(() => vi.unstubAllGlobals());

function versionOf(files: Readonly<Record<string, string>>): Promise<string> {
  vi.stubGlobal('fetch', async (url: URL) => {
    const text = files[url.pathname];
    return text === undefined ? new Response(null, { status: 404 }) : new Response(text);
  });
  return sandboxVersion('https://example.invalid/page/sandbox/');
}

const FILES = { '/page/sandbox/worker.js': 'judge()', '/page/sandbox/stamp.json': '{"stamp":"a"}' };

test('equal files are one version, and each of them counts', async () => {
  const version = await versionOf(FILES);
  expect(version).toMatch(/^[0-9a-f]{64}$/);
  expect(await versionOf({ ...FILES, '/page/sandbox/frame.js': 'x' })).toBe(version);
  const others = [
    await versionOf({ ...FILES, '/page/sandbox/worker.js': 'judge(1)' }),
    await versionOf({ ...FILES, '/page/sandbox/stamp.json': '{"stamp":"b"}' }),
  ];
  expect(new Set([version, ...others]).size).toBe(3);
});

test('a file that cannot be had is named', async () => {
  const { '/page/sandbox/stamp.json': _, ...rest } = FILES;
  await expect(versionOf(rest)).rejects.toThrow('sandbox: expected /page/sandbox/stamp.json, got HTTP 404');
});
