/** What the layers of a command line add up to. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import { diffConfig } from '../../core/config-diff.ts';
import { writeConfigFile } from '../../core/config-file.ts';
import { overriddenByFile, trainChoice, trainConfig } from './train-choice.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenbar-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

const changed = (flags: Parameters<typeof trainConfig>[0]) => diffConfig(trainConfig(flags));

test('nothing said is the default', () => {
  expect(trainConfig({})).toEqual(parseConfig({}));
});

test('exercise, algorithm, file, flags, single settings: each over those before it', () => {
  // The reward: the exercise says fraction, then the algorithm binary, and so on.
  const config = file('plain.json', { reward: 'format', algorithm: { beta: 0.2 } });
  const layers = [
    [{ preset: 'lost-problem' }, 'fraction', 0.04],
    [{ algorithm: 'dapo' }, 'binary', 0],
    [{ config }, 'format', 0.2],
    [{ reward: 'coderl' }, 'coderl', 0.2],
    [{ set: ['reward=brevity', 'algorithm.beta=0.3'] }, 'brevity', 0.3],
  ] as const;
  let flags: Parameters<typeof trainConfig>[0] = {};
  for (const [layer, reward, beta] of layers) {
    flags = { ...flags, ...layer };
    expect(trainConfig(flags)).toMatchObject({ auxiliaryProblems: 0, reward, algorithm: { beta } });
  }
  expect(trainConfig(flags).algorithm.clipHigh).toBe(0.28);
});

test('a file may name exercise and algorithm, and flags win over it', () => {
  const config = file('named.json', { version: 1, preset: 'forgetting', algorithm: 'rft', settings: { seed: 4 } });
  expect(trainChoice({ config })).toEqual({ preset: 'forgetting', algorithm: 'rft', settings: { seed: 4 } });
  expect(trainChoice({ config, preset: 'default', algorithm: 'grpo', seed: 5 })).toEqual({
    preset: 'default',
    algorithm: 'grpo',
    settings: { seed: 5 },
  });
});

test('the file that a run leaves behind names it and runs it again', () => {
  const choice = trainChoice({ preset: 'lecture', algorithm: 'ppo', seed: 3 });
  const config = file('config.json', writeConfigFile(choice));
  expect(trainChoice({ config })).toEqual(choice);
  expect(trainConfig({ config })).toEqual(trainConfig({ preset: 'lecture', algorithm: 'ppo', seed: 3 }));
});

test('another algorithm over the file of a run is trained in its place, with the settings that the person changed', () => {
  const set = ['algorithm.beta=0.2'];
  const config = file('config.json', writeConfigFile(trainChoice({ algorithm: 'grpo', seed: 3, set })));
  expect(trainConfig({ config, algorithm: 'dapo' })).toEqual(trainConfig({ algorithm: 'dapo', seed: 3, set }));
});

test('what a file keeps from the algorithm of the line is told', () => {
  const plain = file('plain.json', { seed: 3, reward: 'binary', algorithm: { clipHigh: 0.2, beta: 0 } });
  expect(overriddenByFile({ config: plain, algorithm: 'dapo' })).toBe(
    `${plain}: its settings win over those of dapo: algorithm.clipHigh=0.2 (dapo: 0.28)`,
  );
  expect(overriddenByFile({ config: plain })).toBeNull();
  expect(overriddenByFile({ algorithm: 'dapo' })).toBeNull();
  const run = file('run.json', writeConfigFile(trainChoice({ algorithm: 'grpo', seed: 3 })));
  expect(overriddenByFile({ config: run, algorithm: 'dapo' })).toBeNull();
});

test('both sets of problems are drawn whatever the exercise says', () => {
  const { lectureProblems, auxiliaryProblems } = parseConfig({});
  expect(auxiliaryProblems).toBeGreaterThan(0);
  expect(trainConfig({ preset: 'forgetting', problems: 'both' })).toMatchObject({ lectureProblems, auxiliaryProblems });
});

test('what differs from the defaults is told', () => {
  expect(changed({ algorithm: 'dr-grpo', problems: 'lecture', set: ['algorithm.dropZeroVariance=true'] })).toEqual({
    auxiliaryProblems: 0,
    algorithm: { advantage: 'group-mean', aggregation: 'constant-length', beta: 0, maskTruncated: false },
  });
});

test('settings that do not go together are refused, wherever they come from', () => {
  expect(() => trainConfig({ algorithm: 'grpo-plus', set: ['rollout.turns=3'] })).toThrow(
    'config: rollout.pipelined: expected false with rollout.dynamicRounds above 0 or rollout.turns above 1',
  );
});
