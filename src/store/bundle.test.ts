/** A run goes out into a zip and comes back the same; a zip that is anything else says what is wrong with it. */

import fc from 'fast-check';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixtureEvaluation, fixtureRollouts, fixtureStep } from '../../test/support/fixture-run.ts';
import { newRun, stateAfter } from '../../test/support/run-store-behaviour.ts';
import { parseConfig } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import { fromWire, toWire } from '../core/wire.ts';
import { adapterCount } from '../model/adapted/adapters.ts';
import type { AdaptedSpec } from '../model/adapted/spec.ts';
import { readSafetensors } from '../model/checkpoint/safetensors.ts';
import { type ModelSpec, parameterCount } from '../model/spec.ts';
import { digestOf, markOf } from './bundle-format.ts';
import { readBundle } from './bundle-read.ts';
import { type BundledRun, writeBundle } from './bundle-write.ts';
import { freshRun } from './runs.ts';

const SPEC: ModelSpec = {
  ...{ vocabSize: 5, contextLength: 8, width: 4, layers: 1, heads: 2 },
  ...{ activation: 'gelu_new', layerNormEpsilon: 1e-5 },
};
const weights = Float32Array.from({ length: parameterCount(SPEC) }, (_, i) => Math.fround(Math.sin(i)));

const EVENTS: readonly RunEvent[] = [
  { type: 'evaluation', when: 'before', evaluation: fixtureEvaluation(0, 8) },
  { type: 'step', record: fixtureStep(1) },
  { type: 'notice', message: 'a lone \ud800 and a line\nbreak' },
  { type: 'step', record: { ...fixtureStep(2), metrics: { reward: Number.NaN, kl: -0 } } },
  { type: 'alert', alert: { name: 'not-finite', step: 2, message: 'what now' } },
];

const bundled = (finished: boolean): BundledRun => ({
  run: {
    ...freshRun({ ...newRun('run-abc'), config: parseConfig({ epochs: 6, seed: 7 }) }),
    ...{ finished, endedAt: finished ? 77 : null, name: 'mine', note: 'a note', steps: 2 },
  },
  events: EVENTS,
  rollouts: [1, 2].map((step) => ({ step, rollouts: fixtureRollouts(step).slice(0, 5) })),
  checkpoints: [{ step: 2, spec: SPEC, weights }],
  state: finished ? null : stateAfter(2),
});

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const GOOD = await bytesOf(writeBundle(bundled(true)));
const GOING_ON = await bytesOf(writeBundle(bundled(false)));

/** Changed, and sealed again as if nothing had been. */
function forged(change: (files: Record<string, Uint8Array>) => void, from = GOOD, more: Zippable = {}): Blob {
  const files = unzipSync(from);
  change(files);
  const { digest: _, ...manifest } = fromWire(new TextDecoder().decode(files['manifest.json'])) as Record<
    string,
    unknown
  >;
  const { 'manifest.json': __, ...others } = files;
  const sealed = {
    ...manifest,
    files: Object.fromEntries(Object.entries(others).map(([name, bytes]) => [name, markOf(bytes)])),
  };
  const text = toWire({ ...sealed, digest: digestOf(sealed) });
  return new Blob([zipSync({ ...others, 'manifest.json': new TextEncoder().encode(text), ...more })]);
}

const put = (file: string, contents: (files: Record<string, Uint8Array>) => Uint8Array) =>
  forged((files) => {
    files[file] = contents(files);
  });

const MODEL = 'checkpoints/000002/model.safetensors';

/** With a text replaced in one of its files. */
const edited = (file: string, from: string | RegExp, to: string, whole = GOOD) =>
  forged((files) => {
    const text = new TextDecoder().decode(files[file]);
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    files[file] = new TextEncoder().encode(changed);
  }, whole);

describe('a round trip', () => {
  test.each([true, false])('loses nothing (finished: %s)', async (finished) => {
    const { run, events, rollouts, checkpoints, state } = bundled(finished);
    const back = await readBundle(writeBundle(bundled(finished)));
    const { id, config, startedAt, endedAt, name, note } = run;
    expect(back.run).toEqual({ id, config, startedAt, endedAt, name, note, finished });
    expect(back.events).toEqual(events);
    expect(back.rollouts).toEqual(rollouts);
    expect(back.checkpoints).toEqual(checkpoints);
    expect(back.state).toEqual(state);
    expect(Object.is((back.events[3] as { record: { metrics: { kl: number } } }).record.metrics.kl, -0)).toBe(true);
  });

  test('the same run gives the same bytes', async () => {
    expect(await bytesOf(writeBundle(bundled(true)))).toEqual(GOOD);
  });

  test('holds files that other tools read', () => {
    const files = unzipSync(GOOD);
    expect(Object.keys(files).sort()).toEqual([
      'checkpoints/000002/config.json',
      'checkpoints/000002/model.safetensors',
      'events.jsonl',
      'manifest.json',
      'rollouts/000001.jsonl',
      'rollouts/000002.jsonl',
    ]);
    expect(
      readSafetensors(files['checkpoints/000002/model.safetensors']!).get('transformer.wte.weight')?.shape,
    ).toEqual([5, 4]);
    expect(JSON.parse(new TextDecoder().decode(files['checkpoints/000002/config.json']))).toMatchObject({
      model_type: 'gpt2',
    });
  });

  test('a run that cannot go on for want of its state has come to its end', async () => {
    const back = await readBundle(forged((files) => void delete files['state.json'], GOING_ON));
    expect(back.run.finished).toBe(true);
  });
});

