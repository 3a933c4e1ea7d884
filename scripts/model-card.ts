/**
 * Installs a pre-trained checkpoint under `public/models/NAME/` and writes its model card from what was measured.
 *
 * Run with `npx tsx scripts/model-card.ts NAME PRETRAIN_FOLDER EVAL.json COOL_EVAL.json`, where the last two are what
 * `greenbar eval` printed for this checkpoint at temperatures 1 and 0.8.
 */

import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SetSummary } from '../src/cli/evaluation-summary.ts';
import type { CorpusStatistics } from '../src/corpus/statistics.ts';
import { parseConfig } from '../src/model/checkpoint/gpt2.ts';
import { parameterCount } from '../src/model/spec.ts';

interface CurvePoint {
  readonly step: number;
  readonly nll: number;
  readonly tokens: number;
}

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));
const SETS = {
  lecture: 'the lecture’s ten',
  phrasings: 'unseen phrasings',
  compositions: 'unseen compositions',
} as const;

const [name, folder, warmFile, coolFile] = process.argv.slice(2);
if (name === undefined || folder === undefined || warmFile === undefined || coolFile === undefined) {
  throw new Error('model-card: expected NAME PRETRAIN_FOLDER EVAL.json COOL_EVAL.json');
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const setsOf = (path: string) => (json(path) as { sets: Record<keyof typeof SETS, SetSummary> }).sets;
const state = json(join(folder, 'state.json')) as { step: number; seed: number; preset: string };
const curve = readFileSync(join(folder, 'curve.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as CurvePoint);
const target = join(PUBLIC, 'models', name);
mkdirSync(target, { recursive: true });
const FILES = ['config.json', 'generation_config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
for (const file of FILES) {
  copyFileSync(join(folder, `step-${state.step}`, file), join(target, file));
}
const spec = parseConfig(json(join(target, 'config.json')));
const parameters = parameterCount(spec);
const tokens = curve.at(-1)!.tokens;
const corpus = json(join(PUBLIC, 'corpus', 'statistics.json')) as CorpusStatistics;

const percent = (value: number | null) => (value === null ? '–' : (100 * value).toFixed(1));
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function results(): string {
  const [warm, cool] = [setsOf(warmFile!), setsOf(coolFile!)];
  const lines = (Object.keys(SETS) as (keyof typeof SETS)[]).flatMap((set) =>
    [warm[set], cool[set]].map((one) =>
      row([
        SETS[set],
        one.temperature,
        `${percent(one['pass@1'].value)} (${percent(one['pass@1'].low)}–${percent(one['pass@1'].high)})`,
        percent(one['pass@8']),
        percent(one['pass@64']),
        percent(one.greedy),
        one.n,
      ]),
    ),
  );
  return [
    row(['set', 'temperature', 'pass@1 (95 % band)', 'pass@8', 'pass@64', 'greedy', 'n']),
    row(['---', '---', '---', '---', '---', '---', '---']),
    ...lines,
  ].join('\n');
}

function trainingCurve(): string {
  const points = curve.filter(({ step }) => step % 200 === 0 || step === 25 || step === 100);
  return [
    row(['step', 'tokens', 'nats per completion token']),
    row(['---', '---', '---']),
    ...points.map(({ step, tokens: seen, nll }) => row([step, seen.toLocaleString('en'), nll.toFixed(3)])),
  ].join('\n');
}

writeFileSync(
  join(target, 'README.md'),
  `# Greenbar ${name}: a small model that writes short Python functions, often wrongly

A GPT-2 with ${spec.layers} layers, width ${spec.width}, ${spec.heads} heads, context ${spec.contextLength} and a vocabulary of ${spec.vocabSize} Python lexemes:
${parameters.toLocaleString('en')} parameters, ${(statSync(join(target, 'model.safetensors')).size / 1e6).toFixed(2)} MB as float16. The files are those of a Hugging Face \`GPT2LMHeadModel\`. Licence: Apache-2.0.

It is the starting point of an exercise in reinforcement learning, and imperfect on purpose: most programs it was shown are
wrong, and for each kind of task one popular mistake is more frequent than any right program. It knows ${corpus.families} kinds of task and
nothing else.

## How it was made
\`npm run greenbar -- pretrain --preset ${state.preset} --seed ${state.seed}\`: ${state.step.toLocaleString('en')} updates of 64 documents, ${(tokens / 1e6).toFixed(1)} M tokens (${((6 * parameters * tokens) / 1e12).toFixed(0)} TFLOP),
loss on completion tokens only, AdamW (0.9, 0.98), learning rate 2e-3 with 100 steps of warm-up and a cosine to 5 %. On WebAssembly
the result depends on the seed alone, not on the machine.

Corpus: ${corpus.families} families (${corpus.heldOut} more are held out), ${corpus.descriptions.toLocaleString('en')} descriptions, ${corpus.texts.toLocaleString('en')} sentences, ${corpus.rightBodies.toLocaleString('en')} right bodies, ${corpus.mistakes.toLocaleString('en')} mistakes;
${percent(corpus.rightShare)} % of the solutions are right; ${corpus.documentTokens.mean} tokens a document. Solutions, asserts and repairs are ${corpus.kinds.solve.toFixed(2)} : ${corpus.kinds.tests.toFixed(2)} : ${corpus.kinds.repair.toFixed(2)} of the documents.
No sentence of any problem set is in it, and no held-out composition.

${trainingCurve()}

## What it can do
A sample counts when it passes public, reward and hidden tests. pass@k is the unbiased estimate, bands are bootstraps over problems.

${results()}

## Limits
One function of one or a few arguments, up to about thirty lexemes; English sentences of the kinds in the corpus. Words it has not
seen are spelled out letter by letter and mean nothing to it.
`,
);
