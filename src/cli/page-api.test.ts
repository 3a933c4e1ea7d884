/** The script interface over a trainer that stands in for the worker: order of reports, results and failures. */

import type { Remote } from 'comlink';
import { expect, test } from 'vitest';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { Problem } from '../core/types.ts';
import { fromWire, toWire } from '../core/wire.ts';
import type { TrainerApi } from '../trainer/api.ts';
import { createPageApi, type TrainerConnection } from './page-api.ts';

function connect(remote: Partial<TrainerApi>, ready: () => Promise<void> = async () => {}): TrainerConnection {
  return { remote: remote as unknown as Remote<TrainerApi>, ready, alive: (call) => call };
}

const RESULT = { id: '0', outcome: 'passed' } as unknown as GradeResult;
const RECORD: GradeRecord = {
  id: '0',
  problem: 'p',
  entryPoint: 'solution',
  code: '\ud800',
  tests: {
    type: 'values',
    compare: 'python',
    tests: [{ args: [{ type: 'int', value: 2n ** 70n }], expected: { type: 'none' } }],
  },
};

test('a call from outside passes the argument on, and every report in order before the result', async () => {
  const seen: unknown[] = [];
  const api = createPageApi(
    connect({
      async grade(records, onResults) {
        expect(records).toStrictEqual([RECORD]);
        onResults([RESULT]);
        onResults([{ ...RESULT, id: '1' }]);
      },
    }),
  );
  const answer = await api.call('grade', toWire([RECORD]), async (wire) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push(fromWire(wire));
  });
  expect(seen).toEqual([[RESULT], [{ ...RESULT, id: '1' }]]);
  expect(fromWire(answer)).toBeNull();
});

test('where the page is drawn it follows the run, and the script hears the same', async () => {
  const heard: unknown[] = [];
  const api = createPageApi(connect({ train: async () => expect.fail('past the page') }), async (config, onEvents) => {
    await onEvents([{ type: 'notice', message: JSON.stringify(config) }]);
    return null;
  });
  expect(await api.train({ epochs: 1 }, (events) => void heard.push(...events))).toBeNull();
  expect(heard).toEqual([{ type: 'notice', message: '{"epochs":1}' }]);
});

test('problems of a person’s own come with the settings, to the page that follows and to the trainer alike', async () => {
  const heard: unknown[] = [];
  const own = [{ id: 'a' }] as unknown as readonly Problem[];
  const followed = createPageApi(connect({}), async (config, _, brought) => {
    heard.push([config, brought]);
    return null;
  });
  await followed.train({ config: { epochs: 1 }, own });
  const driven = createPageApi(
    connect({
      train: async (config, _, brought) => {
        heard.push([config, brought]);
        return null;
      },
    }),
  );
  await driven.train({ config: { epochs: 2 }, own });
  await driven.train({ epochs: 3 });
  expect(heard).toEqual([
    [{ epochs: 1 }, own],
    [{ epochs: 2 }, own],
    [{ epochs: 3 }, undefined],
  ]);
});

test('the trained model crosses byte for byte', async () => {
  const files = { 'config.json': new Uint8Array([123, 125]), 'model.safetensors': new Uint8Array([0, 255, 128]) };
  const api = createPageApi(connect({ checkpoint: async () => files }));
  expect(fromWire(await api.call('checkpoint', toWire(undefined), async () => {}))).toStrictEqual(files);
});

test('nothing is asked before the trainer is ready', async () => {
  let ready = false;
  const api = createPageApi(
    connect({ train: async () => (ready ? null : expect.fail('too early')) }, async () => {
      ready = true;
    }),
  );
  expect(await api.train({ epochs: 1 })).toBeNull();
});

test('failures of the trainer and of the connection arrive', async () => {
  const failing = createPageApi(connect({ sample: () => Promise.reject(new Error('no model')) }));
  await expect(failing.call('sample', toWire({}), async () => {})).rejects.toThrow('no model');
  const unready = createPageApi(connect({}, () => Promise.reject(new Error('no sandbox'))));
  await expect(unready.train({})).rejects.toThrow('no sandbox');
});
