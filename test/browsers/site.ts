/** Builds the suite's site: its page, the built page of the house, and folders in which a hostile script stands in for one of the sandbox's. */

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../scripts/build-snapshot.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { SANDBOX_FILES, SANDBOX_SCRIPTS } from '../../src/sandbox/names.ts';
import { SANDBOX_FOLDER } from '../../src/sandbox/snapshot/files.ts';
import { linkTree, replaceFile } from '../support/link-tree.ts';

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

/** The built page, with our script in front of its own: in the page itself, so that it is kept for offline use with it. */
async function writeStoryPage(dist: string): Promise<void> {
  const into = join(SITE, 'page');
  rmSync(into, { recursive: true, force: true });
  linkTree(dist, into);
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const story = (await script('page-story.ts')).replaceAll('</script', '<\\/script');
  replaceFile(
    join(into, 'index.html'),
    page.replace('<head>', () => `<head><script>${story}</script>`),
  );
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
  await writeStoryPage(dist);
  return {
    '/': SITE,
    '/sandbox': SANDBOX_FOLDER,
    '/problems': join(ROOT, 'public', 'problems'),
    '/cases': join(ROOT, 'test', 'cases'),
  };
}
