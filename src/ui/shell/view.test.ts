/** The view in the address: what is written is read again, and what cannot be read is told while the rest stands. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { words } from '../words/index.ts';
import { linkTo, PLAIN_ADDRESS, readAddress } from './address.ts';
import { HIDEABLE, isHidden, PLAIN_VIEW, readView, type View, writeView } from './view.ts';

const views: fc.Arbitrary<View> = fc.record({
  lecture: fc.boolean(),
  hidden: fc.subarray([...HIDEABLE]).map((parts) => new Set(parts)),
  pace: fc.integer({ min: 0, max: 120 }).map((halves) => halves / 2),
});

test('what is written is read as the same view', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(new URLSearchParams(writeView(view)))).toEqual({ view, complaints: [] });
    }),
  );
});

test('the plain view adds nothing to an address', () => expect(writeView(PLAIN_VIEW)).toEqual([]));

test('a link carries both, and its commas are legible', () => {
  const view: View = { lecture: true, hidden: new Set(['audit', 'settings']), pace: 3 };
  const link = linkTo({ ...DEFAULT_CHOICE, algorithm: 'dapo' }, 'https://example.org/', view);
  expect(link).toBe('https://example.org/?v=1&use=dapo&lecture=1&hide=audit,settings&speed=3');
  const { choice, view: read, complaint } = readAddress(new URL(link).search);
  expect({ algorithm: choice.algorithm, read, complaint }).toEqual({ algorithm: 'dapo', read: view, complaint: null });
});

test('lecture mode leaves out what a room does not need, and no more', () => {
  const lecture: View = { ...PLAIN_VIEW, lecture: true, hidden: new Set(['audit']) };
  expect(HIDEABLE.filter((part) => isHidden(lecture, part))).toEqual([
    'guide',
    'ideas',
    'audit',
    'samples',
    'models',
    'teaching',
    'machine',
    'settings',
  ]);
  expect(HIDEABLE.some((part) => isHidden(PLAIN_VIEW, part))).toBe(false);
});

describe('what cannot be read', () => {
  const { plainView, settingsHold, defaults } = words.address;

  test.each([
    ['lecture=yes', 'lecture: expected 0 or 1, got "yes".'],
    ['hide=everything', `hide: expected names among ${HIDEABLE.join(', ')}, got "everything".`],
    ['speed=fast', 'speed: expected seconds a step from 0 to 60, got "fast".'],
    ['speed=', 'speed: expected seconds a step from 0 to 60, got "".'],
    ['speed=61', 'speed: expected seconds a step from 0 to 60, got "61".'],
    ['hide=audit&hide=runs', 'hide: expected it once, got it several times.'],
  ])('%s', (search, complaint) => {
    expect(readAddress(`?v=1&seed=3&${search}`)).toEqual({
      choice: { ...DEFAULT_CHOICE, settings: { seed: 3 } },
      view: PLAIN_VIEW,
      complaint: `${complaint} ${plainView} ${settingsHold}`,
    });
  });

  test('costs nothing of the view besides, and every unknown part is named', () => {
    const { view, complaint } = readAddress('?lecture=1&hide=audit,nothing,runs,all&speed=2');
    expect(view).toEqual({ lecture: true, hidden: new Set(['audit', 'runs']), pace: 2 });
    expect(complaint).toBe(`hide: expected names among ${HIDEABLE.join(', ')}, got "nothing", "all". ${plainView}`);
    expect(readAddress('?lecture=yes&hide=audit&speed=2').view).toEqual({
      lecture: false,
      hidden: new Set(['audit']),
      pace: 2,
    });
  });

  test('settings that cannot be read leave the view as it is, and both are told', () => {
    const { choice, view, complaint } = readAddress('?v=1&seed=x&lecture=1');
    expect([choice, view.lecture]).toEqual([DEFAULT_CHOICE, true]);
    expect(complaint).toMatch(/^seed: expected .*, got "x"\. All settings are the defaults\.$/);
    expect(readAddress('?v=1&seed=x&lecture=2').complaint).toBe(
      `${complaint} lecture: expected 0 or 1, got "2". ${plainView}`,
    );
  });

  test('a link of another version says so, and what to do', () => {
    const { otherVersion } = words.address;
    const told = (v: string) => readAddress(`?v=${v}&seed=3`).complaint;
    expect(told('2')).toBe(`v: expected version 1, got "2". ${otherVersion(true)} ${defaults}`);
    expect(told('0')).toBe(`v: expected version 1, got "0". ${otherVersion(false)} ${defaults}`);
  });
});

describe('names that are no parameter of the page', () => {
  test('alone, or beside the view, they are nobody’s business', () => {
    expect(readAddress('?utm_source=mail&utm_source=again&fbclid=x')).toEqual(PLAIN_ADDRESS);
    expect(readAddress('?utm_source=mail&lecture=1')).toEqual({
      ...PLAIN_ADDRESS,
      view: { ...PLAIN_VIEW, lecture: true },
    });
  });

  test('beside settings they are told, and the settings hold', () => {
    expect(readAddress('?v=1&sede=3&use=dapo&__proto__=1')).toEqual({
      ...PLAIN_ADDRESS,
      choice: { ...DEFAULT_CHOICE, algorithm: 'dapo' },
      complaint: words.address.ignored(['sede', '__proto__']),
    });
  });

  test.each(['preset=lecture', 'seed=3', 'algorithm=dapo', 'use=dapo&utm_source=mail'])(
    '%s without a version asks for it',
    (search) => expect(readAddress(search)).toEqual({ ...PLAIN_ADDRESS, complaint: words.address.noVersion('1') }),
  );
});
