/** `npm start`: builds the page, serves it on localhost, opens it in the default browser, and ends on Ctrl+C. */

import { spawn } from 'node:child_process';
import { ensureBuilt } from '../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../src/cli/static-server.ts';

const PORT = 4173;

/** The program that opens a URL in the default browser. */
function opener(): readonly [command: string, ...args: string[]] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}

/** Where no browser can be opened, the printed address is enough. */
function openInBrowser(url: string): void {
  const [command, ...args] = opener();
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
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
if (!process.env.CI) openInBrowser(server.url);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server[Symbol.asyncDispose]();
    process.exit(0);
  });
}
