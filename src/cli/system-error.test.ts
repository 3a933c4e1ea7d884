/** Errors of the operating system in one sentence. */

import { expect, test } from 'vitest';
import { describeSystemError } from './system-error.ts';

const failure = (more: object) => Object.assign(new Error('EXX: words of the system'), more);

test('a path, what was expected and what is in the way', () => {
  expect(describeSystemError(failure({ code: 'ENOTDIR', syscall: 'mkdir', path: 'a/b' }))).toBe(
    'a/b: expected to make it, but a part of the path is a file and not a folder',
  );
  expect(describeSystemError(failure({ code: 'ENOSPC', syscall: 'write' }), 'stdout')).toBe(
    'stdout: expected to write it, but the device is full',
  );
});

test('anything else as it is', () => {
  expect(describeSystemError(failure({ code: 'ENOSPC', syscall: 'write' }))).toBe('EXX: words of the system');
  expect(describeSystemError(failure({ code: 'ODD', path: 'a' }))).toBe('EXX: words of the system');
  expect(describeSystemError('text')).toBe('text');
});
