/**
 * A run as one zip. `manifest.json` says what it is and has the digest of every other file and of itself; beside it lie
 * the events, the programs of each step, trained models as safetensors and, of a run that can go on, where it stands.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { RunConfig } from '../core/config.ts';
import { toWire } from '../core/wire.ts';

export const FORMAT = 'greenbar-run';
export const VERSION = 1;

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const PROBLEMS = 'problems.jsonl';
export const STATE = 'state.json';

/** Digits of a step in a file's name: files sort as their steps do. */
const DIGITS = 6;
const padded = (step: number) => String(step).padStart(DIGITS, '0');

export const rolloutsFile = (step: number): string => `rollouts/${padded(step)}.jsonl`;
export const modelFile = (step: number): string => `checkpoints/${padded(step)}/model.safetensors`;
export const modelConfigFile = (step: number): string => `checkpoints/${padded(step)}/config.json`;

/** Of an imported model: its adapters as PEFT keeps them, and what they are for. */
export const adapterFile = (step: number): string => `checkpoints/${padded(step)}/adapter_model.safetensors`;
export const adapterConfigFile = (step: number): string => `checkpoints/${padded(step)}/adapter_config.json`;
export const baseFile = (step: number): string => `checkpoints/${padded(step)}/base.json`;

const STEP_FILE =
  /^(?:rollouts\/(\d{6})\.jsonl|checkpoints\/(\d{6})\/(?:(?:adapter_)?model\.safetensors|(?:adapter_)?config\.json|base\.json))$/;

/** Of a file that belongs to one step. */
export function stepOf(file: string): number | null {
  const [, rollouts, checkpoint] = STEP_FILE.exec(file) ?? [];
  const digits = rollouts ?? checkpoint;
  return digits === undefined ? null : Number(digits);
}

export const isBundleFile = (name: string): boolean =>
  [MANIFEST, EVENTS, PROBLEMS, STATE].includes(name) || stepOf(name) !== null;

/** What is told of a file, to see whether it arrived whole. */
export interface FileMark {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly run: {
    readonly id: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
    readonly finished: boolean;
    readonly name: string;
    readonly note: string;
  };
  readonly config: RunConfig;
  readonly files: Readonly<Record<string, FileMark>>;
}

export const markOf = (bytes: Uint8Array): FileMark => ({ bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) });

/** Of everything else in the manifest, in the order in which it stands there. */
export const digestOf = (manifest: object): string => bytesToHex(sha256(utf8ToBytes(toWire(manifest))));
