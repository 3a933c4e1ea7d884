/** The built page in real Chromium, served as any static host would: a run from the form, and runs that are interrupted. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { unzipSync } from 'fflate';
import { type Browser, type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { ensureBuilt } from '../../src/cli/build.ts';
import { type StaticServer, serveStatic } from '../../src/cli/static-server.ts';
import { PRESETS } from '../../src/core/presets.ts';
import type { RunEvent, StepRecord } from '../../src/core/records.ts';
import { fromWire, toWire } from '../../src/core/wire.ts';
import { MANIFEST, type Manifest, stepOf } from '../../src/store/bundle-format.ts';
import { drawEverything, pagesOf, seePrograms } from '../support/built-page.ts';

/** Generous: the tests never measure time, they only must not wait for ever. */
const PATIENCE = 60_000;

let dist: string;
let server: StaticServer;
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  dist = await ensureBuilt();
  server = await serveStatic(dist, { port: 0 });
  browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_FLAGS] });
});

afterEach(async () => {
  await context?.close();
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

/** A page of its own storage, and everything it did that a good page does not. */
interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

async function open(url = server.url): Promise<Opened> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

interface Form {
  readonly preset?: string;
  readonly epochs: number;
  readonly seed: number;
}

/** Fills the form as a person would. */
async function fill(page: Page, { preset = 'nano-test', epochs, seed }: Form): Promise<void> {
  // Now, or a short run is over before the panels are drawn that tell how far it is.
  await drawEverything(page);
  // The form comes first; links for a class name some of its settings again.
  const field = (label: RegExp) => page.getByLabel(label).first();
  await field(/^Preset/).selectOption(preset);
  await field(/^Device/).selectOption('wasm');
  await field(/^Epochs/).fill(String(epochs));
  await field(/^Seed/).fill(String(seed));
  await field(/^Seed/).blur();
}

/** The first of that name: those of the run come before those of the panels below. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const heldTo = async (page: Page, text: string | RegExp) =>
  page.locator('.progress-words').getByText(text).first().waitFor();
/** Where the run is, in the words of the page. */
const toldOf = (page: Page) => page.locator('.progress-words').first().textContent();

/** Waits until the page itself shows at least `count` steps. */
async function stepsReach(page: Page, count: number): Promise<void> {
  await seePrograms(page);
  await page.waitForFunction(
    (wanted) => Number(/of (\d+)/.exec(document.querySelector('.step-name')?.textContent ?? '')?.[1] ?? 0) >= wanted,
    count,
  );
}

/** What the page has stored of its runs, read past the page's own code. */
async function stored(page: Page): Promise<{ runs: { finished: boolean }[]; events: RunEvent[]; states: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('greenbar');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const tx = request.result.transaction(['runs', 'events', 'states']);
          const runs = tx.objectStore('runs').getAll();
          const rows = tx.objectStore('events').getAll();
          const states = tx.objectStore('states').count();
          tx.oncomplete = () => {
            request.result.close();
            resolve({ runs: runs.result, events: rows.result.map((row) => row.event), states: states.result });
          };
        };
      }),
  );
}

/** Step records without what depends on the machine. */
const reproducible = (events: readonly RunEvent[]): Omit<StepRecord, 'seconds' | 'spans'>[] =>
  events.flatMap((event) => {
    if (event.type !== 'step') return [];
    const { seconds: _seconds, spans: _spans, ...rest } = event.record;
    return [rest];
  });

/** The same run from a script, never interrupted, in a tab of its own. */
async function uninterrupted(epochs: number, seed: number) {
  const { page } = await open(`${server.url}?script=1`);
  await page.waitForFunction(() => window.greenbar !== undefined);
  const config = { ...PRESETS['nano-test'].config, backend: 'wasm', epochs, seed } as const;
  const events = await page.evaluate(async (input) => {
    const heard: RunEvent[] = [];
    await window.greenbar!.train(input, (batch) => void heard.push(...batch));
    return heard;
  }, config);
  const contents = await keptContents(page);
  await context?.close();
  return { events, contents };
}

/** Digests of the programs of each step and of the trained models of the only run, as its bundle has them. */
async function keptContents(page: Page): Promise<Readonly<Record<string, string>>> {
  const [run] = await page.evaluate(() => window.greenbar!.runs());
  const call = (argument: string) => window.greenbar!.call('exportRun', argument, async () => {});
  const files = unzipSync(fromWire(await page.evaluate(call, toWire({ id: run!.id }))) as Uint8Array);
  const { files: marks }: Manifest = JSON.parse(new TextDecoder().decode(files[MANIFEST]));
  return Object.fromEntries(
    Object.entries(marks).flatMap(([name, { sha256 }]) => (stepOf(name) === null ? [] : [[name, sha256]])),
  );
}

