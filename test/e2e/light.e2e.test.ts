/** The page stays light while it trains: what is drawn anew in a moment is bounded, and does not grow with the run. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Felt } from '../../bench/page/observe.ts';
import { bundle } from '../../scripts/build-snapshot.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import { drawEverything, openProfile, progressReaches, trainShortly, withFolder } from '../support/built-page.ts';

/** Elements, texts and attributes that one picture may change, with every panel drawn: a few thousand take some milliseconds. */
const MOST_CHANGES = 6000;

const EPOCHS = 12;

let dist: string;
let observer: string;

beforeAll(async () => {
  dist = await ensureBuilt();
  observer = await bundle(fileURLToPath(new URL('../../bench/page/observe.ts', import.meta.url)));
});

const felt = (page: { evaluate<T>(work: () => T): Promise<T> }): Promise<Felt> =>
  page.evaluate(() => {
    if (window.felt === undefined) throw new Error('expected what was observed, got nothing');
    return window.felt;
  });

test('what a moment of training draws anew is bounded, and no more at the end of a run than at its start', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(dist, { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const page = await context.newPage();
    await page.addInitScript({ content: observer });
    await page.goto(server.url);
    await drawEverything(page);
    const begun = (await felt(page)).changes.length;
    await trainShortly(page, EPOCHS);
    await progressReaches(page, `Finished: ${EPOCHS} epochs`);
    const { changes, longTasks, frames } = await felt(page);
    const during = changes.slice(begun).filter((count) => count > 0);
    expect(during.length).toBeGreaterThan(EPOCHS / 2);
    const longest = Math.max(0, ...longTasks.map(({ duration }) => duration));
    // Told, not judged: how long a task takes depends on who else uses the machine.
    console.info(`page: ${longTasks.length} long tasks, the longest ${longest} ms; ${frames.length} frames`);
    expect(Math.max(...during)).toBeLessThan(MOST_CHANGES);
    const half = Math.floor(during.length / 2);
    const mean = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean(during.slice(half))).toBeLessThan(3 * mean(during.slice(0, half)) + 100);
  }));
