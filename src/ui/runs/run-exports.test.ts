import { expect, test } from 'vitest';
import { FIXTURE_CONFIG } from '../../../test/support/fixture-run.ts';
import { RunExports } from './run-exports.ts';
import { runFileName } from './run-file-name.ts';

test('one export is made at a time, and the next can follow it', async () => {
  const asked: string[] = [];
  let deliver: (zip: Blob) => void = () => undefined;
  const exports = new RunExports({
    exportRunAs: ({ run, to }) => {
      asked.push(`${run} ${to}`);
      return new Promise((resolve) => (deliver = resolve));
    },
  });
  const first = exports.make('a', 'trl');
  expect(exports.making.value).toEqual({ run: 'a', to: 'trl' });
  expect(await exports.make('b', 'verl')).toBeNull();
  const zip = new Blob(['zip']);
  deliver(zip);
  expect(await first).toBe(zip);
  expect(asked).toEqual(['a trl']);
  expect([exports.making.value, exports.made.value]).toEqual([null, { run: 'a', to: 'trl' }]);
});

test('a failure is told of the run and the kind that it is of, until another is asked for', async () => {
  const exports = new RunExports({
    exportRunAs: ({ to }) => (to === 'trl' ? Promise.reject(new Error('no counterpart')) : Promise.resolve(new Blob())),
  });
  expect(await exports.make('a', 'trl')).toBeNull();
  expect(exports.failure.value).toEqual({ run: 'a', to: 'trl', message: 'no counterpart' });
  expect(exports.making.value).toBeNull();
  await exports.make('a', 'results');
  expect(exports.failure.value).toBeNull();
});

test('a file is called by its run and what it is', () => {
  const run = (name: string) => ({ name, config: FIXTURE_CONFIG });
  expect(runFileName(run('No KL, higher clip!'))).toBe('greenbar-no-kl-higher-clip.zip');
  expect(runFileName(run('No KL, higher clip!'), 'trl')).toBe('greenbar-no-kl-higher-clip-trl.zip');
  expect(runFileName(run('…'), 'results')).toBe('greenbar-run-results.zip');
  expect(runFileName(run('../../etc'))).toBe('greenbar-etc.zip');
});
