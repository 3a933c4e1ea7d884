import { expect, test } from 'vitest';
import type { Rate } from '../selectors.ts';
import { barText, heroNote } from './hero-note.ts';

const before: Rate = { value: 0.25, n: 128, from: 'evaluation' };

test('while it trains, the note says how many of the ten are in the number, and how the others count', () => {
  const now: Rate = { value: 0.225, n: 24, from: 'training' };
  expect(heroNote({ before, now, visited: 3 }, 10)).toBe(
    'While it trains: 3 of the 10 by their latest 24 training programs, on visible tests only; the 7 not visited count as before, on every test.',
  );
  expect(heroNote({ before, now, visited: 10 }, 10)).toBe(
    'While it trains: all 10 by their latest 24 training programs, on visible tests only; before, on every test.',
  );
});

test('before and after training it says how many fresh programs, and by how much the number moved', () => {
  const now: Rate = { value: 0.75, n: 64, from: 'evaluation' };
  expect(heroNote({ before: null, now: null, visited: 0 }, 10)).toContain('Not measured yet');
  expect(heroNote({ before, now: null, visited: 0 }, 10)).toContain('128 fresh programs per problem');
  expect(heroNote({ before, now, visited: 10 }, 10)).toMatch(/^\+50\.0 points: 64 fresh programs per problem/);
});

test('a number that few programs make has a digit more, so that it agrees with the change in points', () => {
  const of = (n: number): Rate => ({ value: 0.225, n, from: 'evaluation' });
  const bar = { before, now: null, visited: 0 };
  expect(barText(of(4), bar, 10)).toBe('22.5%');
  expect(barText(of(128), bar, 10)).toBe('23%');
  const training: Rate = { value: 0.225, n: 24, from: 'training' };
  expect(barText(training, { before, now: training, visited: 10 }, 10)).toBe('22.5%');
  expect(barText(training, { before, now: training, visited: 3 }, 10)).toBe('23%');
});
