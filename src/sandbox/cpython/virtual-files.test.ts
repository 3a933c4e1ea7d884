/** Granted files: paths from the root, descriptors, positions, and nothing left open. */

import { expect, test } from 'vitest';
import { Granted } from './granted.ts';
import { resolvePath, VirtualFiles } from './virtual-files.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

function filesWith(path: string, content: string): VirtualFiles {
  const files = new VirtualFiles();
  files.grant([{ type: 'file', path, text: content }]);
  return files;
}

test('paths are resolved from the root', () => {
  expect(['a', './a', '/a', 'x/../a', '//a/'].map(resolvePath)).toEqual(Array(5).fill('/a'));
  expect(resolvePath('../../a/b')).toBe('/a/b');
});

test('the lowest free descriptor is given, and each has its own position', () => {
  const files = filesWith('data.txt', 'abcdef');
  expect([files.open('data.txt'), files.open('/data.txt')]).toEqual([3, 4]);
  expect([text(files.read(3, 2)), text(files.read(3, 9)), text(files.read(3, 9)), text(files.read(4, 1))]).toEqual([
    'ab',
    'cdef',
    '',
    'a',
  ]);
  files.close(3);
  expect(files.open('data.txt')).toBe(3);
  expect(files.open('other.txt')).toBeUndefined();
});

test('seeking', () => {
  const files = filesWith('f', 'abcdef');
  files.open('f');
  expect([files.seek(3, 2, 0), files.seek(3, 1, 1), files.seek(3, -1, 2)]).toEqual([2, 3, 5]);
  expect(text(files.read(3, 9))).toBe('f');
  expect(files.seek(3, -1, 0)).toBeNull();
  expect(files.seek(3, 99, 0)).toBe(99);
  expect(text(files.read(3, 9))).toBe('');
  expect(files.seek(7, 0, 0)).toBeUndefined();
});

test('descriptors are closed by a rewind, files stay granted; a new program starts with its own grants', () => {
  const granted = new Granted();
  granted.start([{ type: 'file', path: 'f', text: 'é' }]);
  granted.files.open('f');
  granted.rewind();
  expect(granted.files.size(3)).toBeUndefined();
  expect(granted.files.find('f')).toHaveLength(2);
  granted.start([]);
  expect(granted.files.find('f')).toBeUndefined();
});

test('printed bytes are decoded together, with replacement, up to the limit', () => {
  const granted = new Granted();
  expect(granted.stdout(10)).toBeUndefined();
  granted.start([{ type: 'stdout' }]);
  const bytes = new TextEncoder().encode('é!');
  granted.print([bytes.subarray(0, 1)]);
  granted.print([bytes.subarray(1), Uint8Array.of(0xff, 65)]);
  expect(granted.stdout(100)).toBe('é!\ufffdA');
  expect(granted.stdout(3)).toBe('é!');
});

test('standard input is a file on descriptor 0 until a rewind, and at its path a new one', () => {
  const files = new VirtualFiles();
  expect([files.read(0, 1), files.find('/dev/stdin')]).toEqual([undefined, undefined]);
  files.feed(new TextEncoder().encode('abc'));
  expect([files.size(0), text(files.read(0, 2)), text(files.read(0, 9))]).toEqual([3, 'ab', 'c']);
  const again = files.open('/dev/stdin')!;
  expect([again, text(files.read(again, 9))]).toEqual([3, 'abc']);
  files.close(0);
  expect(files.read(0, 1)).toBeUndefined();
  files.closeAll();
  expect(files.find('/dev/stdin')).toBeUndefined();
});

test('each run of a process has its own input and output; what is granted for people is of all runs', () => {
  const granted = new Granted();
  const write = (line: string) => granted.print([new TextEncoder().encode(line)]);
  granted.start([{ type: 'stdout' }], true);
  for (const line of ['one', 'two']) {
    granted.startRun(new TextEncoder().encode(line));
    write(line);
    expect([text(granted.files.read(0, 9)), text(granted.printedNow())]).toEqual([line, line]);
    granted.rewind();
  }
  expect(granted.stdout(100)).toBe('onetwo');
  granted.start([], true);
  granted.startRun(new Uint8Array());
  write('three');
  expect([text(granted.printedNow()), granted.stdout(100)]).toEqual(['three', undefined]);
});

test('a stream that was closed is closed until a rewind', () => {
  const granted = new Granted();
  granted.closeStream(1);
  expect([granted.isClosed(1), granted.isClosed(2)]).toEqual([true, false]);
  granted.rewind();
  expect(granted.isClosed(1)).toBe(false);
});
