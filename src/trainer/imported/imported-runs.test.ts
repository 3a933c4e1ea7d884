/** Runs of an imported model, in a whole trainer without a browser: adapters are trained, kept with their base, and found again. */

import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TOY_CONFIG, type ToyWorld, toyEnvironment, trainToy } from '../../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../../core/config.ts';
import type { ExportKind } from '../../core/exports.ts';
import { importedName } from '../../core/model-name.ts';
import { initialAdapters } from '../../model/adapted/adapters.ts';
import { createAdaptedPolicy } from '../../model/adapted/policy.ts';
import { memoryModelLibrary } from '../../store/model-library.ts';
import { memoryRunStore } from '../../store/run-memory.ts';
import { type AdaptedModel, type Environment, isAdapted } from '../environment.ts';
import { localRuns } from '../live-runs.ts';
import { TrainerSession } from '../session.ts';
import { loadImported } from './load.ts';

const FOLDER = fileURLToPath(new URL('../../../test/cases/checkpoints/codegen-bytes', import.meta.url));

async function codegenFiles(): Promise<File[]> {
  const names = readdirSync(FOLDER).filter((name) => name !== 'expected.json');
  return Promise.all(names.map(async (name) => new File([await openAsBlob(join(FOLDER, name))], name)));
}

const CONFIG: RunConfigInput = {
  ...TOY_CONFIG,
  ...{ model: 'imported:mine', epochs: 2, lectureProblems: 1, auxiliaryProblems: 0, groupSize: 2 },
  algorithm: { advantage: 'reward', dropZeroVariance: false, maskTruncated: false, beta: 0 },
  reward: 'binary',
  rollout: { truncated: 'judge' },
  sampling: { maxNewTokens: 4 },
  evaluation: { before: false, samples: 1, heldOutSamples: 0, everyEpochs: 0 },
  lora: { rank: 2 },
};

/** Stands for one tab; `made` tells what policies were made of. */
function tab(world: ToyWorld & { readonly models: ReturnType<typeof memoryModelLibrary> }) {
  const made: AdaptedModel[] = [];
  const environment: Environment = toyEnvironment({
    passes: () => true,
    ...world,
    loadModel: async (request) => {
      const name = importedName(request.model) ?? '';
      const folder = await world.models.open(name);
      if (folder === null) throw new Error(`models: expected the imported model ${name} in this browser, found none`);
      return loadImported(folder, request);
    },
    createPolicy: async (model) => {
      if (!isAdapted(model)) throw new Error('expected an imported model');
      made.push(model);
      const { spec, weights, base } = model;
      return {
        policy: await createAdaptedPolicy({ spec, weights, tensors: base.tensors, backend: 'wasm' }),
        notes: [],
      };
    },
  });
  return { session: new TrainerSession(environment), made };
}

const FULL = { used: 1e6, quota: 1e6, persisted: false };

const world = () => ({ models: memoryModelLibrary(), store: memoryRunStore() });

async function imported(session: TrainerSession) {
  return session.importModel(await codegenFiles(), 'mine', () => {});
}

test('files are understood before they are kept, and only what is needed is', async () => {
  const { models, store } = world();
  const { session } = tab({ models, store });
  const files = [...(await codegenFiles()), new File(['x'], 'pytorch_model.bin')];
  const report = await session.inspectModel(files);
  expect(report).toMatchObject({ refusal: null, model: { architecture: 'codegen', layers: 2 } });
  expect(report.notes.join()).toContain('pytorch_model.bin');
  expect(await session.importedModels()).toEqual([]);
  const model = await session.importModel(files, 'mine', () => {});
  expect(model).toMatchObject({ id: 'imported:mine', ...report.model });
  expect([...((await models.open('mine'))?.files.keys() ?? [])]).not.toContain('pytorch_model.bin');
  await expect(imported(session)).rejects.toThrow('expected a name that is free, got "mine"');
  await expect(session.importModel(files, 'base', () => {})).rejects.toThrow('got base, which comes with the page');
  await expect(session.importModel(files, '../x', () => {})).rejects.toThrow('models: expected a name of at most 80');
});

test('what is no model is refused in the report, and nothing is kept of it', async () => {
  const { session } = tab(world());
  const files = (await codegenFiles()).filter(({ name }) => name !== 'model.safetensors');
  const report = await session.inspectModel(files);
  expect(report.model).toBeNull();
  expect(report.refusal).toContain('expected model.safetensors among the files');
  await expect(session.importModel(files, 'mine', () => {})).rejects.toThrow('expected model.safetensors');
  expect(await session.importedModels()).toEqual([]);
});

