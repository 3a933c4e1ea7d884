/** Imported models and exports in memory: what the page's panel of models is drawn with when there is no trainer. */

import type { ExportDesk, ExportRequest } from '../../src/core/exports.ts';
import type { ImportedModel, MemoryEstimate, ModelDesk, ModelReport } from '../../src/core/imported-models.ts';
import { FixtureProblems } from './fixture-own-problems.ts';

const MIB = 2 ** 20;

const memoryOf = (base: number, adapters: number, cache: number, activations: number): MemoryEstimate => ({
  ...{ base: base * MIB, adapters: adapters * MIB, cache: cache * MIB, activations: activations * MIB },
  total: (base + adapters + cache + activations) * MIB,
});

/** Of the shape of the lecture's model. */
const CODEGEN: Omit<ImportedModel, 'id'> = {
  ...{ architecture: 'codegen', parameters: 356_712_448, layers: 20, width: 1024, heads: 16 },
  ...{ contextLength: 2048, vocabSize: 51_200, dtype: 'F16', bytes: 713_500_000 },
  memory: memoryOf(1361, 42, 240, 655),
};

const GPT2: Omit<ImportedModel, 'id'> = {
  ...{ architecture: 'gpt2', parameters: 124_439_808, layers: 12, width: 768, heads: 12 },
  ...{ contextLength: 1024, vocabSize: 50_257, dtype: 'F32', bytes: 548_105_000 },
  memory: memoryOf(475, 14, 108, 480),
};

export const FIXTURE_REPORT: ModelReport = {
  ...{ model: CODEGEN, name: 'codegen-350M-mono', refusal: null },
  notes: [
    'about 2.2 GiB is close to what this device gives to one page: close other tabs first',
    'generation_config.json and special_tokens_map.json are not used',
  ],
};

export const FIXTURE_REFUSAL: ModelReport = {
  ...{ model: null, name: 'Mistral-7B', notes: [] },
  refusal: 'config.json: expected model_type gpt2, codegen or llama, got "mistral"',
};

/** Knows one model; what is called `Mistral-7B` it refuses, and everything else it takes for the lecture's. */
export class FixtureModels extends FixtureProblems implements ModelDesk, ExportDesk {
  #models: readonly ImportedModel[] = [{ id: 'imported:gpt2', ...GPT2 }];

  async importedModels(): Promise<readonly ImportedModel[]> {
    return this.#models;
  }

  async inspectModel(files: readonly File[]): Promise<ModelReport> {
    return files.some(({ name }) => name.startsWith('consolidated')) ? FIXTURE_REFUSAL : FIXTURE_REPORT;
  }

  async importModel(
    files: readonly File[],
    name: string,
    onProgress: (done: number, total: number) => void,
  ): Promise<ImportedModel> {
    const model: ImportedModel = { id: `imported:${name}`, ...CODEGEN };
    const total = files.reduce((sum, { size }) => sum + size, 0);
    onProgress(total, total);
    this.#models = [...this.#models, model];
    return model;
  }

  async removeModel(id: string): Promise<void> {
    this.#models = this.#models.filter((model) => model.id !== id);
  }

  async exportRunAs({ run, to }: ExportRequest): Promise<Blob> {
    if (to === 'verl') throw new Error('export: expected a reward that one file of Python can pay, got four-layers');
    return new Blob([run, to]);
  }
}
