/** The built page keeps what was trained: tabs that share one storage, bundles out and in, damaged ones, and a full disk. */

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../../src/cli/static-server.ts';
import type { RunInfo } from '../../src/core/history.ts';
import { PRESETS } from '../../src/core/presets.ts';
import type { RunEvent } from '../../src/core/records.ts';
import { fromWire, toWire } from '../../src/core/wire.ts';
import { readBundle } from '../../src/store/bundle-read.ts';
import { PATIENCE } from '../support/built-page.ts';

let server: StaticServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveStatic(await ensureBuilt(), { port: 0 });
  browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

declare global {
  interface Window {
    heard?: RunEvent[];
    ended?: Promise<unknown>;
  }
}

/** A storage of its own, with tabs that are driven by their scripts. */
async function profile(): Promise<{ context: BrowserContext; tab: () => Promise<Page> } & AsyncDisposable> {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const tab = async () => {
    const page = await context.newPage();
    await page.goto(`${server.url}?script=1`);
    await page.waitForFunction(() => window.greenbar !== undefined);
    return page;
  };
  return { context, tab, [Symbol.asyncDispose]: () => context.close() };
}

const configOf = (epochs: number, seed: number) =>
  ({ ...PRESETS['nano-test'].config, backend: 'wasm', epochs, seed }) as const;

/** Begins to train and does not wait for the end. */
const begin = (page: Page, epochs: number, seed: number) =>
  page.evaluate(
    (config) => {
      window.heard = [];
      window.ended = window.greenbar!.train(config, (events) => void window.heard!.push(...events));
    },
    configOf(epochs, seed),
  );

const stepsReach = (page: Page, count: number) =>
  page.waitForFunction((wanted) => window.heard!.filter(({ type }) => type === 'step').length >= wanted, count);
const ended = (page: Page) => page.evaluate(() => window.ended);
const runs = (page: Page): Promise<readonly RunInfo[]> => page.evaluate(() => window.greenbar!.runs());
const exported = async (page: Page, id: string): Promise<Uint8Array<ArrayBuffer>> => {
  const call = (argument: string) => window.greenbar!.call('exportRun', argument, async () => {});
  return fromWire(await page.evaluate(call, toWire({ id }))) as Uint8Array<ArrayBuffer>;
};
/** What was imported, or why it was not. */
const imported = (page: Page, bytes: Uint8Array): Promise<unknown> => {
  const call = (argument: string) => window.greenbar!.call('importRun', argument, async () => {});
  return page.evaluate(call, toWire(bytes)).then(fromWire, (error: Error) => error.message);
};
const modelFiles = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('greenbar-checkpoints');
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return names.sort();
  });

test('two tabs train at once into one history; a tab that is closed leaves its run to go on; bundles go out and in', async () => {
  await using one = await profile();
  const [first, second] = [await one.tab(), await one.tab()];
  await begin(first, 400, 1);
  await stepsReach(first, 1);
  await begin(second, 3, 2);
  expect((await runs(second)).some(({ status }) => status === 'live')).toBe(true);
  await ended(second);
  // The tab is closed in mid-training.
  await stepsReach(first, 3);
  await first.close();
  await expect
    .poll(async () => (await runs(second)).map(({ status }) => status), { timeout: PATIENCE })
    .toEqual(['ended', 'interrupted']);
  const [whole, cut] = await runs(second);
  expect(whole).toMatchObject({ steps: 3, checkpoints: [3], config: { seed: 2 } });
  expect(cut!.steps).toBeGreaterThanOrEqual(3);
  expect(cut).toMatchObject({ after: null, config: { seed: 1, epochs: 400 } });
  expect((await modelFiles(second)).filter((name) => name.startsWith(whole!.id))).toHaveLength(1);

  // Into another browser.
  const bundle = await exported(second, whole!.id);
  await using other = await profile();
  const there = await other.tab();
  expect(await imported(there, bundle)).toMatchObject({ id: whole!.id, imported: true, steps: 3, checkpoints: [3] });
  expect(await exported(there, whole!.id)).toEqual(bundle);
  expect(await imported(there, bundle)).toContain('which is there already');
  const unfinished = await readBundle(new Blob([await exported(second, cut!.id)]));
  expect(unfinished.state?.step).toBe(unfinished.rollouts.length);

  // Damaged ones say what is wrong and touch nothing.
  const before = [await runs(there), await modelFiles(there)];
  const flipped = bundle.slice();
  flipped[flipped.length >> 1]! ^= 1;
  expect(await imported(there, flipped)).toContain('bundle: ');
  expect(await imported(there, bundle.slice(0, -100))).toContain('bundle: expected a zip');
  expect(await imported(there, new TextEncoder().encode('no zip at all'))).toContain('bundle: expected a zip');
  expect([await runs(there), await modelFiles(there)]).toEqual(before);
});

test('a disk that is full ends no training: it is told once, and stored once there is room again', async () => {
  await using one = await profile();
  const page = await one.tab();
  const cdp = await one.context.newCDPSession(page);
  const origin = new URL(server.url).origin;
  await begin(page, 60, 3);
  await stepsReach(page, 1);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.waitForFunction(() => window.heard!.some((event) => event.type === 'infra_error'));
  const steps = await page.evaluate(() => window.heard!.filter(({ type }) => type === 'step').length);
  await stepsReach(page, steps + 3);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  await ended(page);
  const heard = await page.evaluate(() => window.heard!);
  const told = heard.flatMap((event) => (event.type === 'infra_error' ? [event.message] : []));
  expect(told).toEqual([expect.stringMatching(/^storage: .*training goes on, but a reload would go back to/)]);
  expect(heard).toContainEqual({ type: 'notice', message: 'storage: this run is stored again' });
  const [run] = await runs(page);
  expect(run).toMatchObject({ status: 'ended', steps: 60 });
  expect(run!.checkpoints).toContain(60);
});
