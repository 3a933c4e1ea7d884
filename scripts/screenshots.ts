/**
 * Makes the pictures of the README and of docs/tour.md: every panel, at a fixed size, without motion.
 *
 *     npm run build && npx tsx scripts/screenshots.ts      # all of them
 *     npx tsx scripts/screenshots.ts --only explain,phone  # a few
 *     npx tsx scripts/screenshots.ts --page DIR            # of a page that was built elsewhere
 *
 * The built page shows its recorded run. Panels that have nothing to show there (a history, a measurement, a problem that is
 * being written) are taken from the made-up page of the tests, and docs/tour.md says so.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { writeWhole } from '../src/cli/files.ts';
import { progress } from '../src/cli/output.ts';
import { serveStatic } from '../src/cli/static-server.ts';
import { drawEverything, PATIENCE } from '../test/support/built-page.ts';
import type { Scenario } from '../test/support/fixture-client.ts';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'docs/images');
/** WebP of the whole picture: text stays sharp at a fifth of a PNG. */
const QUALITY = 0.72;
const LARGEST = 200_000;
/** Left around a part of the page, in pixels. */
const ROOM = 20;

interface Picture {
  readonly file: string;
  /** The built page with this query, or a scenario of the made-up one. */
  readonly of: { readonly query: string } | { readonly scenario: Scenario };
  readonly size: readonly [width: number, height: number];
  readonly theme: 'light' | 'dark';
  /** The window as it is, or one part of the page. */
  readonly part?: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const BUILT = { query: '' };
const WIDE = [1280, 860] as const;
/** Panels of the tour: as narrow as their wide layout goes, so that they can be read in a text. */
const PANEL = [1100, 860] as const;
const PHONE = [390, 844] as const;

const panel = (id: string) => `section[aria-labelledby="${id}"]`;

/** A step whose programs the recording keeps. */
const recordedStep = (step: number) => async (page: Page) => {
  await page.locator('.replay-steps').fill(String(step));
  await page.locator('.step-name').getByText(`Step ${step}`, { exact: true }).waitFor();
};

/** A mixed group: a program that failed among others that passed has something to learn. */
async function failedProgram(page: Page): Promise<void> {
  await recordedStep(10)(page);
  await page.locator('.rollout-grid').scrollIntoViewIfNeeded();
  await page.waitForTimeout(500); // other programs are drawn once they are in sight
  await page.locator('.tile.outcome-wrong').first().click();
  await page.locator('.rollout').getByText('Wrong answer', { exact: true }).first().waitFor();
}

async function heatMap(page: Page): Promise<void> {
  await failedProgram(page);
  await page.getByLabel('log-prob', { exact: true }).check({ force: true });
}

const frame = (number: number) => async (page: Page) => {
  await failedProgram(page);
  await page
    .locator('.explain-steps button')
    .nth(number - 1)
    .click();
};

const PICTURES: readonly Picture[] = [
  // The README's.
  { file: 'first', of: BUILT, size: WIDE, theme: 'light' },
  { file: 'programs', of: BUILT, size: WIDE, theme: 'light', part: panel('rollouts'), prepare: heatMap },
  { file: 'explain', of: BUILT, size: WIDE, theme: 'dark', part: panel('explain'), prepare: frame(8) },
  { file: 'phone', of: BUILT, size: PHONE, theme: 'dark' },
  // The tour's.
  { file: 'tour-controls', of: BUILT, size: PANEL, theme: 'light', part: '.controls' },
  { file: 'tour-guide', of: BUILT, size: PANEL, theme: 'light', prepare: openGuide },
  { file: 'tour-problems', of: BUILT, size: WIDE, theme: 'light', part: panel('problems') },
  { file: 'tour-editor', of: { scenario: 'editing' }, size: PANEL, theme: 'light', part: '.editor', prepare: measured },
  { file: 'tour-curves', of: BUILT, size: PANEL, theme: 'light', part: panel('curves') },
  { file: 'tour-outcomes', of: BUILT, size: PANEL, theme: 'dark', part: panel('outcomes') },
  { file: 'tour-comparison', of: BUILT, size: PANEL, theme: 'light', part: panel('comparison') },
  { file: 'tour-ideas', of: BUILT, size: PANEL, theme: 'dark', part: panel('ideas') },
  { file: 'tour-beside', of: { scenario: 'beside' }, size: PANEL, theme: 'light', part: panel('beside') },
  { file: 'tour-measure', of: { scenario: 'compared' }, size: PANEL, theme: 'light', part: '.measure-part' },
  { file: 'tour-audit', of: { scenario: 'audited' }, size: PANEL, theme: 'light', part: panel('audit') },
  { file: 'tour-samples', of: { scenario: 'graded' }, size: PANEL, theme: 'light', part: panel('samples') },
  { file: 'tour-runs', of: { scenario: 'finished' }, size: PANEL, theme: 'dark', part: panel('runs') },
  { file: 'tour-teaching', of: BUILT, size: PANEL, theme: 'light', part: panel('teaching') },
  {
    file: 'tour-lecture',
    of: { query: '?v=1&lecture=1&hide=beside,measure,audit,runs' },
    size: [1920, 1080],
    theme: 'light',
  },
];

async function openGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the guide' }).click();
  const guide = page.getByRole('dialog');
  for (let step = 0; step < 3; step++) await guide.getByRole('button', { name: 'Next' }).click();
  await page.waitForTimeout(300);
}