describe('is refused, and says what is wrong', () => {
  const refused = (blob: Blob) =>
    readBundle(blob).then(
      () => 'nothing',
      (error: Error) => error.message,
    );

  test.each<[string, () => Blob, string]>([
    ['nothing at all', () => new Blob([]), 'bundle: expected a zip'],
    [
      'a picture',
      () => new Blob([new Uint8Array(3000).fill(7)]),
      'bundle: expected a zip, got a file that cannot be unpacked',
    ],
    [
      'another zip',
      () => new Blob([zipSync({ 'holiday.jpg': new Uint8Array(9) })]),
      'bundle: expected files of a run, got "holiday.jpg"',
    ],
    [
      'a name that leads elsewhere',
      () => forged(() => {}, GOOD, { '../../evil.js': new Uint8Array(1) }),
      'bundle: expected files of a run, got "../../evil.js"',
    ],
    ['an empty zip', () => new Blob([zipSync({})]), 'manifest.json: expected the file, got none'],
    [
      'another format',
      () => edited('manifest.json', 'greenbar-run', 'grey-bar-run'),
      'manifest.json: format: expected "greenbar-run", got "grey-bar-run"',
    ],
    [
      'a version to come',
      () => edited('manifest.json', '"version":1', '"version":2'),
      'manifest.json: version: expected 1, which this page reads, got 2',
    ],
    [
      'a missing file',
      () => zipWithout('events.jsonl'),
      'bundle: events.jsonl: expected the file, which the manifest names, got none',
    ],
    [
      'a missing model',
      () => forged((files) => void delete files['checkpoints/000002/config.json']),
      'checkpoints/000002/config.json: expected the file, got none',
    ],
    [
      'a configuration that is none',
      () => edited('manifest.json', '"epochs":6', '"epochs":-6'),
      'bundle: manifest.json: config: epochs',
    ],
    ['an id that is a path', () => edited('manifest.json', '"run-abc"', '"../abc"'), 'manifest.json: run.id: expected'],
    [
      'a time that never comes',
      () => edited('manifest.json', '"startedAt":1', '"startedAt":1e99'),
      'manifest.json: run.startedAt: expected',
    ],
    [
      'a step that is missing',
      () => edited('events.jsonl', '"record":{"step":1,', '"record":{"step":2,'),
      'events.jsonl: line 2: step: expected 1, got 2',
    ],
    [
      'more steps than the run has',
      () => edited('manifest.json', '"epochs":6', '"epochs":1'),
      "events.jsonl: expected at most the run's 1 steps, got 2",
    ],
    [
      'a step of no number',
      () => edited('events.jsonl', '"record":{"step":1,', '"record":{"step":1e400,'),
      'events.jsonl: line 2: record.step: expected',
    ],
    [
      'an event of no kind',
      () => edited('events.jsonl', '"notice"', '"surprise"'),
      'events.jsonl: line 3: type: expected',
    ],
    [
      'half a line',
      () => edited('events.jsonl', /\n$/, ''),
      'events.jsonl: expected lines that end, got a last one that does not',
    ],
    [
      'a line that is no JSON',
      () => edited('events.jsonl', '{', '{{'),
      'events.jsonl: line 1: expected JSON, got something else',
    ],
    [
      'a wrong outcome',
      () => edited('rollouts/000002.jsonl', /"outcome":"\w+"/, '"outcome":"won"'),
      'rollouts/000002.jsonl: line 1: outcome: expected',
    ],
    [
      'tokens without texts',
      () => edited('rollouts/000001.jsonl', /"pieces":\[/, '"pieces":["",'),
      'rollouts/000001.jsonl: line 1: pieces: expected one for each of',
    ],
    [
      'programs of a step that was not made',
      () => put('rollouts/000003.jsonl', (files) => files['rollouts/000002.jsonl']!),
      'rollouts/000003.jsonl: expected a step from 1 to 2, got 3',
    ],
    [
      'a model of another shape',
      () => edited('checkpoints/000002/config.json', '"n_layer": 1', '"n_layer": 2'),
      'bundle: checkpoints/000002/model.safetensors: checkpoint: h.1.ln_1.weight: expected [4], got no such tensor',
    ],
    [
      'a model that lost its end',
      () => put(MODEL, (files) => files[MODEL]!.slice(0, -4)),
      'bundle: checkpoints/000002/model.safetensors: checkpoint:',
    ],
    [
      'a state of another step',
      () => edited('state.json', '{"step":2,', '{"step":3,', GOING_ON),
      'state.json: step: expected 2, the last one of the events, got 3',
    ],
    [
      'moments of another length',
      () =>
        forged((files) => {
          const state = fromWire(new TextDecoder().decode(files['state.json'])) as { policy: object };
          files['state.json'] = new TextEncoder().encode(
            toWire({ ...state, policy: { ...state.policy, moment1: new Float32Array(3) } }),
          );
        }, GOING_ON),
      'state.json: policy.moment1: expected 4 numbers, as there are weights, got 3',
    ],
    [
      'a state of a run that is over',
      () => edited('manifest.json', '"finished":false', '"finished":true', GOING_ON),
      'state.json: expected none, for the run came to its end, got one',
    ],
    ['a bomb', () => put('rollouts/000001.jsonl', () => new Uint8Array(8e6)), 'bytes that unpack to 8000000'],
  ])('%s', async (_, make, message) => {
    expect(await refused(make())).toContain(message);
  });

  function zipWithout(name: string): Blob {
    const { [name]: _, ...rest } = unzipSync(GOOD);
    return new Blob([zipSync(rest)]);
  }

  test('one that was cut off anywhere', async () => {
    for (let length = 0; length < GOOD.length; length += 997) {
      expect(await refused(new Blob([GOOD.slice(0, length)])), `${length} bytes`).toMatch(/^bundle: /);
    }
  });

  test('one with a changed byte, unless the byte says nothing of the run', async () => {
    const whole = await readBundle(new Blob([GOOD]));
    const change = fc.tuple(fc.nat(GOOD.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, by]) => {
        const bytes = GOOD.slice();
        bytes[at]! ^= by;
        const back = await readBundle(new Blob([bytes])).catch((error: Error) => error.message);
        if (typeof back === 'string') expect(back).toMatch(/^bundle: /);
        else expect(back).toEqual(whole);
      }),
      { numRuns: 80 },
    );
  });
});

