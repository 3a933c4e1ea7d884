/** TRL's trainers in a process of Python: the job in a folder of its own, the answers as data. */

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { parameterLayout } from '../../src/model/spec.ts';
import { GROUP_SIZE, MAX_NEW_TOKENS, type Scene, type WeightsName } from './batch.ts';
import type { TheirAnswer, Theirs } from './compare.ts';
import type { TrlCase } from './trl-case.ts';

const TOKENIZER = ['tokenizer.json', 'tokenizer_config.json'];
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Their numbers for every case, in order, and the versions that they come from. */
export async function computeTheirs(python: string, scene: Scene, wanted: readonly TrlCase[]) {
  const folder = await mkdtemp(join(tmpdir(), 'greenbar-trl-'));
  try {
    const names = ['old', 'current', 'reference'] as const;
    const checkpoints = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await writeCheckpoint(join(folder, name), scene, name)])),
    );
    const job = {
      folder,
      checkpoints,
      groupSize: GROUP_SIZE,
      maxNewTokens: MAX_NEW_TOKENS,
      layout: parameterLayout(scene.checkpoint.spec).map(({ name }) => name),
      batches: Object.fromEntries(
        Object.entries(scene.batches).map(([name, { sequences, completions, rewards }]) => [
          name,
          {
            prompts: sequences.map(({ prompt }) => prompt),
            completions: sequences.map(({ completion }) => completion),
            samplerLogProbs: completions.map(({ logProbs }) => logProbs),
            rewards,
          },
        ]),
      ),
      cases: wanted.map((one, id) => ({ ...one, id })),
    };
    await writeFile(join(folder, 'job.json'), JSON.stringify(job));
    const env = { ...process.env, TOKENIZERS_PARALLELISM: 'false', HF_HUB_OFFLINE: '1' };
    const options = { env, maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)(python, [local('trl_losses.py'), join(folder, 'job.json')], options);
    const [versions, ...answers] = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const theirs = (answers as TheirAnswer[]).map(async (answer, id): Promise<Theirs> => {
      const bytes = await readFile(join(folder, `${id}.f32`));
      return { ...answer, gradient: new Float32Array(new Uint8Array(bytes).buffer) };
    });
    return { versions: versions as Readonly<Record<string, string>>, theirs: await Promise.all(theirs) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A Hugging Face folder in f32. */
async function writeCheckpoint(folder: string, { checkpoint, weights }: Scene, name: WeightsName): Promise<string> {
  const { config, model } = formatCheckpoint({ ...checkpoint, weights: weights[name] }, 'F32');
  await mkdir(folder);
  await writeFile(join(folder, 'config.json'), config);
  await writeFile(join(folder, 'model.safetensors'), model);
  for (const file of TOKENIZER) await copyFile(local(`../../public/models/small/${file}`), join(folder, file));
  return folder;
}
