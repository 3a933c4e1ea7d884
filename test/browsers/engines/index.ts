/** The three browser engines: how each is found, installed where that is possible, and started. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BROWSER_FLAGS, canInstall, findBrowser } from '../../../scripts/browser.ts';
import { type OpenBrowser, openBrowser } from './processes.ts';

export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

interface BrowserEngine {
  /** Path of the executable, or undefined when it is not there. */
  find(): string | undefined;
  /** Debian packages that bring it. */
  readonly packages: readonly string[];
  open(executable: string, url: string): OpenBrowser;
}

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin', '/usr/local/bin')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Keeps Firefox from greeting, updating and phoning home. */
const FIREFOX_PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
} as const;

/** Where Debian and Fedora put WebKitGTK's own little browser. */
function miniBrowser(): string | undefined {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => existsSync(path));
}

const ENGINES: Readonly<Record<EngineName, BrowserEngine>> = {
  chromium: {
    packages: ['chromium'],
    find: () => {
      try {
        return findBrowser();
      } catch {
        return undefined;
      }
    },
    open: (executable, url) =>
      openBrowser((home) => ({
        program: executable,
        args: [...BROWSER_FLAGS, '--headless=new', `--user-data-dir=${home}`, url],
      })),
  },
  firefox: {
    packages: ['firefox-esr'],
    find: () => onPath('firefox-esr') ?? onPath('firefox'),
    open: (executable, url) =>
      openBrowser((home) => ({
        program: executable,
        args: ['--headless', '--no-remote', '--profile', home, url],
        files: {
          'user.js': Object.entries(FIREFOX_PREFERENCES)
            .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
            .join(''),
        },
      })),
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    find: () => (onPath('xvfb-run') === undefined ? undefined : miniBrowser()),
    open: (executable, url) =>
      openBrowser(() => ({ program: onPath('xvfb-run')!, args: ['-a', executable, '--private', url] })),
  },
};

/** Path of the engine's browser; installs it where we may. A sentence when it cannot be had. */
function locate(name: EngineName): { readonly path: string } | { readonly missing: string } {
  const engine = ENGINES[name];
  const found = engine.find();
  if (found !== undefined) return { path: found };
  const packages = engine.packages.join(' ');
  if (!canInstall()) return { missing: `${name} is not installed (on Debian: apt-get install ${packages})` };
  process.stderr.write(`${name} is not there: installing ${packages} with apt-get.\n`);
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...engine.packages];
    execFileSync('apt-get', install, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch {
    return { missing: `${name} is not installed, and apt-get could not install ${packages}` };
  }
  const path = engine.find();
  return path === undefined ? { missing: `${name} was not found after installing ${packages}` } : { path };
}

/** Starts a browser at an address, or says why it cannot. */
export function openEngine(name: EngineName, url: string): OpenBrowser | { readonly missing: string } {
  const located = locate(name);
  return 'missing' in located ? located : ENGINES[name].open(located.path, url);
}
