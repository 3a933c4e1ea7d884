/** What people come to the page for, each story from its beginning to its end: a student, and an instructor before a class. */

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.ts';
import { serveStatic } from '../../src/cli/static-server.ts';
import {
  downloaded,
  drawEverything,
  openPage,
  openProfile,
  pagesOf,
  progressReaches,
  region,
  seePrograms,
  trainShortly,
  withFolder,
} from '../support/built-page.ts';

/** With this seed both groups of both steps of the smoke test have something to compare. */
const SEED = 2;

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).first();
const runLine = (page: Page, letter: string) =>
  region(page, 'Runs').getByRole('article', { name: new RegExp(`^${letter} `) });

/** The number that follows a word in what a tile is called. */
const numberIn = (told: string | null, word: string): string =>
  new RegExp(`${word} ([+−]?[\\d.]+)`).exec(told ?? '')?.[1] ?? '';

async function change(page: Page, label: RegExp, value: string): Promise<void> {
  const field = page.locator('.controls').getByLabel(label).first();
  await field.fill(value);
  await field.blur();
}

/** Chooses the program with a push of its own, and reads what is told of it. */
async function lookAtProgram(page: Page): Promise<{ readonly program: string; readonly advantage: string }> {
  await seePrograms(page);
  const rollouts = region(page, 'What it writes');
  const tile = rollouts.getByRole('button', { name: /^Program \d+: .* advantage [+−](?!0\.00)/ }).first();
  const told = await tile.getAttribute('aria-label');
  await tile.click();
  const [program, advantage] = [numberIn(told, 'Program'), numberIn(told, 'advantage')];
  const detail = rollouts.getByRole('article', { name: 'The chosen program' });
  await detail.getByText(advantage.startsWith('+') ? 'made likelier' : 'made rarer').waitFor();
  expect(await detail.getByRole('definition').nth(2).textContent()).toContain(advantage);
  return { program, advantage };
}

/** Turns all eight frames: every number that was worked out is the one that training recorded. */
async function readFrames(page: Page): Promise<number> {
  const frames = region(page, 'Explain this update').getByRole('group', { name: 'Frames' });
  let agreed = 0;
  for (let frame = 1; frame <= 8; frame++) {
    await frames.getByRole('heading', { name: `Frame ${frame} of 8` }).waitFor();
    expect(await frames.getByText('they differ').count()).toBe(0);
    agreed += await frames.getByText('✓ the same').count();
    if (frame < 8) await button(frames, 'Next').click();
  }
  return agreed;
}

