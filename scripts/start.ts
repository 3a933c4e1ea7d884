/** `npm start`: builds the page, serves it on localhost, opens it in the default browser, and ends on Ctrl+C. */

import { spawn } from 'node:child_process';
import { ensureBuilt } from '../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../src/cli/static-server.ts';
import { messageOf } from '../src/core/errors.ts';
import { findBrowser } from './browser.ts';

const PORT = 4173;

/** The commands that may open a URL, most wanted first: the system's default browser, then any that we know. */
function openers(url: string): readonly (readonly [command: string, ...args: string[]])[] {
  if (process.platform === 'darwin') return [['open', url]];
  if (process.platform === 'win32') return [['cmd', '/c', 'start', '', url]];
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [
    ['xdg-open', url],
    [findBrowser(), ...asRoot, url],
  ];
}

/** Without a screen there is nothing to open anything on. */
function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Where no browser can be opened, the printed address is enough. */
function openInBrowser([opener, ...others]: ReturnType<typeof openers>): void {
  if (opener === undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => openInBrowser(others));
  child.unref();
}

/** The usual port keeps the page's saved runs, which belong to its address; any other one if it is taken. */
async function serveSomewhere(folder: string): Promise<StaticServer> {
  try {
    return await serveStatic(folder, { port: PORT });
  } catch {
    return serveStatic(folder, { port: 0 });
  }
}

const server = await serveSomewhere(await ensureBuilt());
console.log(`Greenbar is at ${server.url} (Ctrl+C ends it)`);
try {
  const ways = openers(server.url);
  if (hasScreen() && !process.env.CI) openInBrowser(ways);
} catch (error) {
  console.log(messageOf(error));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server[Symbol.asyncDispose]();
    process.exit(0);
  });
}