test('adapters are trained, kept with the run, and loaded into another tab', async () => {
  const shared = world();
  const { session, made } = tab(shared);
  await imported(session);
  const { summary } = await trainToy(session, CONFIG);
  expect(summary?.epochs).toBe(2);
  const [model] = made;
  expect(model!.spec.lora).toEqual({ rank: 2, alpha: 16, targets: 'attention' });
  expect(model!.weights).toEqual(initialAdapters(model!.spec, CONFIG.seed!));
  const files = await session.checkpoint();
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['adapter_config.json', 'adapter_model.safetensors', 'vocab.json']),
  );
  const [run] = await shared.store.runs();
  const kept = await shared.store.checkpoint(run!.id, 2);
  expect(kept?.base).toEqual({ name: 'mine', digest: model!.base.digest });
  expect(kept?.weights).not.toEqual(model!.weights);
  const other = tab(shared).session;
  await other.loadRun(run!.id);
  expect((await other.checkpoint())['adapter_model.safetensors']).toEqual(files['adapter_model.safetensors']);
});

test('a run goes on where it was interrupted as if it had not been', async () => {
  const whole = world();
  const steady = tab(whole).session;
  await imported(steady);
  await trainToy(steady, CONFIG);
  const through = await steady.checkpoint();
  const shared = world();
  const crashing = tab({
    ...shared,
    onJudge: (step) => {
      if (step === 2) throw new Error('the worker is gone');
    },
  }).session;
  await imported(crashing);
  await expect(trainToy(crashing, CONFIG)).rejects.toThrow('the worker is gone');
  const later = tab(shared).session;
  const [run] = await shared.store.runs();
  await later.resumeRun(run!.id, () => {});
  expect((await later.checkpoint())['adapter_model.safetensors']).toEqual(through['adapter_model.safetensors']);
});

test('a model that was removed, or is another by now, ends nothing: its run waits for it', async () => {
  const shared = world();
  const { session } = tab(shared);
  await imported(session);
  await expect(
    trainToy(
      tab({
        ...shared,
        onJudge: (step) => {
          if (step === 2) throw new Error('the worker is gone');
        },
      }).session,
      CONFIG,
    ),
  ).rejects.toThrow('the worker is gone');
  const [run] = await shared.store.runs();
  await session.removeModel('imported:mine');
  await expect(session.removeModel('imported:mine')).rejects.toThrow('models: expected an imported model');
  const resumed = () => tab(shared).session.resumeRun(run!.id, () => {});
  await expect(resumed()).rejects.toThrow('expected the imported model mine in this browser, found none');
  const changed = (await codegenFiles()).map((file) =>
    file.name === 'generation_config.json' ? file : new File([file, file.name.endsWith('.json') ? ' ' : ''], file.name),
  );
  await session.importModel(changed, 'mine', () => {});
  await expect(resumed()).rejects.toThrow('history: expected the model that was imported as mine when it was trained');
  await session.removeModel('imported:mine');
  await imported(session);
  expect((await resumed())?.epochs).toBe(2);
});

test('a model that a run is at work with is not removed in another tab', async () => {
  const shared = { ...world(), heldModels: localRuns('model') };
  const other = tab(shared).session;
  const refusals: string[] = [];
  const { session } = tab({
    ...shared,
    onJudge: () => void other.removeModel('imported:mine').catch((error: Error) => refusals.push(error.message)),
  });
  await imported(session);
  await trainToy(session, CONFIG);
  expect(refusals[0]).toContain('models: expected mine to be idle, but a run or a measurement is at work with it');
  await other.removeModel('imported:mine');
  expect(await session.importedModels()).toEqual([]);
});

test('another seed begins with other adapters on the same engine, another rank with another engine', async () => {
  const shared = world();
  const { session, made } = tab(shared);
  await imported(session);
  const config = { ...CONFIG, epochs: 0 };
  await trainToy(session, config);
  await trainToy(session, { ...config, seed: 9 });
  expect(made).toHaveLength(1);
  await trainToy(session, { ...config, lora: { rank: 3 } });
  expect(made.map(({ spec }) => spec.lora.rank)).toEqual([2, 3]);
});

test('a run of adapters goes out as a bundle and comes back the same', async () => {
  const shared = world();
  const { session } = tab(shared);
  await imported(session);
  await trainToy(session, CONFIG);
  const [run] = await shared.store.runs();
  const bundle = await session.exportRun(run!.id);
  const elsewhere = { models: shared.models, store: memoryRunStore() };
  const other = tab(elsewhere).session;
  await other.importRun(bundle);
  expect(await elsewhere.store.checkpoint(run!.id, 2)).toEqual(await shared.store.checkpoint(run!.id, 2));
  await other.loadRun(run!.id);
  expect(await other.checkpoint()).toEqual(await session.checkpoint());
});