/** A measurement without how long it took. */
function evaluationOf(events: readonly RunEvent[], when: 'before' | 'after') {
  const found = events.find((event) => event.type === 'evaluation' && event.when === when);
  if (found?.type !== 'evaluation') throw new Error(`expected a measurement ${when}, got none`);
  const { seconds: _, ...rest } = found.evaluation;
  return rest;
}

function trainerWorker(page: Page): Worker {
  const found = page.workers().find((worker) => worker.url().startsWith('http') && /\/worker-/.test(worker.url()));
  if (found === undefined) throw new Error(`expected a trainer worker, got ${page.workers().map((w) => w.url())}`);
  return found;
}

/** `python3 -m http.server`, which knows nothing of isolation headers; null where there is no Python. */
async function pythonServer(folder: string): Promise<{ url: string; process: ChildProcess } | null> {
  if (spawnSync('python3', ['--version']).status !== 0) return null;
  const child = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /port (\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(`python3 -m http.server ended: ${said}`)));
  });
  return { url: `http://localhost:${port}/`, process: child };
}

test('a person trains: before, pause, resume, programs, after, on a plain server', async () => {
  // Enough for a pause to come before the end also where a step takes a moment.
  const EPOCHS = 16;
  const python = await pythonServer(dist);
  console.info(python ? 'page: served by python3 -m http.server' : 'page: no python3, served by the static server');
  try {
    const { page, complaints } = await open(python?.url ?? server.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await fill(page, { epochs: EPOCHS, seed: 1 });
    await button(page, 'Train').click();

    // Measured before the first step, and shown.
    await heldTo(page, /Writing programs|Running their tests|Moving the weights/);
    const lecture = page.locator('.set').first();
    expect(await lecture.locator('.set-number').textContent()).toMatch(/^\d+(\.\d+)?\s?%/);
    expect(await lecture.locator('.set-n').textContent()).toContain('10 problems, 4 programs each');

    await stepsReach(page, 1);
    await button(page, 'Pause').click();
    await heldTo(page, 'Paused');
    // The step in flight stops at its next phase; what a slow machine still had under way is waited for.
    await page.waitForTimeout(1000);
    const standing = await toldOf(page);
    const kept = (await stored(page)).events.length;
    await page.waitForTimeout(2500);
    expect(await toldOf(page)).toBe(standing);
    expect((await stored(page)).events.length).toBe(kept);
    expect(standing).toMatch(/^Paused .* of 16/);

    await button(page, 'Resume').click();
    await heldTo(page, `Finished: ${EPOCHS} epochs`);
    expect(await lecture.locator('.set-number').textContent()).toMatch(/^\d.*%.*→.*\d.*%$/);
    expect(await page.locator('.hero-note').textContent()).toContain('fresh programs per problem');
    expect((await stored(page)).runs.map((run) => run.finished)).toEqual([true]);

    // Every program of the step can be opened.
    await seePrograms(page);
    await page.locator('.step-name', { hasText: `Step ${EPOCHS}` }).waitFor();
    const tiles = page.locator('.rollout-grid .tile');
    expect(await tiles.count()).toBe(8);
    await tiles.nth(5).click();
    expect(await tiles.nth(5).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.rollout .code').textContent()).toContain('# Problem: ');
    const judged = page.locator('.rollout-grid .tile:not([aria-label*="Truncated"])').first();
    await judged.click();
    await page.locator('.rollout .test-table tbody tr').first().waitFor();

    // The programs of an earlier step too.
    await button(page, 'Earlier step').click();
    await page.locator('.step-name', { hasText: `Step ${EPOCHS - 1}` }).waitFor();
    expect(await tiles.count()).toBe(8);

    // The run goes onto paper: one page of A4, one of Letter.
    await button(page, 'Report to print').first().click();
    await page.locator('.report-sheet').waitFor();
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1);
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 390, height: 844 });
    const [scroll, client] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(scroll).toBeLessThanOrEqual(client!);
    expect(complaints).toEqual([]);
  } finally {
    python?.process.kill();
  }
});

