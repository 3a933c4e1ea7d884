/** The page in real Chromium with a made-up run: accessible in both colour schemes, usable by keyboard. */

import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { SCENARIOS } from '../support/fixture-client.ts';
import { mountFixture } from '../support/fixture-page.tsx';
import { LECTURE } from '../support/fixture-run.ts';

let takeDown: (() => void) | undefined;

async function mount(scenario: (typeof SCENARIOS)[number]): Promise<HTMLElement> {
  document.documentElement.lang = 'en';
  document.title = 'Greenbar';
  const root = document.createElement('div');
  document.body.append(root);
  const unmount = await mountFixture(root, scenario);
  takeDown = () => {
    unmount();
    root.remove();
  };
  return root;
}

afterEach(() => {
  takeDown?.();
  delete document.documentElement.dataset.theme;
});

const find = <T extends Element>(root: Element, selector: string): T => {
  const element = root.querySelector<T>(selector);
  if (element === null) throw new Error(`page: expected ${selector}, found nothing`);
  return element;
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(SCENARIOS)('axe finds nothing wrong: %s', async (scenario) => {
    const root = await mount(scenario);
    document.documentElement.dataset.theme = theme;
    // Bars grow to their length first; a pulsing dot never ends.
    const growing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(growing.map((animation) => animation.finished));
    const { violations } = await axe.run(root);
    const told = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
    expect(told).toEqual([]);
  });
});

test('a problem opens to its public and reward tests; hidden ones are only counted', async () => {
  const root = await mount('finished');
  find<HTMLElement>(root, '.problem button').click();
  await settle();
  const detail = find(root, '.problem-detail');
  expect(detail.querySelectorAll('.test-examples li')).toHaveLength(8);
  expect(detail.textContent).toContain('solution(2, 3)→5');
  expect(detail.textContent).toContain(`Hidden tests ${LECTURE[0]!.tests.hidden.length}`);
});

test('arrow keys walk the grid and the program follows', async () => {
  const root = await mount('finished');
  const first = find<HTMLElement>(root, '[data-place="0,0"]');
  first.click();
  first.focus();
  await settle();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowDown']) {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await settle();
  }
  expect((document.activeElement as HTMLElement).dataset.place).toBe('2,0');
  expect(find(root, '.rollout').textContent).toContain(LECTURE[2]!.text);
});

test('space pauses, but not from inside a field', async () => {
  const root = await mount('training');
  const space = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true });
  const label = () => find(root, '.button-large').textContent;
  find(root, 'input').dispatchEvent(space());
  await settle();
  expect(label()).toContain('Pause');
  document.body.dispatchEvent(space());
  await settle();
  expect(label()).toContain('Resume');
});

test('charts share their crosshair and turn into tables', async () => {
  const root = await mount('finished');
  const plots = root.querySelectorAll('.curves svg[role="img"]');
  expect(plots).toHaveLength(5);
  const box = plots[0]!.getBoundingClientRect();
  plots[0]!.dispatchEvent(
    new PointerEvent('pointermove', { clientX: box.left + box.width / 2, clientY: box.top + 50, bubbles: true }),
  );
  await settle();
  expect(root.querySelectorAll('.curves .crosshair')).toHaveLength(5);
  find<HTMLElement>(root, '.curve-large .chart-foot button').click();
  await settle();
  expect(root.querySelectorAll('.curve-large .chart-table tbody tr').length).toBeGreaterThanOrEqual(50);
});