describe('adapters of an imported model', () => {
  const decoder = {
    architecture: 'codegen',
    ...{ vocabSize: 5, contextLength: 8, width: 4, layers: 1, heads: 2, innerWidth: 6 },
    ...{ rotaryWidth: 2, layerNormEpsilon: 1e-5 },
  } as const;
  const spec: AdaptedSpec = {
    ...{ decoder, vocabSize: 5, contextLength: 8, width: 4, endOfText: 0 },
    lora: { rank: 2, alpha: 4, targets: 'all' },
  };
  const base = { name: 'mine', digest: 'ab'.repeat(32) };
  const adapters = Float32Array.from({ length: adapterCount(spec) }, (_, i) => Math.fround(Math.sin(i)));
  const checkpoint = { step: 2, spec, weights: adapters, base };
  const zipped = () => bytesOf(writeBundle({ ...bundled(true), checkpoints: [checkpoint] }));
  const FILE = 'checkpoints/000002/base.json';

  test('come back the same, with what they are for', async () => {
    const whole = await readBundle(new Blob([(await zipped()).slice()]));
    expect(whole.checkpoints).toEqual([checkpoint]);
  });

  test.each([
    ['a digest that is none', { digest: 'no' }, `${FILE}: digest`],
    ['a name that leads elsewhere', { name: '../x' }, `${FILE}: name`],
    ['more layers than any', { spec: { ...spec, lora: undefined, decoder: { ...decoder, layers: 1e6 } } }, 'layers'],
    [
      'another architecture',
      { spec: { ...spec, lora: undefined, decoder: { ...decoder, architecture: 'x' } } },
      'decoder',
    ],
    ['a larger decoder', { spec: { ...spec, lora: undefined, decoder: { ...decoder, width: 8 } } }, 'adapter: '],
  ])('%s is refused', async (_, change, message) => {
    const from = await zipped();
    const zip = forged((files) => {
      const fields = JSON.parse(new TextDecoder().decode(files[FILE]));
      files[FILE] = new TextEncoder().encode(JSON.stringify({ ...fields, ...change }));
    }, from);
    await expect(readBundle(zip)).rejects.toThrow(message);
  });
});
