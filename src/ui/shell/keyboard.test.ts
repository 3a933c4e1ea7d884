/** Each key asks for what the help says, and for nothing where it belongs to the browser or to whoever types. */

import { describe, expect, test } from 'vitest';
import { actionOf, type Pressed } from './keyboard.ts';

const PLAIN: Pressed = {
  ...{ key: '', code: '', repeat: false, altGraph: false },
  ...{ shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
};
const press = (key: string, more: Partial<Pressed> = {}) => actionOf({ ...PLAIN, key, ...more });

describe('a key', () => {
  test.each([
    [' ', 'toggle'],
    ['.', 'step'],
    [',', 'part'],
    ['r', 'reset'],
    ['R', 'reset'],
    ['?', 'help'],
    ['[', 'earlier'],
    [']', 'later'],
  ])('%j asks for %s', (key, action) => {
    expect(press(key)).toEqual({ do: action });
  });

  test('1 to 9 jump, 0 does not', () => {
    expect(press('1')).toEqual({ do: 'jump', section: 1 });
    expect(press('9')).toEqual({ do: 'jump', section: 9 });
    expect(press('0')).toBeNull();
  });

  test('others ask for nothing', () => {
    for (const key of ['a', 'Enter', 'Tab', 'Escape', 'ArrowLeft', 'F5', '10']) expect(press(key)).toBeNull();
  });

  test('shift and the full stop are the next part, whatever the layout writes then', () => {
    expect(press('>', { code: 'Period', shiftKey: true })).toEqual({ do: 'part' });
    expect(press(':', { code: 'Period', shiftKey: true })).toEqual({ do: 'part' });
    // Where a full stop itself takes shift, it is still a step.
    expect(press('.', { code: 'Comma', shiftKey: true })).toEqual({ do: 'step' });
  });
});

describe('a combination', () => {
  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s stays the browser’s', (modifier) => {
    for (const key of [' ', '.', ',', 'r', '?', '1', '[', ']']) expect(press(key, { [modifier]: true })).toBeNull();
  });

  test('with AltGr writes a bracket on many keyboards, and counts as one', () => {
    const altGr = { altGraph: true, ctrlKey: true, altKey: true };
    expect(press('[', altGr)).toEqual({ do: 'earlier' });
    expect(press(']', altGr)).toEqual({ do: 'later' });
    expect(press('.', altGr)).toBeNull();
  });

  test('of shift and space scrolls', () => {
    expect(press(' ', { shiftKey: true })).toBeNull();
  });
});

test('a key that is held down goes on through the steps, and asks for everything else once', () => {
  const held = { repeat: true };
  expect(press(']', held)).toEqual({ do: 'later' });
  for (const key of [' ', '.', ',', 'r', '?', '1']) expect(press(key, held)).toBeNull();
});
