/** Writes a run into a bundle: the same run gives the same bytes, on every machine. */

import { type Zippable, zipSync } from 'fflate';
import { toWire } from '../core/wire.ts';
import { formatAdapter } from '../model/adapted/peft.ts';
import { formatCheckpoint } from '../model/checkpoint/gpt2.ts';
import { writeProblems } from '../problems/write.ts';
import {
  adapterConfigFile,
  adapterFile,
  baseFile,
  digestOf,
  EVENTS,
  FORMAT,
  MANIFEST,
  type Manifest,
  markOf,
  modelConfigFile,
  modelFile,
  PROBLEMS,
  rolloutsFile,
  STATE,
  VERSION,
} from './bundle-format.ts';
import type { StoredRun, WholeRun } from './runs.ts';

/** What a bundle is made of. */
export interface BundledRun extends Omit<WholeRun, 'run'> {
  readonly run: StoredRun;
}

/** Weights hardly get smaller, and take long. */
const STORED = { level: 0 } as const;
const PACKED = { level: 6 } as const;

/** Zip's calendar begins here; the time of a person's zone would make every bundle another. */
const mtime = new Date(1980, 0, 1);

export function writeBundle(bundled: BundledRun): Blob {
  const files = filesOf(bundled);
  const manifest = manifestOf(bundled, files);
  const sealed = { ...manifest, digest: digestOf(manifest) };
  const entries: Zippable = { [MANIFEST]: [encode(`${toWire(sealed)}\n`), { ...PACKED, mtime }] };
  for (const [name, bytes] of files) {
    entries[name] = [bytes, { ...(name.endsWith('.safetensors') ? STORED : PACKED), mtime }];
  }
  return new Blob([zipSync(entries)], { type: 'application/zip' });
}

function manifestOf({ run }: BundledRun, files: ReadonlyMap<string, Uint8Array>): Manifest {
  const { id, startedAt, endedAt, finished, name, note, config } = run;
  return {
    ...{ format: FORMAT, version: VERSION },
    run: { id, startedAt, endedAt, finished, name, note },
    config,
    files: Object.fromEntries([...files].map(([file, bytes]) => [file, markOf(bytes)])),
  };
}

function filesOf({ run, events, rollouts, checkpoints, state }: BundledRun): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([[EVENTS, lines(events)]]);
  if (run.own !== undefined) files.set(PROBLEMS, encode(writeProblems(run.own)));
  for (const { step, rollouts: programs } of rollouts) files.set(rolloutsFile(step), lines(programs));
  for (const { step, ...checkpoint } of checkpoints) {
    // As 32-bit floats: to the last bit.
    if (checkpoint.base === undefined) {
      const { config, model } = formatCheckpoint(checkpoint, 'F32');
      files.set(modelConfigFile(step), encode(config));
      files.set(modelFile(step), model);
      continue;
    }
    const { config, model } = formatAdapter(checkpoint, checkpoint.base.name);
    const { lora: _, ...spec } = checkpoint.spec;
    files.set(adapterConfigFile(step), encode(config));
    files.set(adapterFile(step), model);
    files.set(baseFile(step), encode(`${JSON.stringify({ ...checkpoint.base, spec }, null, 1)}\n`));
  }
  if (state !== null) files.set(STATE, encode(`${toWire(state)}\n`));
  return files;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const lines = (values: readonly unknown[]): Uint8Array => encode(values.map((value) => `${toWire(value)}\n`).join(''));