/** Of a table in a file, as RFC 4180 has it where nothing is quoted. */
const linesOf = (csv: Buffer): string[][] =>
  csv
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('a student trains, looks into a program, changes one thing, steps, compares, and loses nothing', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(await ensureBuilt(), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const { page, complaints } = await openPage(context, server.url);
    await drawEverything(page);
    await change(page, /^Seed/, String(SEED));
    await trainShortly(page, 2);
    await progressReaches(page, 'Finished: 2 epochs');

    // How good it was, and how good it is.
    const comparison = region(page, 'Before and after');
    expect(await comparison.locator('.set-number').first().textContent()).toMatch(/^[\d.]+%.*→.*\d%$/);

    // A program: what was asked, what each test said, and what became of each token.
    const { program, advantage } = await lookAtProgram(page);
    const detail = page.getByRole('article', { name: 'The chosen program' });
    expect(await detail.locator('.code').textContent()).toContain('# Problem: ');
    expect(await region(detail, 'Results of the tests').getByRole('row').count()).toBeGreaterThan(1);
    await detail.getByRole('radio', { name: 'push' }).check();
    await detail
      .getByRole('button', { name: /push [+−]?\d.*p before → after/ })
      .first()
      .waitFor();
    await detail.getByText('Tokens: what the update made of each').click();
    const tokens = region(detail, 'Tokens of the update');
    await tokens.waitFor();
    expect(await tokens.getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining(['Advantage', 'Ratio', 'KL', '∂loss/∂log p']),
    );
    await detail.getByRole('link', { name: 'Explain this update' }).click();
    const explained = region(page, 'Explain this update').getByRole('combobox', { name: 'Program', exact: true });
    expect(await explained.locator('option:checked').textContent()).toMatch(new RegExp(`^${program}: .*, A `));
    expect(await explained.locator('option:checked').textContent()).toContain(`A ${advantage}`);

    // One thing is changed; one update is taken, and explained with its numbers.
    await page.locator('.controls summary', { hasText: 'Settings' }).click();
    await change(page, /^beta/, '0.5');
    await page.locator('h1').click();
    await page.keyboard.press('.');
    await progressReaches(page, 'Paused after 1 of 2 epochs.');
    await lookAtProgram(page);
    await detail.getByRole('link', { name: 'Explain this update' }).click();
    expect(await readFrames(page)).toBeGreaterThanOrEqual(6);
    await page.keyboard.press('Space');
    await progressReaches(page, 'Finished: 2 epochs');

    // Both runs: what differed, in the list, in the comparison, and in the curves.
    await runLine(page, 'A')
      .getByRole('button', { name: /^Baseline/ })
      .click();
    const changed = runLine(page, 'B').getByRole('list', { name: 'What changed against the baseline' });
    expect(await changed.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^β from 0\.04 to 0\.5/),
    ]);
    const runs = region(page, 'Runs');
    await runs.getByText('Two runs side by side').click();
    const rows = region(runs, 'Settings').getByRole('row');
    expect(await rows.nth(1).locator('th, td').allTextContents()).toEqual(['algorithm.beta', '0.04', '0.5']);
    expect(await rows.count()).toBe(2);
    expect(await region(runs, 'Results').getByRole('rowheader').allTextContents()).toContain('The ten, pass@1');
    const first = region(runs, 'Curves').getByRole('figure').first();
    for (const label of [/^A · GRPO/, /^B · GRPO/]) await first.getByText(label).first().waitFor();
    await button(region(page, 'While it learns'), /^A · GRPO/).waitFor();

    // Two configurations beside each other: both are in the history afterwards.
    const beside = region(page, 'Side by side');
    await beside.getByRole('combobox').nth(1).selectOption({ label: 'Above, without a KL penalty (β = 0)' });
    expect(await region(beside, 'Settings in which A and B differ').getByRole('row').nth(1).textContent()).toBe(
      'algorithm.beta0.50',
    );
    await button(beside, 'Train both').click();
    await beside.getByText('Both came to their end and stand in the history.').waitFor();
    const came = region(beside, 'What came of A and B').getByRole('row').nth(1);
    expect(await came.textContent()).toMatch(/^The ten, pass@1\d+%\d+% \d+%–\d+%\d+% \d+%–\d+%/);
    for (const letter of ['C', 'D']) await runLine(page, letter).getByText('2 of 2 epochs').waitFor();

    // A damaged zip is refused in a sentence, and everything is as before; also on the next visit.
    const { name, bytes } = await downloaded(button(runLine(page, 'B'), /^Zip/));
    expect(name).toMatch(/^greenbar-.*\.zip$/);
    const stood = await runs.getByRole('article').allTextContents();
    expect(stood).toHaveLength(4);
    bytes[bytes.length >> 1]! ^= 1;
    await runs.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
    await runs.getByRole('alert').filter({ hasText: 'Nothing was changed.' }).waitFor();
    expect(await runs.getByRole('alert').textContent()).toContain(`${name}: bundle: `);
    expect(await runs.getByRole('article').allTextContents()).toEqual(stood);
    await page.reload();
    await drawEverything(page);
    for (const letter of ['A', 'B', 'C', 'D']) await runLine(page, letter).getByText('2 of 2 epochs').waitFor();
    expect(complaints).toEqual([]);
  }));