/** The editor measures itself when it comes into sight. */
async function measured(page: Page): Promise<void> {
  await page.locator('.cm-editor').first().scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
}

/** Panels need the recorded run only; a model that loads meanwhile, and a copy for offline use, take their time. */
const needsModel = ({ part }: Picture): boolean => part === undefined || part === '.controls';

async function take(context: BrowserContext, url: string, picture: Picture): Promise<Buffer> {
  const page = await context.newPage();
  if (!needsModel(picture)) await context.route('**/model.safetensors', () => undefined);
  await page.goto(url);
  if ('scenario' in picture.of) await page.locator('body[data-ready]').waitFor();
  else {
    await page.locator('.replay-label').waitFor();
    if (needsModel(picture)) await page.locator('.pill .dot-ready').waitFor();
    if (picture.part !== undefined) await drawEverything(page);
  }
  await picture.prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(200); // charts are drawn when they have come into sight
  if (picture.part === undefined) return page.screenshot();
  // What stays in sight at the top would stand in the picture.
  await page.addStyleTag({
    content: '.top { position: static !important } :focus-visible { outline: none !important }',
  });
  await page.setViewportSize({ width: picture.size[0], height: 2400 });
  const part = page.locator(picture.part).first();
  await part.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const box = await part.boundingBox();
  if (box === null) throw new Error(`screenshots: ${picture.file}: expected ${picture.part} to be drawn, it is not`);
  const x = Math.max(0, box.x - ROOM);
  const y = Math.max(0, box.y - ROOM);
  const width = Math.min(picture.size[0] - x, box.width + 2 * ROOM);
  return page.screenshot({ clip: { x, y, width, height: box.height + 2 * ROOM } });
}

/** A browser can write WebP, so that nothing else is needed for it. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([base64, quality]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [png.toString('base64'), QUALITY] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const options = { page: { type: 'string', default: join(ROOT, 'dist') }, only: { type: 'string' } } as const;
const { page: dist, only } = parseArgs({ options }).values;
const wanted = only?.split(',');
const chosen = PICTURES.filter(({ file }) => wanted === undefined || wanted.includes(file));
if (chosen.length < (wanted?.length ?? 0)) {
  throw new Error(`screenshots: expected names among ${PICTURES.map(({ file }) => file).join(', ')}, got ${only}`);
}

mkdirSync(OUT, { recursive: true });
await using built = await serveStatic(dist, { port: 0 });
const madeUp = await createServer({
  root: ROOT,
  logLevel: 'error',
  cacheDir: join(ROOT, 'node_modules/.vite-screenshots'), // tests that run meanwhile have their own
  server: { hmr: false, watch: null },
});
await madeUp.listen();
const fixture = new URL('test/pages/ui-fixture.html', madeUp.resolvedUrls?.local[0]).href;
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  for (const picture of chosen) {
    const [width, height] = picture.size;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: picture.theme,
      reducedMotion: 'reduce',
      serviceWorkers: needsModel(picture) ? 'allow' : 'block',
    });
    context.setDefaultTimeout(2 * PATIENCE);
    const url = 'query' in picture.of ? built.url + picture.of.query : `${fixture}?scenario=${picture.of.scenario}`;
    const bytes = await asWebp(browser, await take(context, url, picture));
    await context.close();
    const file = join(OUT, `${picture.file}.webp`);
    if (bytes.length > LARGEST)
      throw new Error(`screenshots: ${file}: expected at most ${LARGEST} bytes, got ${bytes.length}`);
    writeWhole(file, bytes);
    progress(`${picture.file}.webp: ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
  await madeUp.close();
}
