/** The exported model in transformers: the same ids, logits, greedy texts and log-probs; and back from there to the last bit. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { solvePrompt } from '../../src/corpus/generator.ts';
import { huggingfaceFiles } from '../../src/interop/huggingface/huggingface.ts';
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { loadTokenizer } from '../../src/model/tokenizer.ts';
import { logitsOf } from '../support/checkpoint-parity.ts';
import { startPolicy } from './batch.ts';
import {
  bundledModel,
  experiment,
  jsonLinesOf,
  problemSet,
  python,
  pythonTests,
  script,
  writeExport,
} from './python.ts';

const TEXTS = 100;
const MAX_NEW_TOKENS = 48;

interface Answer {
  readonly ids: readonly number[];
  readonly logits: readonly number[];
  readonly greedy: string;
  readonly logProbs: readonly number[];
}

const decodeText = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const test = pythonTests('exports for Hugging Face');

test.each(['F32', 'F16'] as const)(
  'transformers loads a %s export and says the same',
  async (dtype) => {
    const input = await experiment({ preset: 'nano-test', algorithm: 'grpo' });
    const bundled = bundledModel('base');
    const loaded = parseCheckpoint(JSON.parse(decodeText(bundled['config.json'])), bundled['model.safetensors']!);
    // Weights that no 16 bits hold: an export of 32 keeps them, one of 16 rounds them.
    const trained: Checkpoint = { ...loaded, weights: loaded.weights.map((w, i) => w * (1 + 1e-4 * Math.sin(i))) };
    const { config, model } = formatCheckpoint(trained, dtype);
    const files = { ...bundled, 'config.json': new TextEncoder().encode(config), 'model.safetensors': model };
    const folder = writeExport(huggingfaceFiles({ ...input, model: files }));
    try {
      const kept = parseCheckpoint(JSON.parse(config), model);
      const tokenizer = loadTokenizer(JSON.parse(decodeText(bundled['tokenizer.json'])));
      const problems = [...(await problemSet('lecture')), ...(await problemSet('auxiliary'))].slice(0, TEXTS);
      const texts = problems.map(({ text }) => solvePrompt(text));
      const prompts = texts.map((text) => tokenizer.encode(text));
      await using policy = await startPolicy(kept);
      const sample = (temperature: number) =>
        policy.sample(prompts, {
          ...{ seed: 0, streams: texts.map((_, i) => i), maxNewTokens: MAX_NEW_TOKENS },
          ...{ temperature, topP: 1, topK: 0 },
        });
      const [sampled, greedy] = [await sample(1), await sample(0)];
      const save = join(folder, 'saved');
      const job = { folder, texts, completions: sampled.map(({ ids }) => ids), maxNewTokens: MAX_NEW_TOKENS, save };
      writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
      const [head, ...answers] = jsonLinesOf<Answer>(await python([script('hf_export.py'), join(folder, 'job.json')]));
      expect(head).toEqual({ sampling: [true, 1, 0, 1] });
      expect(answers).toHaveLength(TEXTS);
      expect(answers.map(({ ids }) => ids)).toEqual(prompts);
      let [logit, logProb] = [0, 0];
      for (const [i, answer] of answers.entries()) {
        expect(answer.greedy).toBe(tokenizer.decode(greedy[i]!.ids));
        answer.logProbs.forEach((value, t) => {
          logProb = Math.max(logProb, Math.abs(value - sampled[i]!.logProbs[t]!));
        });
        const ours = (await logitsOf('cpu', kept, prompts[i]!)).slice(-kept.spec.vocabSize);
        ours.forEach((value, j) => {
          logit = Math.max(logit, Math.abs(value - answer.logits[j]!));
        });
      }
      console.info(
        `${dtype}: logits differ by at most ${logit.toExponential(1)}, log-probs by ${logProb.toExponential(1)}`,
      );
      expect(logit).toBeLessThan(1e-4);
      expect(logProb).toBeLessThan(1e-4);
      const back = parseCheckpoint(
        JSON.parse(readFileSync(join(save, 'config.json'), 'utf8')),
        new Uint8Array(readFileSync(join(save, 'model.safetensors'))),
      );
      expect(back.weights).toEqual(kept.weights);
      const again = loadTokenizer(JSON.parse(readFileSync(join(save, 'tokenizer.json'), 'utf8')));
      expect(texts.map((text) => again.encode(text))).toEqual(prompts);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  600_000,
);
