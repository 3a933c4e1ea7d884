/** The page in real Chromium with a made-up run: accessible in both colour schemes, usable by keyboard. */

import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showAll } from '../../src/ui/charts/in-view.ts';
import { SCENARIOS } from '../support/fixture-client.ts';
import { mountFixture } from '../support/fixture-page.tsx';
import { fixtureRollouts, LECTURE } from '../support/fixture-run.ts';

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

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What axe finds wrong, once bars have grown and colours have changed; a pulsing dot never ends. */
async function faults(root: Element): Promise<string[]> {
  const changing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  // One that is taken off the page in the middle is over, too.
  await Promise.allSettled(changing.map((animation) => animation.finished));
  const { violations } = await axe.run(root);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`);
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(SCENARIOS)('axe finds nothing wrong: %s', async (scenario) => {
    const root = await mount(scenario);
    document.documentElement.dataset.theme = theme;
    expect(await faults(root)).toEqual([]);
  });
});

test('a problem that is being written says what is wrong with each field, and what its tests let through', async () => {
  const root = await mount('editing');
  const editor = find<HTMLElement>(root, '.editor');
  const python = await vi.waitUntil(() => editor.querySelector<HTMLElement>('.cm-content'));
  expect(python.getAttribute('aria-label')).toBe('Reference solution');
  const missing = find<HTMLInputElement>(editor, '.row:nth-child(4) .row-expected input');
  expect(missing.getAttribute('aria-invalid')).toBe('false'); // nobody has typed there
  const save = [...editor.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save the problem')!;
  save.click();
  await settle();
  expect(editor.textContent).toContain('One thing is to be mended first.');
  expect(missing.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(missing.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Expected what the call returns',
  );
  expect([...editor.querySelectorAll('.run-rows .is-wrong')].map((row) => row.textContent)).toEqual([
    'Test 2 returned 6',
    expect.stringContaining('TypeError'),
  ]);
  [...editor.querySelectorAll('button')].find(({ textContent }) => textContent === 'Fill them in')!.click();
  await settle();
  expect([missing.value, missing.getAttribute('aria-invalid')]).toEqual(["'abab'", 'false']);
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

describe('curves', () => {
  const press = (key: string) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const buttonOf = (root: Element, text: string): HTMLElement => {
    const found = [...root.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.startsWith(text));
    if (!found) throw new Error(`page: expected a button "${text}", found none`);
    return found;
  };

  test('share their crosshair and turn into tables', async () => {
    const root = await mount('finished');
    const plots = await vi.waitFor(() => {
      const drawn = root.querySelectorAll('.curves svg[role="img"]');
      expect(drawn).toHaveLength(5);
      return drawn;
    });
    const box = plots[0]!.getBoundingClientRect();
    plots[0]!.dispatchEvent(
      new PointerEvent('pointermove', { clientX: box.left + box.width / 2, clientY: box.top + 50, bubbles: true }),
    );
    await settle();
    expect(root.querySelectorAll('.curves .crosshair')).toHaveLength(5);
    expect(root.querySelectorAll('.mix-legend, .stack ~ .crosshair')).toHaveLength(2);
    buttonOf(find(root, '.curve-large'), 'Show table').click();
    await settle();
    expect(root.querySelectorAll('.curve-large .chart-table tbody tr').length).toBeGreaterThanOrEqual(50);
  });

  test('any metric can be added, and taken away again', async () => {
    localStorage.removeItem('greenbar.curves');
    const root = await mount('finished');
    const titles = () => [...root.querySelectorAll('.multiples h4')].map((title) => title.textContent);
    expect(titles()).not.toContain('Learning rate');
    find<HTMLDetailsElement>(root, '.curve-choice').open = true;
    await settle();
    const chip = buttonOf(find(root, '.curve-choice'), 'Learning rate');
    chip.click();
    await settle();
    showAll(); // it stands below the window
    await expect.poll(titles).toContain('Learning rate');
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('greenbar.curves')).toContain('learning_rate');
    buttonOf(find(root, '.curve-choice'), 'As at first').click();
    await settle();
    expect(titles()).not.toContain('Learning rate');
    localStorage.removeItem('greenbar.curves');
  });

  test('are walked by keyboard, and a step that is chosen is looked at', async () => {
    const root = await mount('finished');
    const slider = await vi.waitFor(() => find<HTMLElement>(root, '.curve-large [role="slider"]'));
    slider.focus();
    for (const key of ['Home', 'PageUp', 'ArrowRight']) {
      press(key);
      await settle();
    }
    expect(slider.getAttribute('aria-valuenow')).toBe('11');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^step 11: Training \d+%\. /);
    press('Enter');
    await expect.poll(() => root.querySelectorAll('.curves .picked').length).toBe(5);
    expect(find(root, '.curve-tools .looked-at').textContent).toContain('step 11');
    expect(find(root, '.step-picker').textContent).toContain('11');
  });

  test('a part of the mix leads to its programs, by pointer and by keyboard', async () => {
    const root = await mount('finished');
    const mix = find(root, '[aria-labelledby="outcomes"]');
    const plot = await vi.waitFor(() => find(mix, 'svg[role="img"]'));
    const { left, bottom, width } = plot.getBoundingClientRect();
    plot.dispatchEvent(new MouseEvent('click', { clientX: left + width / 2, clientY: bottom - 30, bubbles: true }));
    await settle();
    const pressed = () => mix.querySelector('[aria-pressed="true"].mix-key')?.textContent ?? '';
    expect(pressed()).toContain('Passed');
    find<HTMLElement>(mix, '[role="slider"]').focus();
    for (const key of ['Home', 'ArrowUp', 'ArrowUp', 'Enter']) {
      press(key);
      await settle();
    }
    expect(pressed()).toContain('Wrong answer');
    expect(find(mix, '.looked-at').textContent).toContain('step 1');
    buttonOf(find(mix, '.looked-at'), 'Show all alike').click();
    await settle();
    expect(pressed()).toBe('');
  });

  test('a picture is saved as pixels, twice as fine as it is drawn', async () => {
    const root = await mount('finished');
    const saved: Blob[] = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return create(blob);
    };
    try {
      buttonOf(find(root, '[aria-labelledby="outcomes"]'), 'PNG').click();
      await expect.poll(() => saved.length).toBe(1);
    } finally {
      URL.createObjectURL = create;
    }
    const picture = await createImageBitmap(saved[0]!);
    const drawn = find(root, '[aria-labelledby="outcomes"] svg[role="img"]').getBoundingClientRect();
    expect(saved[0]!.type).toBe('image/png');
    expect(picture.width).toBe(2 * (Math.round(drawn.width) + 8));
    expect(picture.height).toBeGreaterThan(2 * drawn.height);
  });
});

describe('settings', () => {
  test('an algorithm brings its reward, its source, and its bug where it is shown for that', async () => {
    const root = await mount('empty');
    const select = find<HTMLSelectElement>(root, '#algorithm');
    expect([...select.querySelectorAll('optgroup')].map((group) => group.label)).toContain('Shown because it is wrong');
    expect(root.querySelector('.algorithm-bug')).toBeNull();
    choose(select, 'seed-002');
    await settle();
    expect(find(root, '.algorithm-bug').textContent).toContain('The critic is never asked');
    expect(
      find<HTMLSelectElement>(root, '.settings select:not(#algorithm) option[value="fraction"]:checked'),
    ).toBeTruthy();
  });

  test('a setting is changed, refused with the schema’s words, and put back', async () => {
    const root = await mount('empty');
    find<HTMLDetailsElement>(root, '.all-settings details').open = true;
    await settle();
    const field = () => find<HTMLInputElement>(root, '[id="setting-algorithm.beta"]');
    const type = async (text: string) => {
      field().value = text;
      field().dispatchEvent(new Event('change', { bubbles: true }));
      await settle();
    };
    await type('200');
    expect(find(root, '.setting-complaint').textContent).toBe(
      'Expected a number from 0 to 100, got 200. The value stays 0.04.',
    );
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['200', 'true']);
    await type('0.1');
    expect(root.querySelector('.setting-complaint')).toBeNull();
    const row = find(root, '.differences tbody tr');
    expect([...row.querySelectorAll('th, td')].map((cell) => cell.textContent).slice(0, 4)).toEqual([
      'algorithm.beta',
      '0.04',
      '0.1',
      'you',
    ]);
    find<HTMLButtonElement>(row, 'button').click();
    await settle();
    expect(root.querySelector('.differences')).toBeNull();
    expect(field().value).toBe('0.04');
  });

  test('come from the address; a bad address is told in a sentence', async () => {
    const root = await mount('settings');
    expect(find<HTMLSelectElement>(root, '#algorithm').value).toBe('seed-002');
    expect(find(root, '.all-settings summary').textContent).toMatch(/2 changed by you$/);
    takeDown?.();
    const other = await mount('address');
    expect(find(other, '.banner-bad').textContent).toContain(
      'algorithm.beta: expected a number from 0 to 100, got 200. All settings are the defaults.',
    );
  });
});

describe('a run with alerts', () => {
  test('has a banner for each kind, and a mark on every curve', async () => {
    const root = await mount('alerted');
    const banners = [...root.querySelectorAll('.banner-alert')].map((banner) => find(banner, 'b').textContent);
    expect(banners).toEqual(['Dead groups, from step 24.', 'Entropy collapsed, from step 29.']);
    expect(root.querySelectorAll('.curve-large .mark title')).toHaveLength(2);
    expect(root.querySelectorAll('.multiples figure').length).toBeGreaterThan(5);
    expect(root.querySelectorAll('.multiples .chart-empty')).toHaveLength(0);
  });

  test('shows earlier attempts, the timeline, and the tokens of the chosen pass', async () => {
    const root = await mount('alerted');
    const place = fixtureRollouts(31).findIndex(({ earlier, ids }) => earlier !== undefined && ids.length > 5);
    find<HTMLElement>(root, `[data-place="${Math.floor(place / 8)},${place % 8}"]`).click();
    await settle();
    expect(find(root, '.turn-feedback').textContent).toContain('assert solution([2, 1]) == [1, 2]');
    expect(find(root, '.timeline [role="img"]').getAttribute('aria-label')).toContain('Sampling step 32 ahead');
    const lines = () => [...root.querySelectorAll('.token-table tbody tr')].map((row) => row.textContent);
    const first = lines();
    expect(first.length).toBeGreaterThan(5);
    const [attempt, pass] = root.querySelectorAll<HTMLSelectElement>('.tokens-choice select');
    choose(pass!, '1');
    await settle();
    expect(lines()).toHaveLength(first.length);
    expect(lines()).not.toEqual(first);
    choose(attempt!, '0');
    await settle();
    expect(lines()).toHaveLength(5);
  });
});

test('an update is explained frame by frame with the keyboard, and agrees with the record', async () => {
  const root = await mount('alerted');
  const press = (target: Element, key: string) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const titles: (string | null)[] = [];
  let agreed = 0;
  for (let frame = 0; frame < 8; frame++) {
    titles.push(find(root, '.explain-frame h3').textContent);
    expect(find(root, '.explain-source code').textContent).toMatch(/^src\/.*\.ts · \w+$/);
    expect([...root.querySelectorAll('.formula-check.is-loss')].map((check) => check.textContent)).toEqual([]);
    agreed += root.querySelectorAll('.formula-check.is-gain').length;
    press(find(root, '.explain-steps [aria-current]'), 'ArrowRight');
    await settle();
  }
  expect(new Set(titles).size).toBe(8);
  expect(agreed).toBeGreaterThanOrEqual(7);
  // Within the tokens the arrow keys choose another one, and the frame stays.
  const chosen = () => find<HTMLElement>(root, '.explain-token[aria-pressed="true"]').dataset.token;
  const before = chosen();
  press(find(root, '.explain-token[aria-pressed="true"]'), before === '0' ? 'ArrowRight' : 'ArrowLeft');
  await settle();
  expect(chosen()).not.toBe(before);
  expect(find(root, '.explain-frame h3').textContent).toBe(titles.at(-1));
  expect(await faults(find(root, '.explain'))).toEqual([]);
});

test('tokens are coloured by what is asked for, and tell their numbers to pointer and keyboard', async () => {
  const root = await mount('alerted');
  const push = [...root.querySelectorAll<HTMLInputElement>('.segment input')].at(-1)!;
  push.click();
  await settle();
  const tokens = [...root.querySelectorAll<HTMLElement>('.heat-token[data-token]')];
  expect(tokens.length).toBeGreaterThan(5);
  const told = () => find(root, '.readout-token code').textContent;
  const first = told();
  tokens[0]!.focus();
  tokens[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await settle();
  expect((document.activeElement as HTMLElement).dataset.token).toBe('1');
  expect(document.activeElement!.getAttribute('aria-label')).toMatch(/p when sampled .*push .*before → after/);
  expect(told()).not.toBe(first);
  expect(await faults(find(root, '.rollout'))).toEqual([]);
});

test('two losses on one batch are told side by side', async () => {
  const root = await mount('finished');
  const cells = [...root.querySelectorAll('.compare-table thead th')].map((cell) => cell.textContent);
  expect(cells).toEqual(['Step 50', 'GRPO', 'Dr. GRPO']);
  expect(find(root, '.compare .code-note').textContent).toContain('22 clip decisions differ');
});

describe('is the gain real', () => {
  const part = (root: Element, title: string): Element => {
    const heading = [...root.querySelectorAll('.measure-part h3')].find((one) => one.textContent?.startsWith(title));
    if (!heading) throw new Error(`page: expected a part "${title}", found none`);
    return heading.closest('.measure-part')!;
  };
  const button = (root: Element, text: string): HTMLElement => {
    const found = [...root.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.startsWith(text));
    if (!found) throw new Error(`page: expected a button "${text}", found none`);
    return found;
  };

  test('a searched problem shows its own funnel, its clusters and what was submitted', async () => {
    const root = await mount('compared');
    const search = part(root, 'AlphaCode search');
    expect(find(search, 'h4').textContent).toBe('Funnel: The ten');
    const { id } = LECTURE[4]!;
    button(search, id).click();
    await settle();
    expect(find(search, 'h4').textContent).toBe(`Funnel: ${id}`);
    const submissions = search.querySelectorAll<HTMLElement>('.submission');
    expect(submissions.length).toBeGreaterThan(1);
    submissions[1]!.click();
    await settle();
    expect(submissions[1]!.getAttribute('aria-pressed')).toBe('true');
    expect(find(search, '.clusters').textContent).toContain('Submission 2');
    expect(find(search, '.clusters .code').textContent).toContain('def solution');
    button(search, 'Back to the whole set').click();
    await settle();
    expect(search.querySelector('.clusters')).toBeNull();
  });

  test('a set is chosen for all pictures at once, and every picture has a table', async () => {
    const root = await mount('compared');
    const section = find(root, '[aria-labelledby="measure"]');
    const tab = [...part(root, 'pass@k').querySelectorAll('label')].find(
      (one) => one.textContent === 'Unseen phrasings',
    );
    tab!.click();
    await settle();
    expect(part(root, 'AlphaCode search').querySelector('h4')!.textContent).toBe('Funnel: Unseen phrasings');
    expect(part(root, 'Problem by problem').querySelector('svg')!.textContent).toContain('phrasings-2');
    const tables = [...section.querySelectorAll<HTMLElement>('button')].filter((one) =>
      /^Show table/.test(one.textContent),
    );
    expect(tables).toHaveLength(section.querySelectorAll('.chart').length);
    for (const one of tables) one.click();
    await settle();
    expect(section.querySelectorAll('.chart svg')).toHaveLength(0);
    expect(section.querySelectorAll('.chart-table table')).toHaveLength(tables.length);
  });

  test('a drawing is saved with its colours, its title and what it was measured with', async () => {
    const root = await mount('compared');
    const saved: Blob[] = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return create(blob);
    };
    try {
      button(part(root, 'pass@k'), 'SVG').click();
      button(part(root, 'pass@k'), 'CSV').click();
    } finally {
      URL.createObjectURL = create;
    }
    const [svg, csv] = await Promise.all(saved.map((blob) => blob.text()));
    const drawing = new DOMParser().parseFromString(svg!, 'image/svg+xml');
    expect(drawing.querySelector('parsererror')).toBeNull();
    expect(drawing.documentElement.textContent).toContain('n = 128 per problem at temperature 1');
    const line = [...drawing.querySelectorAll('path')].find((path) => path.getAttribute('fill') === 'none');
    expect(line?.getAttribute('stroke')).toMatch(/^rgb/);
    expect(csv!.split('\r\n')[1]).toMatch(/^lecture,1,128,Base,1,0\.\d+/);
  });

  test('the keyboard keeps its place when a measurement ends and when it begins', async () => {
    const root = await mount('comparing');
    const measure = find<HTMLButtonElement>(root, '.measure-form button[type="submit"]');
    const stop = button(root, 'Stop');
    stop.focus();
    stop.click();
    await settle();
    expect(measure.disabled).toBe(false);
    expect(document.activeElement).toBe(measure);
    measure.click();
    await settle();
    expect(measure.disabled).toBe(true);
    expect(document.activeElement).toBe(find(root, '.measure-buttons button:last-child'));
  });

  test('a temperature that is none stops the form with a sentence', async () => {
    const root = await mount('finished');
    const form = find<HTMLFormElement>(root, '.measure-form');
    const input = find<HTMLInputElement>(form, 'input[type="text"]');
    input.value = '0.5, warm';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    expect(find(form, '[role="alert"]').textContent).toContain('got “warm”');
    expect(find<HTMLButtonElement>(form, 'button[type="submit"]').disabled).toBe(true);
  });
});
