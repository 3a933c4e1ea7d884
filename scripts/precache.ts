/** Vite plugin: writes `sw.js` with the list of all files that the page needs without a network, and which code is in which chunk. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { PrecachedFile } from '../src/core/offline.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** For scripts/size-budget.ts: which source files each chunk holds, with their characters before they are made small. */
export const CHUNK_MAP = 'chunk-map.json';

/** What the page itself never asks for. */
const LEFT_OUT = [
  /^sw\.js$/,
  new RegExp(`^${CHUNK_MAP.replace('.', '\\.')}$`),
  /^build-stamp\.txt$/,
  /^tools\/stamp\.json$/,
  /\.LICENSE\.txt$/,
  /^models\/.*\.md$/,
];

/** Vite names these after their content. */
const NAMED_BY_CONTENT = /^assets\/.+-[\w-]{8}\.\w+$/;

/** Hosts may add to a page of HTML what they like (a banner, a script): its digest is not held against them. */
const MAY_BE_TOUCHED = /\.html$/;

/** @param folder a built page */
export function precachedFiles(folder: string): PrecachedFile[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.some((pattern) => pattern.test(path)));
  return paths.sort().map((path) => {
    const content = readFileSync(join(folder, path));
    const digest = createHash('sha256').update(content).digest('base64');
    return {
      url: path,
      revision: NAMED_BY_CONTENT.test(path) ? null : digest.slice(0, 16),
      ...(MAY_BE_TOUCHED.test(path) ? {} : { integrity: `sha256-${digest}` }),
      bytes: content.length,
    };
  });
}

/** `src/ui/app.tsx`, `node_modules/preact/…`; what Vite itself puts in keeps its name. */
const nameOf = (id: string): string =>
  id.startsWith('\0') ? id.slice(1) : relative(ROOT, id.replace(/\?.*$/, '')).replaceAll('\\', '/');

/** One classic script: a module worker is no service worker in older browsers. */
async function serviceWorker(files: readonly PrecachedFile[]): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHED_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      lib: { entry: join(ROOT, 'src', 'sw.ts'), formats: ['iife'], name: 'sw' },
    },
  });
  const chunk = [result].flat().flatMap((part) => ('output' in part ? part.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`precache: expected one script, got ${chunk?.type ?? 'nothing'}`);
  return chunk.code;
}

/** @param folder a built page, whatever has been changed in it since */
export async function writeServiceWorker(folder: string): Promise<void> {
  const script = await serviceWorker(precachedFiles(folder));
  const path = join(folder, 'sw.js');
  // A copy of the folder may share the old file: another one takes its place.
  rmSync(path, { force: true });
  writeFileSync(path, script);
}

/** Runs when everything else lies in the output folder. */
export function precache(): Plugin {
  let folder = '';
  let isWritten = false;
  return {
    name: 'greenbar-precache',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return [];
        const sources = Object.entries(file.modules).map(([id, { renderedLength }]) => [nameOf(id), renderedLength]);
        return [[file.fileName, Object.fromEntries(sources)] as const];
      });
      const source = JSON.stringify(Object.fromEntries(chunks), null, 1);
      this.emitFile({ type: 'asset', fileName: CHUNK_MAP, source });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      async handler() {
        // Also called after a build that failed.
        if (isWritten) await writeServiceWorker(folder);
      },
    },
  };
}
