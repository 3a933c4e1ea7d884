/** Reads a bundle that may be damaged, or made by anybody: everything is checked before anything is given back. */

import * as v from 'valibot';
import { parseConfig, type RunConfig } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import type { PolicyState } from '../core/policy.ts';
import type { RolloutRecord, RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { fromWire } from '../core/wire.ts';
import { parseAdapter } from '../model/adapted/peft.ts';
import { parseCheckpoint } from '../model/checkpoint/gpt2.ts';
import { LIMITS, unzip } from '../problems/files/unzip.ts';
import { parseProblems } from '../problems/format.ts';
import { baseSchema } from './base-schema.ts';
import {
  adapterConfigFile,
  adapterFile,
  baseFile,
  digestOf,
  EVENTS,
  FORMAT,
  isBundleFile,
  MANIFEST,
  type Manifest,
  markOf,
  modelConfigFile,
  modelFile,
  PROBLEMS,
  rolloutsFile,
  STATE,
  stepOf,
  VERSION,
} from './bundle-format.ts';
import { eventSchema, manifestSchema, rolloutSchema, stateSchema } from './record-schema.ts';
import type { StepRollouts, TrainingState, WholeRun } from './runs.ts';

const AREA = 'bundle';
type Files = ReadonlyMap<string, Uint8Array>;

/** @throws Error that says which file, what was expected and what came */
export async function readBundle(bundle: Blob): Promise<WholeRun> {
  if (bundle.size > LIMITS.packed) refuse('the zip', `at most ${LIMITS.packed} bytes`, `${bundle.size}`);
  const files = unzip(new Uint8Array(await bundle.arrayBuffer()), AREA, isBundleFile);
  const manifest = readManifest(files);
  checkFiles(manifest, files);
  const config = readConfig(manifest.config);
  const events = readLines(files, EVENTS, eventSchema) as readonly RunEvent[];
  const steps = checkSteps(events, config);
  const own = readProblems(files);
  const run = { ...manifest.run, config, ...(own && { own }) };
  const state = readState(files, run.finished, steps);
  return {
    run: { ...run, finished: run.finished || (steps > 0 && state === null) },
    ...{ events, state },
    rollouts: stepsOf(files, rolloutsFile).map((step) => readRollouts(files, step, steps)),
    checkpoints: [
      ...stepsOf(files, modelFile).map((step) => readModel(files, step, steps)),
      ...stepsOf(files, adapterFile).map((step) => readAdapter(files, step, steps)),
    ].sort((a, b) => a.step - b.step),
  };
}

function readManifest(files: Files): Manifest {
  const input = parse(textOf(files, MANIFEST), MANIFEST);
  if (typeof input !== 'object' || input === null) refuse(MANIFEST, 'an object', typeof input);
  const { digest, ...rest } = input as Record<string, unknown>;
  if (rest.format !== FORMAT) refuse(`${MANIFEST}: format`, JSON.stringify(FORMAT), shown(rest.format));
  if (rest.version !== VERSION)
    refuse(`${MANIFEST}: version`, `${VERSION}, which this page reads`, shown(rest.version));
  const manifest = checked(manifestSchema, rest, MANIFEST);
  const found = digestOf(rest);
  if (digest !== found) refuse(`${MANIFEST}: digest`, found, shown(digest));
  // The parts that the schema leaves open are read further on.
  return manifest as unknown as Manifest;
}

/** Every file that the manifest names is there, whole, and no other. */
function checkFiles(manifest: Manifest, files: Files): void {
  const named = new Map(Object.entries(manifest.files));
  for (const [name, mark] of named) {
    const bytes = files.get(name);
    if (bytes === undefined) refuse(name, 'the file, which the manifest names', 'none');
    const found = markOf(bytes);
    if (found.bytes !== mark.bytes) refuse(name, `${mark.bytes} bytes`, `${found.bytes}`);
    if (found.sha256 !== mark.sha256) refuse(name, `contents of the digest ${mark.sha256}`, found.sha256);
  }
  for (const name of files.keys()) {
    if (name !== MANIFEST && !named.has(name)) refuse(name, 'a file that the manifest names', 'one that it does not');
  }
}

function readConfig(input: unknown): RunConfig {
  try {
    return parseConfig(input);
  } catch (error) {
    throw new Error(`${AREA}: ${MANIFEST}: ${messageOf(error)}`);
  }
}

/** How many steps there are: 1, 2, 3 and so on, no more than the run has. */
function checkSteps(events: readonly RunEvent[], { epochs }: RunConfig): number {
  let last = 0;
  for (const [i, event] of events.entries()) {
    if (event.type === 'evaluation' && event.evaluation.epoch > epochs) {
      refuse(`${EVENTS}: line ${i + 1}: epoch`, `at most ${epochs}`, `${event.evaluation.epoch}`);
    }
    if (event.type !== 'step') continue;
    const { step } = event.record;
    if (step !== last + 1) refuse(`${EVENTS}: line ${i + 1}: step`, `${last + 1}`, `${step}`);
    last = step;
  }
  if (last > epochs) refuse(EVENTS, `at most the run's ${epochs} steps`, `${last}`);
  return last;
}

function readProblems(files: Files): readonly Problem[] | undefined {
  if (!files.has(PROBLEMS)) return undefined;
  try {
    return parseProblems(textOf(files, PROBLEMS), PROBLEMS);
  } catch (error) {
    throw new Error(`${AREA}: ${messageOf(error)}`);
  }
}

function readRollouts(files: Files, step: number, steps: number): StepRollouts {
  const file = rolloutsFile(step);
  checkStep(file, step, steps);
  const rollouts = readLines(files, file, rolloutSchema) as readonly RolloutRecord[];
  for (const [i, { ids, pieces, logProbs, referenceLogProbs, trained = [] }] of rollouts.entries()) {
    const same = (name: string, list: readonly unknown[], length: number) => {
      if (list.length === length) return;
      refuse(`${file}: line ${i + 1}: ${name}`, `one for each of ${length} tokens`, `${list.length}`);
    };
    same('pieces', pieces, ids.length);
    same('logProbs', logProbs, ids.length);
    // Programs that taught nothing were not scored.
    if (referenceLogProbs.length > 0) same('referenceLogProbs', referenceLogProbs, ids.length);
    for (const turn of trained) {
      same('trained.pieces', turn.pieces, turn.ids.length);
      same('trained.advantages', turn.advantages, turn.ids.length);
      same('trained.oldLogProbs', turn.oldLogProbs, turn.ids.length);
      for (const update of turn.updates) same('trained.updates.ratios', update.ratios, turn.ids.length);
    }
  }
  return { step, rollouts };
}

function readModel(files: Files, step: number, steps: number): WholeRun['checkpoints'][number] {
  const [config, model] = [modelConfigFile(step), modelFile(step)];
  checkStep(model, step, steps);
  const bytes = files.get(model);
  if (bytes === undefined) refuse(model, 'the file', 'none');
  try {
    return { step, ...parseCheckpoint(parse(textOf(files, config), config), bytes) };
  } catch (error) {
    throw new Error(`${AREA}: ${model}: ${messageOf(error)}`);
  }
}

/** Adapters, and which model they are for: whether it is there is asked when they are loaded. */
function readAdapter(files: Files, step: number, steps: number): WholeRun['checkpoints'][number] {
  const [config, model, about] = [adapterConfigFile(step), adapterFile(step), baseFile(step)];
  checkStep(model, step, steps);
  const bytes = files.get(model);
  if (bytes === undefined) refuse(model, 'the file', 'none');
  const { spec, name, digest } = checked(baseSchema, parse(textOf(files, about), about), about);
  try {
    return { step, ...parseAdapter(parse(textOf(files, config), config), bytes, spec), base: { name, digest } };
  } catch (error) {
    throw new Error(`${AREA}: ${model}: ${messageOf(error)}`);
  }
}

/** Where a run that can go on stands: after its last step. */
function readState(files: Files, finished: boolean, steps: number): TrainingState | null {
  if (!files.has(STATE)) return null;
  if (finished) refuse(STATE, 'none, for the run came to its end', 'one');
  const state = checked(stateSchema, parse(textOf(files, STATE), STATE), STATE) as unknown as TrainingState;
  if (state.step !== steps) refuse(`${STATE}: step`, `${steps}, the last one of the events`, `${state.step}`);
  if (state.loop?.step !== steps) refuse(`${STATE}: loop.step`, `${steps}`, `${state.loop?.step}`);
  checkLengths(state.policy, 'policy');
  if (state.critic) checkLengths(state.critic, 'critic');
  return state;
}

function checkLengths({ weights, moment1, moment2, reference }: PolicyState, whose: string): void {
  for (const [name, part] of Object.entries({ moment1, moment2, reference })) {
    if (part !== undefined && part.length !== weights.length) {
      refuse(`${STATE}: ${whose}.${name}`, `${weights.length} numbers, as there are weights`, `${part.length}`);
    }
  }
}

/** Steps that have a file of the kind, in order. */
const stepsOf = (files: Files, fileOf: (step: number) => string): number[] =>
  [...files.keys()]
    .flatMap((name) => {
      const step = stepOf(name);
      return step !== null && fileOf(step) === name ? [step] : [];
    })
    .sort((a, b) => a - b);

function checkStep(file: string, step: number, steps: number): void {
  if (step < 1 || step > steps) refuse(file, `a step from 1 to ${steps}`, `${step}`);
}

function readLines(files: Files, file: string, schema: v.GenericSchema): readonly unknown[] {
  const lines = textOf(files, file).split('\n');
  if (lines.pop() !== '') refuse(file, 'lines that end', 'a last one that does not');
  return lines.map((line, i) => {
    const where = `${file}: line ${i + 1}`;
    return checked(schema, parse(line, where), where);
  });
}

function textOf(files: Files, file: string): string {
  const bytes = files.get(file);
  if (bytes === undefined) refuse(file, 'the file', 'none');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(file, 'text in UTF-8', 'other bytes');
  }
}

function parse(text: string, where: string): unknown {
  try {
    return fromWire(text);
  } catch (error) {
    return refuse(where, 'JSON', `something else (${messageOf(error)})`);
  }
}

/** The input itself: its keys in its order, so that it is written again as it came. */
function checked<T extends v.GenericSchema>(schema: T, input: unknown, where: string): v.InferInput<T> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return input as v.InferInput<T>;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  return refuse(path === null ? where : `${where}: ${path}`, issue.expected ?? issue.message, issue.received);
}

/** For people: no more than a glance at what may be anything. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

function refuse(where: string, expected: string, got: string): never {
  throw new Error(`${AREA}: ${where}: expected ${expected}, got ${got}`);
}
