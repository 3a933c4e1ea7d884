import { expect, test } from 'vitest';
import type { LoadedPart, RunEvent } from '../../core/records.ts';
import { ALL_LOADED, loadAnew, NOT_LOADED, reduceLoading } from './loading.ts';

const event = (loads: LoadedPart, done: number, total: number): RunEvent => ({
  ...{ type: 'phase', phase: 'loading', detail: '', loads, done, total },
});

test('counts bytes of the part that loads, and takes the parts before it for ready', () => {
  const loading = reduceLoading(NOT_LOADED, event('model', 500, 2000));
  expect(loading.python).toEqual({ status: 'ready' });
  expect(loading.model).toEqual({ status: 'bytes', done: 500, total: 2000 });
  expect(loading.engine).toEqual({ status: 'waiting' });
});

test('says that bytes come where their number is not known', () => {
  expect(reduceLoading(NOT_LOADED, event('python', 700, 0)).python).toEqual({ status: 'bytes', done: 700, total: 0 });
});

test('a part is ready with its last byte', () => {
  expect(reduceLoading(NOT_LOADED, event('python', 9, 9)).python).toEqual({ status: 'ready' });
});

test('the device starts, and is then measured', () => {
  expect(reduceLoading(NOT_LOADED, event('engine', 0, 1)).engine).toEqual({ status: 'starting', share: 0 });
  expect(reduceLoading(NOT_LOADED, event('engine', 2, 4)).engine).toEqual({ status: 'measuring', share: 0.5 });
});

test('leaves everything as it is at other events', () => {
  const other: RunEvent = { type: 'phase', phase: 'sampling', detail: '', done: 1, total: 2 };
  expect(reduceLoading(NOT_LOADED, other)).toBe(NOT_LOADED);
  expect(reduceLoading(NOT_LOADED, { type: 'notice', message: 'hello' })).toBe(NOT_LOADED);
});

test('another model is loaded anew, the interpreter is not', () => {
  expect(loadAnew(ALL_LOADED)).toEqual({ ...NOT_LOADED, python: { status: 'ready' } });
});
