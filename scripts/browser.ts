/** Finds a Chrome, Chromium or Edge to drive, and installs Debian's chromium when nothing is there and we are root. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Flags that give a headless browser a WebGPU adapter without a GPU and keep it quiet on the network. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** The places where the three systems put a Chromium browser, most wanted first. */
function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'darwin') {
    return ['/Applications', join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
      MAC_APPS.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`),
    );
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return roots.flatMap((root) => WINDOWS_PATHS.map((path) => join(root, path)));
  }
  const folders = (env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/opt/google/chrome');
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).concat(
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  );
}

/** Path of a browser that is already there, or null. `GREENBAR_BROWSER` names one and is never second-guessed. */
export function installedBrowser(): string | null {
  const wanted = process.env.GREENBAR_BROWSER;
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return wanted;
    throw new Error(`browser: GREENBAR_BROWSER names ${wanted}, but there is no such file`);
  }
  const found = candidates(process.platform, process.env).find((path) => existsSync(path));
  if (found !== undefined) return found;
  // The browser that `npx playwright install chromium` would have put in its own folder.
  const own = chromium.executablePath();
  return own !== '' && existsSync(own) ? own : null;
}

/** Whether missing Debian packages may be installed: root, and apt-get is there. */
export function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Path of a browser; installs Debian's chromium when there is none and we may.
 *
 * @throws with the one thing to do, where nothing can be found or installed
 */
export function findBrowser(): string {
  const found = installedBrowser();
  if (found !== null) return found;
  if (canInstall()) {
    process.stderr.write('No Chrome, Chromium or Edge found: installing chromium with apt-get.\n');
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] };
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
    const installed = installedBrowser();
    if (installed !== null) return installed;
  }
  throw new Error(
    'browser: no Chrome, Chromium or Edge was found; install one, or set GREENBAR_BROWSER to the path of its executable',
  );
}
