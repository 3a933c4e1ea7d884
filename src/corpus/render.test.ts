import { describe, expect, it } from 'vitest';
import { createRng } from '../core/rng.ts';
import { frameCount, normalise, sentence } from './frames.ts';
import { mutate } from './mutate.ts';
import { renderProgram } from './render.ts';

describe('renderProgram', () => {
  it('names arguments and locals and indents', () => {
    const body = '$R = 0\nfor $I in $1:\n\tif $I > $2:\n\t\t$R += $I\nreturn $R';
    expect(renderProgram(body, ['nums', 'k'])).toBe(
      'def solution(nums, k):\n    result = 0\n    for x in nums:\n        if x > k:\n            result += x\n    return result\n',
    );
  });

  it('never gives a local the name of an argument or of another local', () => {
    for (let seed = 0; seed < 200; seed++) {
      const program = renderProgram('$R = $N = $1\nreturn [$R, $N, $1]', ['total'], createRng('corpus', seed));
      const names = /\[(\w+), (\w+), (\w+)\]/.exec(program)!.slice(1);
      expect(new Set(names).size).toBe(3);
    }
  });

  it('refuses placeholders that stand for nothing', () => {
    expect(() => renderProgram('return $2', ['n'])).toThrow('expected at most 1 arguments, got "$2"');
    expect(() => renderProgram('return $Z', ['n'])).toThrow('got "$Z"');
  });
});

describe('sentence', () => {
  it('conjugates verbs', () => {
    expect(sentence('verb:reverse|a string', 0)).toBe('Write a function that reverses a string');
    expect(sentence('verb:multiply|two numbers', 0)).toBe('Write a function that multiplies two numbers');
    expect(sentence('verb:square|a number', 1)).toBe('Square a number');
    expect(sentence('verb:push|a number', 0)).toBe('Write a function that pushes a number');
  });

  it('frames nouns and questions', () => {
    expect(sentence('noun:the sum of two numbers', 0)).toBe('Write a function that returns the sum of two numbers');
    expect(sentence('whether:a number is even', 1)).toBe('Check if a number is even');
    expect(() => sentence('noun:x', frameCount('noun:x'))).toThrow('expected a frame below');
  });

  it('compares sentences without case, spaces and final period', () => {
    expect(normalise('Find  the sum.')).toBe(normalise('find the sum'));
    expect(normalise('the sum')).not.toBe(normalise('the sums'));
  });
});

describe('mutate', () => {
  const program =
    'def solution(a, b):\n    total = 0\n    for i in range(1, a + 1):\n        total += b[i]\n    return total\n';

  it('changes the program, in many ways, and is reproducible', () => {
    const changed = Array.from({ length: 300 }, (_, seed) => mutate(program, createRng('corpus', seed)));
    expect(changed).not.toContain(program);
    expect(new Set(changed).size).toBeGreaterThan(25);
    expect(mutate(program, createRng('corpus', 17))).toBe(changed[17]);
  });

  it('survives what it did itself', () => {
    for (let seed = 0; seed < 300; seed++) {
      const rng = createRng('corpus', seed);
      let text = 'def solution(s):\n    return s.strip()\n';
      for (let i = 0; i < 6; i++) text = mutate(text, rng);
      expect(text.endsWith('\n')).toBe(true);
    }
  });
});
