/** Builds the page when `dist/` is missing or older than what it is made of, told by content and not by time. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { progress } from './output.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, 'build-stamp.txt');
const LOCK = join(ROOT, 'build', 'page.lock');

/** Files and folders that the page is made of. */
const INPUTS = ['index.html', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'src', 'public', 'scripts'];

/** Tests do not change the page; what the asset builders write is hashed like any other input. */
function isInput(path: string): boolean {
  return !path.endsWith('.test.ts');
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
  } else if (isInput(path)) {
    hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  }
}

function contentStamp(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, join(ROOT, input));
  return hash.digest('hex');
}

function isCurrent(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === contentStamp();
}

/** Whether the process that holds the lock still lives; one that was killed cannot let go of it. */
function isHeld(): boolean {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One build at a time, also when several commands start together. */
async function withLock(work: () => Promise<void>): Promise<void> {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!isHeld()) rmSync(LOCK, { force: true });
      await sleep(500);
    }
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Builds what a build needs, then the page; messages go to stderr. */
async function buildPage(): Promise<void> {
  progress('building the page');
  // Loaded only here: the compilers take a second that other commands need not wait for.
  const { buildAssets } = await import('../../scripts/build-assets.ts');
  await buildAssets();
  const stamp = contentStamp();
  const { build, createLogger } = await import('vite');
  const logger = createLogger('warn');
  const toStderr = (message: string) => process.stderr.write(`${message}\n`);
  const { NODE_ENV } = process.env;
  // A test runner has named its own environment; whoever builds gets the page that everybody gets.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      customLogger: { ...logger, info: () => {}, warn: toStderr, warnOnce: toStderr, error: toStderr },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  writeFileSync(STAMP, stamp);
}

/**
 * The folder of the built page, built first when need be.
 *
 * @returns path of `dist/`
 */
export async function ensureBuilt(): Promise<string> {
  if (!isCurrent()) {
    await withLock(async () => {
      // Another command may have built while this one waited.
      if (!isCurrent()) await buildPage();
    });
  }
  return DIST;
}
