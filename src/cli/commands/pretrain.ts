/** `pretrain`: trains a base model from random weights, keeps checkpoints, and goes on where an earlier run stopped. */

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { pretrainedCard } from '../../interop/huggingface/pretrained-card.ts';
import { type Flags, parseArgs } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { BACKEND_FLAG, type Command, SEED_FLAG } from '../command.ts';
import { freshFolder, readJson, writeFolder, writeWhole } from '../files.ts';
import { progress, result } from '../output.ts';
import type { PageApi } from '../page-api.ts';

type PretrainRequest = Parameters<PageApi['pretrain']>[0];
type PretrainProgress = Parameters<Parameters<PageApi['pretrain']>[1]>[0];
type Checkpoint = NonNullable<PretrainProgress['checkpoint']>;

const FLAGS = {
  preset: { type: 'choice', choices: ['base', 'small', 'nano'], help: 'size of the model (base)' },
  steps: { type: 'integer', minimum: 1, help: 'updates in all (2200)' },
  'checkpoint-every': { type: 'integer', minimum: 1, help: 'updates between checkpoints (100)' },
  ...SEED_FLAG,
  ...BACKEND_FLAG,
  out: { type: 'text', value: 'DIR', help: 'where checkpoints go (pretrain/PRESET-SEED)' },
  resume: { type: 'switch', help: 'go on from the last checkpoint in DIR' },
} as const satisfies Flags;

/** What the checkpoints that come with the page were trained for. */
const DEFAULT_STEPS = 2200;
const STATE = 'state.json';
const MOMENTS = ['weights', 'moment1', 'moment2'] as const;

const CURVE = 'curve.jsonl';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const StateSchema = v.strictObject({
  preset: v.picklist(['base', 'small', 'nano']),
  seed: count,
  steps: count,
  step: count,
  tokens: count,
  /** Length of the packed weights. */
  parameters: count,
});
type State = v.InferOutput<typeof StateSchema>;

function floatsFile(out: string, name: string, step: number): string {
  return join(out, `${name}-${step}.f32`);
}

/** A checkpoint as files: a Hugging Face folder per step, and what resuming needs; `state.json` names the newest. */
function keep(out: string, state: State, { files, ...moments }: Checkpoint): void {
  writeFolder(join(out, `step-${state.step}`), {
    ...files,
    'README.md': new TextEncoder().encode(pretrainedCard(state)),
  });
  for (const name of MOMENTS) {
    const { buffer, byteOffset, byteLength } = moments[name];
    writeWhole(floatsFile(out, name, state.step), new Uint8Array(buffer, byteOffset, byteLength));
  }
  writeWhole(join(out, STATE), `${JSON.stringify(state)}\n`);
  // Only now does nothing name the older ones any more.
  const stale = readdirSync(out).filter((name) => name.endsWith('.f32') && !name.endsWith(`-${state.step}.f32`));
  for (const name of stale) rmSync(join(out, name));
}

/** Packed numbers of a checkpoint; a file that was cut or swapped is refused. */
function readFloats(out: string, name: string, { step, parameters }: State): Float32Array {
  const path = floatsFile(out, name, step);
  if (!existsSync(path)) throw new Error(`${path}: expected the ${name} of step ${step}, but there is no such file`);
  const bytes = readFileSync(path);
  const expected = parameters * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== expected) {
    throw new Error(`${path}: expected ${expected} bytes (${parameters} numbers), got ${bytes.length}`);
  }
  // A copy of its own: what Node reads small files into is neither aligned nor alone.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** What an earlier run left; refuses to go on with other settings than it had. */
function readState(
  out: string,
  wanted: Pick<State, 'preset' | 'seed' | 'steps'>,
): NonNullable<PretrainRequest['resume']> {
  const path = join(out, STATE);
  if (!existsSync(path)) throw new Error(`${out}: expected a pre-training to go on with, but ${STATE} is missing`);
  const checked = v.safeParse(StateSchema, readJson(path));
  if (!checked.success) {
    const [issue] = checked.issues;
    const place = v.getDotPath(issue) ?? '(root)';
    // Checks beyond the type say nothing of what they expect.
    const expected = issue.expected ?? 'a whole number of at least 0';
    throw new Error(`${path}: ${place}: expected ${expected}, got ${issue.received}`);
  }
  const state = checked.output;
  for (const name of ['preset', 'seed', 'steps'] as const) {
    if (state[name] !== wanted[name]) {
      throw new Error(`${out}: expected ${name} ${state[name]} as before, got ${wanted[name]}`);
    }
  }
  if (state.step > state.steps) throw new Error(`${path}: step: expected at most ${state.steps}, got ${state.step}`);
  return {
    step: state.step,
    tokens: state.tokens,
    weights: readFloats(out, 'weights', state),
    moment1: readFloats(out, 'moment1', state),
    moment2: readFloats(out, 'moment2', state),
  };
}

/** Rows after the kept step are dropped from the curve: those steps are taken again. */
export function cutCurve(out: string, step: number): void {
  const path = join(out, CURVE);
  if (!existsSync(path)) return;
  const rows = readFileSync(path, 'utf8').split('\n');
  // A crash may have cut the last row.
  writeWhole(path, rows.flatMap((row) => (stepOf(row) <= step ? [`${row}\n`] : [])).join(''));
}

/** Step of a row of the curve; infinite for what is no row. */
function stepOf(row: string): number {
  const found = /^\{"step":([0-9]+),.*\}$/.exec(row)?.[1];
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found);
}

function describeTime(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

export const pretrain: Command = {
  summary: 'train a base model from random weights',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('pretrain', args, FLAGS);
    const preset = flags.preset ?? 'base';
    const seed = flags.seed ?? 0;
    const steps = flags.steps ?? DEFAULT_STEPS;
    const out = flags.out ?? join('pretrain', `${preset}-${seed}`);
    const resume = flags.resume ? readState(out, { preset, seed, steps }) : undefined;
    if (resume === undefined) writeWhole(join(freshFolder(out, STATE), CURVE), '');
    else cutCurve(out, resume.step);
    await using session = await BrowserSession.open();
    let last: PretrainProgress | undefined;
    const request: PretrainRequest = {
      preset,
      steps,
      seed,
      backend: flags.backend ?? 'auto',
      checkpointEvery: flags['checkpoint-every'] ?? 100,
      ...(resume === undefined ? {} : { resume }),
    };
    await session.call('pretrain', request, (report) => {
      const { step, of, nll, tokens, secondsLeft, checkpoint, notices = [] } = report;
      last = report;
      for (const message of notices) progress(message);
      appendFileSync(join(out, CURVE), `${JSON.stringify({ step, nll, tokens })}\n`);
      if (checkpoint !== undefined) {
        const parameters = checkpoint.weights.length;
        keep(out, { preset, seed, steps, step, tokens, parameters }, checkpoint);
      }
      progress(
        `step ${step} of ${of}: nll ${nll.toFixed(4)}, ${describeTime(secondsLeft)} left${checkpoint ? ', kept' : ''}`,
      );
    });
    await result({ preset, seed, steps: last?.step ?? resume?.step ?? 0, nll: last?.nll ?? null, out });
  },
};