test('an instructor opens a prepared link, shows what RL did and how a reward is cheated, and takes the figures along', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(await ensureBuilt(), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const settings = `preset=nano-test&use=dr-grpo&backend=wasm&seed=${SEED}&evaluation.samples=16`;
    const link = `${server.url}?v=1&${settings}&lecture=1&hide=problems,runs,seed,reset&speed=1`;
    const { page, complaints } = await openPage(context, link);
    await drawEverything(page);

    // Big type, nothing that was left out, and the settings of the link.
    const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(size).toBeGreaterThan(16);
    for (const left of ['Problems', 'Runs', 'For teaching']) expect(await region(page, left).count()).toBe(0);
    expect(await page.getByLabel('Seed', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Reset' }).count()).toBe(0);
    expect(await page.getByLabel('Algorithm', { exact: true }).inputValue()).toBe('dr-grpo');
    expect(await page.getByLabel('Preset', { exact: true }).inputValue()).toBe('nano-test');
    expect(await page.getByLabel('Speed').inputValue()).toBe('1');

    await button(page.locator('.controls'), /^Train/).click();
    await progressReaches(page, 'Finished: 2 epochs');
    const comparison = region(page, 'Before and after');
    await comparison
      .getByRole('status')
      .filter({ hasText: /pass@1: [+−]?[\d.]+ points \(.* to .*\)/ })
      .waitFor();

    // pass@k before and after, with bands, as files that say what they are of.
    const [svg, png, csv] = [
      await downloaded(button(comparison, 'SVG of pass@k')),
      await downloaded(button(comparison, 'PNG of pass@k')),
      await downloaded(button(comparison, 'CSV of pass@k')),
    ];
    expect([svg, png, csv].map(({ name }) => name)).toEqual(
      ['svg', 'png', 'csv'].map((ending) => `pass-at-k-lecture-n16.${ending}`),
    );
    const { words, bands, width, height } = await page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
      const filled = [...root.querySelectorAll('path')].filter((path) => path.getAttribute('stroke') === 'none');
      return {
        words: [...root.querySelectorAll('text')].map((line) => line.textContent).join(' '),
        bands: filled.length,
        width: Number(root.getAttribute('width')),
        height: Number(root.getAttribute('height')),
      };
    }, svg.bytes.toString());
    for (const said of [
      'n = 16 programs per problem',
      'Before',
      'After',
      `seed ${SEED}`,
      'algorithm.aggregation constant-length',
    ])
      expect(words).toContain(said);
    expect(bands).toBeGreaterThanOrEqual(2);
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
    const [head, ...rows] = linesOf(csv.bytes);
    const cell = (row: readonly string[], name: string) => row[head!.indexOf(name)];
    expect(new Set(rows.map((row) => cell(row, 'model')))).toEqual(new Set(['Before', 'After']));
    for (const row of rows) {
      const [low, value, high] = ['over_problems_low', 'pass@k', 'over_problems_high'].map((n) => Number(cell(row, n)));
      expect(low).toBeLessThanOrEqual(value!);
      expect(high).toBeGreaterThanOrEqual(value!);
      expect([cell(row, 'n'), cell(row, 'run_seed')]).toEqual(['16', String(SEED)]);
    }

    // On paper, in spite of the big type, it is one page.
    await button(comparison, 'Report to print').click();
    await page.getByRole('dialog', { name: /Dr\. GRPO/ }).waitFor();
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1);
    await page.keyboard.press('Escape');

    // A grader that can be fooled pays a cheat in full, the sealed one nothing; the audit says the same of every trick.
    const audit = region(page, 'Can it be cheated?');
    await audit.getByLabel('Grader').selectOption('weak-equality');
    await page.getByText('A weak grader is switched on.').waitFor();
    await button(audit, 'Watch a scripted attacker earn reward').click();
    const lesson = audit.getByRole('table').first().getByRole('row');
    await lesson.nth(3).waitFor();
    const earned = await Promise.all([1, 2, 3].map((at) => lesson.nth(at).getByRole('cell').allTextContents()));
    expect(earned).toContainEqual(['1.00', '0.00']);
    expect(earned).toContainEqual(['1.00', '1.00']);
    const rates = await page.evaluate(async () => {
      const of = (harness: 'weak-equality' | 'sealed') =>
        window.greenbar!.audit({ reward: 'binary', harness, problemCount: 1, seed: 0 });
      return [(await of('weak-equality')).hackRate, (await of('sealed')).hackRate];
    });
    expect(rates[0]).toBeGreaterThan(0);
    expect(rates[1]).toBe(0);
    expect(complaints).toEqual([]);
  }));

test('a link with values that cannot be is told, and what can be read of it holds', () =>
  withFolder(async (folder) => {
    await using server = await serveStatic(await ensureBuilt(), { port: 0 });
    await using context = await openProfile(join(folder, 'profile'));
    const { page, complaints } = await openPage(context, `${server.url}?v=1&algorithm.beta=200&lecture=1`);
    const told = page.locator('.banner', { hasText: 'Not everything in the address could be read.' });
    await told.getByText('algorithm.beta: expected a number from 0 to 100, got 200.').waitFor();
    expect(await page.locator('html').getAttribute('data-lecture')).not.toBeNull();
    expect(await button(page.locator('.controls'), /^Train/).isEnabled()).toBe(true);
    await page.goto(`${server.url}?v=1&seed=7&lecture=1&speed=fast`);
    await told.getByText('speed: expected seconds a step from 0 to 60, got "fast".').waitFor();
    expect(await page.getByLabel('Seed', { exact: true }).inputValue()).toBe('7');
    await button(told, 'Close').click();
    await told.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  }));
