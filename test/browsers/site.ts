/** Builds the suite's site: its page, the built page of the house, and folders in which a hostile script stands in for one of the sandbox's. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../scripts/build-snapshot.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { SANDBOX_FILES, SANDBOX_SCRIPTS } from '../../src/sandbox/names.ts';
import { SANDBOX_FOLDER } from '../../src/sandbox/snapshot/files.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = join(ROOT, 'build', 'browsers');
/** A module without anything: the hostile scripts need no interpreter. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Which script each folder replaces, and by what. */
const REPLACED = {
  'fallen-worker': { worker: 'escape/fallen-worker.ts' },
  'open-worker': { worker: 'escape/open-worker.ts' },
  'hostile-frame': { frame: 'escape/fallen-frame.ts' },
} as const;

const script = (path: string) => bundle(join(ROOT, 'test', 'browsers', path));

/** The built page, with our script in front of its own; `base` lets it find its files where they are. */
async function writeSmokePage(dist: string): Promise<void> {
  const into = join(SITE, 'smoke');
  mkdirSync(into, { recursive: true });
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const start = '<base href="/page/"><script src="/smoke/smoke.js"></script>';
  writeFileSync(join(into, 'index.html'), page.replace('<head>', `<head>${start}`));
  writeFileSync(join(into, 'smoke.js'), await script('page-smoke.ts'));
}

/** Builds everything; returns the folders by the path under which the server shows them. */
export async function buildSite(): Promise<Readonly<Record<string, string>>> {
  const dist = await ensureBuilt();
  mkdirSync(SITE, { recursive: true });
  copyFileSync(join(ROOT, 'test', 'pages', 'sandbox-suite.html'), join(SITE, 'index.html'));
  writeFileSync(join(SITE, 'suite.js'), await script('suite-page.ts'));
  for (const [folder, replaced] of Object.entries(REPLACED)) {
    const into = join(SITE, folder);
    mkdirSync(into, { recursive: true });
    for (const name of Object.values(SANDBOX_FILES)) writeFileSync(join(into, name), EMPTY_MODULE);
    for (const name of Object.values(SANDBOX_SCRIPTS)) copyFileSync(join(SANDBOX_FOLDER, name), join(into, name));
    for (const [name, path] of Object.entries(replaced)) {
      writeFileSync(join(into, SANDBOX_SCRIPTS[name as keyof typeof SANDBOX_SCRIPTS]), await script(path));
    }
  }
  await writeSmokePage(dist);
  return {
    '/': SITE,
    '/page': dist,
    '/sandbox': SANDBOX_FOLDER,
    '/problems': join(ROOT, 'public', 'problems'),
    '/cases': join(ROOT, 'test', 'cases'),
  };
}