test('a run that a reload interrupted goes on to the records of an uninterrupted one', async () => {
  const EPOCHS = 16;
  const SEED = 3;
  const { page, complaints } = await open();
  await fill(page, { epochs: EPOCHS, seed: SEED });
  // The key of the page, pressed on nothing in particular.
  await page.keyboard.press('Space');
  await stepsReach(page, 2);
  await page.keyboard.press('Space');
  await heldTo(page, 'Paused');
  const interruptedAfter = reproducible((await stored(page)).events).length;
  expect(interruptedAfter).toBeLessThan(EPOCHS);

  await page.reload();
  await page.getByText(/A run was interrupted after \d+ of 16 epochs/).waitFor();
  await button(page, /Continue run from epoch \d+/).click();
  await heldTo(page, `Finished: ${EPOCHS} epochs`);
  const left = await stored(page);
  const contents = await keptContents(page);
  expect(left.runs).toMatchObject([{ finished: true }]);
  expect(left.states).toBe(0);
  expect(complaints).toEqual([]);
  await page.reload();
  await button(page, 'Train').waitFor();
  expect(await page.getByText('was interrupted').count()).toBe(0);
  await context?.close();

  const { events: whole, contents: wholeContents } = await uninterrupted(EPOCHS, SEED);
  // Programs and trained models, to the last byte.
  expect(Object.keys(wholeContents)).toHaveLength(EPOCHS + 2 * 2);
  expect(contents).toEqual(wholeContents);
  const records = reproducible(whole);
  expect(records.map(({ step }) => step)).toEqual(Array.from({ length: EPOCHS }, (_, i) => i + 1));
  // Without updates on both sides of the reload the comparison would show nothing.
  expect(records[interruptedAfter - 1]!.updates).toBeGreaterThan(0);
  expect(records.at(-1)!.updates).toBeGreaterThan(records[interruptedAfter - 1]!.updates);
  expect(reproducible(left.events)).toEqual(records);
  expect(evaluationOf(left.events, 'before')).toEqual(evaluationOf(whole, 'before'));
  expect(evaluationOf(left.events, 'after')).toEqual(evaluationOf(whole, 'after'));
});

test('a trainer that dies, then a sandbox that goes away: both are told, and the same run goes on', async () => {
  const EPOCHS = 24;
  const { page } = await open();
  await fill(page, { epochs: EPOCHS, seed: 5 });
  await button(page, 'Train').click();
  await stepsReach(page, 2);
  await trainerWorker(page).evaluate(() => {
    setTimeout(() => {
      throw new Error('made to die');
    });
  });
  await page.getByText('The run broke off.').waitFor();
  expect(await page.locator('.banner-bad').first().textContent()).toContain('made to die');

  // A step that was being stored when the worker died may still arrive: the page says where the run goes on.
  const again = button(page, /Continue run from epoch \d+/);
  const next = Number(/\d+/.exec((await again.textContent()) ?? '')?.[0]);
  expect(next).toBeGreaterThan(2);
  await again.click();
  await stepsReach(page, next);
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });
  await page.getByText('The run broke off.').waitFor();
  expect(await page.locator('.banner-bad').first().textContent()).toContain('the sealed frame is gone');

  await button(page, /Continue run from epoch/).click();
  await heldTo(page, `Finished: ${EPOCHS} epochs`);
  const { events, runs } = await stored(page);
  expect(runs).toMatchObject([{ finished: true }]);
  expect(reproducible(events).map(({ step }) => step)).toEqual(Array.from({ length: EPOCHS }, (_, i) => i + 1));
});

test('whoever trains anew is offered the interrupted run no more, but keeps it', async () => {
  const { page, complaints } = await open();
  await fill(page, { epochs: 16, seed: 2 });
  await button(page, 'Train').click();
  await stepsReach(page, 1);
  await button(page, 'Pause').click();
  await page.reload();
  await page.getByText('A run was interrupted').waitFor();
  await fill(page, { epochs: 1, seed: 4 });
  await button(page, 'Train anew').click();
  await heldTo(page, 'Finished: 1 epochs');
  const { runs } = await stored(page);
  expect(runs.toSorted((a, b) => Number(a.finished) - Number(b.finished))).toMatchObject([
    { finished: false, config: { seed: 2, epochs: 16 } },
    { finished: true, steps: 1, config: { seed: 4, epochs: 1 } },
  ]);
  await page.reload();
  await button(page, 'Train').waitFor();
  expect(await page.getByText('was interrupted').count()).toBe(0);
  expect(complaints).toEqual([]);
});