test('a run is exported with the adapters merged, and as tables', async () => {
  const shared = world();
  const { session } = tab(shared);
  await imported(session);
  await trainToy(session, CONFIG);
  const [run] = await shared.store.runs();
  const { unzipSync } = await import('fflate');
  const names = async (to: ExportKind) => {
    const zip = await session.exportRunAs({ run: run!.id, to });
    return Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())));
  };
  expect(await names('huggingface')).toEqual(
    expect.arrayContaining(['config.json', 'model.safetensors', 'README.md'].map((name) => `${run!.id}/${name}`)),
  );
  expect(await names('results')).toContain(`${run!.id}/metrics.csv`);
  // Its advantage has no counterpart there, which is said.
  await expect(names('trl')).rejects.toThrow('trl: algorithm.advantage: expected');
  const algorithm = { advantage: 'group-std', maskTruncated: false } as const;
  await trainToy(session, { ...CONFIG, epochs: 1, algorithm });
  const [newest] = await shared.store.runs();
  const zip = await session.exportRunAs({ run: newest!.id, to: 'trl' });
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const weights = readFileSync(join(FOLDER, 'model.safetensors'));
  expect(weights.equals(files[`${newest!.id}/model/model.safetensors`]!)).toBe(true);
  expect(JSON.parse(new TextDecoder().decode(files[`${newest!.id}/settings.json`])).lora).toMatchObject({ r: 2 });
  await expect(session.exportRunAs({ run: 'none', to: 'results' })).rejects.toThrow('history: expected the run none');
});

test('adapters go out alone, also when their base is gone', async () => {
  const shared = world();
  const { session } = tab(shared);
  await imported(session);
  await trainToy(session, CONFIG);
  const [run] = await shared.store.runs();
  const { unzipSync } = await import('fflate');
  const taken = async () => {
    const zip = await session.exportRunAs({ run: run!.id, to: 'adapter' });
    const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    return Object.fromEntries(files.map(([path, content]) => [path.replace(`${run!.id}/`, ''), content]));
  };
  const files = await taken();
  const checkpoint = await session.checkpoint();
  for (const name of Object.keys(checkpoint))
    expect(Buffer.from(checkpoint[name]!).equals(files[name]!), name).toBe(true);
  const card = new TextDecoder().decode(files['README.md']);
  expect(card).toContain('LoRA adapters (rank 2, alpha 16, projections of attention) of the model mine');
  expect(card).toMatch(/, 1 an epoch of \d different problems in all, seed/);
  await session.removeModel('imported:mine');
  const without = await taken();
  expect(Object.keys(without).sort()).toEqual(['README.md', 'adapter_config.json', 'adapter_model.safetensors']);
  expect(without['adapter_model.safetensors']).toEqual(files['adapter_model.safetensors']);
});

test('the trained model is measured beside its base on one engine, and stays as it was', async () => {
  const { session, made } = tab(world());
  await imported(session);
  await trainToy(session, CONFIG);
  const trained = await session.checkpoint();
  const report = await session.measure(
    {
      models: [
        { label: 'base', source: { type: 'bundled', name: 'imported:mine' } },
        { label: 'trained', source: { type: 'trained' } },
      ],
      ...{ backend: 'auto', sets: ['lecture'], temperatures: [1], samples: 2, maxNewTokens: 4, seed: 0 },
    },
    () => {},
  );
  const [base, other] = report?.models ?? [];
  expect(base?.digest).not.toBe(other?.digest);
  expect(made).toHaveLength(1);
  expect(await session.checkpoint()).toEqual(trained);
});

test('a browser that has no room says so, before it writes or when it is refused', async () => {
  const { models, store } = world();
  const { session } = tab({ models: { ...models, kind: 'files' }, store, storageEstimate: async () => FULL });
  await expect(imported(session)).rejects.toThrow(
    'storage: expected room for 0 MB of model files, got 0 MB of the 1 MB',
  );
  const refusing: typeof models = {
    ...models,
    add: async () => {
      throw new DOMException('wrote 3 of 8 bytes', 'QuotaExceededError');
    },
  };
  await expect(imported(tab({ models: refusing, store }).session)).rejects.toThrow(
    'storage: the browser ran out of room for the files of the model (wrote 3 of 8 bytes), and nothing of them is kept',
  );
});
