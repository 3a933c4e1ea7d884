/** Every kind of effect has its words. */

import { expect, test } from 'vitest';
import { describeEffect } from './effects.ts';
import type { Effect } from './types.ts';

const refused = (kind: Effect['kind'], detail: string, count = 1) =>
  describeEffect({ kind, detail, count, refused: true });
const granted = (kind: Effect['kind'], detail: string, count = 1) =>
  describeEffect({ kind, detail, count, refused: false });

test('what was refused', () => {
  expect(refused('network', 'import socket', 3)).toBe('tried to import socket (3 times): refused, undone');
  expect(refused('file', 'open /etc/passwd')).toBe('tried to use a file (open /etc/passwd): refused, undone');
  expect(refused('javascript', 'import js')).toBe('tried to import js: refused, undone');
  expect(refused('exit', 'sys.exit')).toBe('tried to end the interpreter (sys.exit): refused, undone');
  expect(refused('process', 'os.system ls')).toBe('tried to start or steer a process (os.system ls): refused, undone');
  expect(refused('network', 'socket')).toBe('tried to use the network (socket): refused, undone');
});

test('what was let through', () => {
  expect(granted('output', 'bytes written', 12)).toBe('printed 12 bytes');
  expect(granted('clock', 'time.sleep', 2)).toBe('time.sleep: on a virtual clock (2 times)');
  expect(granted('random', 'os.urandom')).toBe('os.urandom: from a fixed stream');
  expect(granted('file', 'open data.txt')).toBe('open data.txt: a granted file, read only');
});
