/** Builds the suite's site: the page, and folders in which one of the sandbox's scripts is replaced by a hostile one. */

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAssets } from '../../scripts/build-assets.ts';
import { bundle } from '../../scripts/build-snapshot.ts';
import { SANDBOX_FOLDER } from '../../src/sandbox/build/files.ts';
import { SANDBOX_FILES, SANDBOX_SCRIPTS } from '../../src/sandbox/names.ts';

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

/** Builds everything; returns the folders by the path under which the server shows them. */
export async function buildSite(): Promise<Readonly<Record<string, string>>> {
  await buildAssets();
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
  return {
    '/': SITE,
    '/sandbox': SANDBOX_FOLDER,
    '/problems': join(ROOT, 'public', 'problems'),
    '/cases': join(ROOT, 'test', 'cases'),
  };
}
