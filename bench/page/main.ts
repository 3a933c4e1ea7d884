/**
 * How the page feels while it trains, from the browser's own instruments: `npx tsx bench/page/main.ts [--epochs N]`.
 * A first visit, then a run of the default exercise during which a person scrolls through the panels and presses keys; the
 * memory of the page afterwards. Prints one JSON line; docs/notes/page.md has the tables.
 */

import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { bundle } from '../../scripts/build-snapshot.ts';
import { measureFirstVisit } from '../../scripts/size-budget.ts';
import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { progress, result } from '../../src/cli/output.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import { drawEverything } from '../../test/support/built-page.ts';
import type { Felt } from './observe.ts';

const FLAGS = {
  epochs: { type: 'integer', minimum: 1, maximum: 1000, help: 'of the run (20)' },
  preset: { type: 'text', value: 'NAME', help: 'exercise (default)' },
} as const satisfies Flags;

/** A task that holds the page up for so long is felt; the browser calls it long. */
const LONG_MS = 50;
/** Between two things that the made-up person does. */
const PAUSE_MS = 400;
/** A run is given up after so long. */
const PATIENCE_MS = 30 * 60_000;

const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The value below which a share of them lies; null of none. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return found === undefined ? null : rounded(found, 1);
}

/** Kilobytes that came over the wire, by the browser's count; the server does not zip. */
async function firstVisit(page: Page, url: string) {
  await page.goto(url);
  await page
    .getByRole('button', { name: /^Train/ })
    .first()
    .waitFor();
  const paint = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const first = performance.getEntriesByName('first-contentful-paint')[0];
    return { first: first?.startTime ?? null, interactive: navigation?.domInteractive ?? null };
  });
  await page.locator('.dot-ready').first().waitFor();
  return page.evaluate((at) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const kilobytes = entries.reduce((total, { transferSize }) => total + transferSize, 0) / 1000;
    return {
      firstPaintMs: at.first === null ? null : Math.round(at.first),
      interactiveMs: at.interactive === null ? null : Math.round(at.interactive),
      modelReadyMs: Math.round(performance.now()),
      requestsOfThePage: entries.length,
      kilobytesOfThePage: Math.round(kilobytes),
    };
  }, paint);
}

/** Scrolls through the page and presses keys, as somebody does who watches. */
async function useThePage(page: Page, done: () => boolean): Promise<void> {
  for (let turn = 0; !done(); turn++) {
    await page.mouse.wheel(0, turn % 40 < 20 ? 500 : -500);
    await page.waitForTimeout(PAUSE_MS);
    // Tab moves the focus and starts nothing.
    await page.keyboard.press(turn % 2 === 0 ? 'Tab' : 'Shift+Tab');
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function memoryOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return rounded(usedSize / 1e6, 1);
}

function summary({ longTasks, interactions, frames, changes }: Felt, from: number) {
  const during = longTasks.filter(({ start }) => start >= from).map(({ duration }) => duration);
  return {
    longTasks: during.length,
    longestTaskMs: rounded(Math.max(0, ...during)),
    blockedMs: rounded(sum(during.map((duration) => duration - LONG_MS))),
    longTasksWhileLoading: longTasks.length - during.length,
    interactions: interactions.length,
    interactionMs: { median: quantile(interactions, 0.5), p98: quantile(interactions, 0.98) },
    frameMs: { median: quantile(frames, 0.5), p95: quantile(frames, 0.95), p99: quantile(frames, 0.99) },
    changesAFrame: { median: quantile(changes, 0.5), p99: quantile(changes, 0.99), most: Math.max(0, ...changes) },
  };
}

async function train(page: Page, epochs: number, preset: string): Promise<number> {
  const field = (label: RegExp) => page.getByLabel(label).first();
  await field(/^Preset/).selectOption(preset);
  await field(/^Device/).selectOption('wasm');
  await field(/^Epochs/).fill(String(epochs));
  await field(/^Epochs/).blur();
  const from = await page.evaluate(() => performance.now());
  await page
    .getByRole('button', { name: /^Train/ })
    .first()
    .click();
  let isOver = false;
  const finished = page
    .locator('.progress-words')
    .getByText('Finished')
    .first()
    .waitFor({ timeout: PATIENCE_MS })
    .finally(() => {
      isOver = true;
    });
  await Promise.all([finished, useThePage(page, () => isOver)]);
  return from;
}

async function measure(browser: Browser, url: string, epochs: number, preset: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript({ content: await bundle(fileURLToPath(new URL('./observe.ts', import.meta.url))) });
  progress('a first visit');
  const visit = await firstVisit(page, url);
  await drawEverything(page);
  const session = await page.context().newCDPSession(page);
  const before = await memoryOf(session);
  progress(`${epochs} epochs of ${preset}, while somebody scrolls and presses keys`);
  const from = await train(page, epochs, preset);
  const felt = await page.evaluate(() => window.felt);
  if (felt === undefined) throw new Error('page: expected what was observed, got nothing');
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const heap = { before, after: await memoryOf(session) };
  return { visit, training: summary(felt, from), heapMegabytes: heap, elements: nodes };
}

const { flags } = parseArgs('page', process.argv.slice(2), FLAGS);
const { epochs = 20, preset = 'default' } = flags;
const dist = await ensureBuilt();
const { scripts, styles, kept } = measureFirstVisit(dist);
const size = (files: readonly { readonly bytes: number }[]) => rounded(sum(files.map(({ bytes }) => bytes)) / 1000, 1);
await using server = await serveStatic(dist, { port: 0 });
const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
try {
  const measured = await measure(browser, server.url, epochs, preset);
  const zippedKilobytes = { script: size(scripts), style: size(styles), kept: rounded(kept.zipped / 1000) };
  await result({ epochs, preset, zippedKilobytes, ...measured });
} finally {
  await browser.close();
}
