/** The view in the address: what is written is read again, and what cannot be read is told while the rest stands. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { linkTo, readAddress } from './address.ts';
import { HIDEABLE, isHidden, PLAIN_VIEW, readView, type View, writeView } from './view.ts';

const views: fc.Arbitrary<View> = fc.record({
  lecture: fc.boolean(),
  hidden: fc.subarray([...HIDEABLE]).map((parts) => new Set(parts)),
  pace: fc.integer({ min: 0, max: 120 }).map((halves) => halves / 2),
});

test('what is written is read as the same view', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(new URLSearchParams(writeView(view)))).toEqual(view);
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
    'teaching',
    'machine',
    'settings',
  ]);
  expect(HIDEABLE.some((part) => isHidden(PLAIN_VIEW, part))).toBe(false);
});

describe('what cannot be read', () => {
  test.each([
    ['lecture=yes', 'lecture: expected 0 or 1, got "yes"'],
    ['hide=audit,everything', `hide: expected names among ${HIDEABLE.join(', ')}, got "everything"`],
    ['speed=fast', 'speed: expected seconds a step from 0 to 60, got "fast"'],
    ['speed=', 'speed: expected seconds a step from 0 to 60, got ""'],
    ['speed=61', 'speed: expected seconds a step from 0 to 60, got "61"'],
    ['hide=audit&hide=runs', 'hide: expected it once, got it twice'],
  ])('%s', (search, complaint) => {
    expect(readAddress(`?v=1&seed=3&${search}`)).toEqual({
      choice: { ...DEFAULT_CHOICE, settings: { seed: 3 } },
      view: PLAIN_VIEW,
      complaint,
    });
  });

  test('settings that cannot be read leave the view as it is, and both are told', () => {
    const { choice, view, complaint } = readAddress('?v=2&lecture=1');
    expect([choice, view.lecture]).toEqual([DEFAULT_CHOICE, true]);
    expect(complaint).toContain('expected version 1');
    expect(readAddress('?v=2&lecture=2').complaint).toMatch(/expected version 1.*; lecture: expected 0 or 1/);
  });
});
