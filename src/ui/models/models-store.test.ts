import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { FIXTURE_REFUSAL, FIXTURE_REPORT } from '../../../test/support/fixture-models.ts';
import type { ImportedModel, ModelDesk, ModelReport } from '../../core/imported-models.ts';
import type { ModelName } from '../../core/model-name.ts';
import { ModelsStore } from './models-store.ts';

const file = (name: string, text = '') => new File([text], name);
const imported = (name: string): ImportedModel => ({ id: `imported:${name}`, ...FIXTURE_REPORT.model! });

function setUp(more: Partial<ModelDesk> = {}) {
  let list: readonly ImportedModel[] = [imported('gpt2')];
  const kept: { readonly name: string; readonly files: readonly string[] }[] = [];
  const model = signal<ModelName>('base');
  const client: ModelDesk = {
    importedModels: async () => list,
    inspectModel: async () => FIXTURE_REPORT,
    importModel: async (files, name, onProgress) => {
      onProgress(1, 4);
      kept.push({ name, files: files.map((one) => one.name) });
      list = [...list, imported(name)];
      return imported(name);
    },
    removeModel: async (id) => {
      list = list.filter((one) => one.id !== id);
    },
    ...more,
  };
  const store = new ModelsStore(client, { model, choose: (name) => (model.value = name) });
  return { store, kept, model };
}

test('files are looked at, named after their folder, kept and listed', async () => {
  const { store, kept } = setUp();
  await store.refresh();
  await store.pick({ folder: 'my model (1)', files: [file('config.json'), file('model.safetensors')] });
  expect(store.picked.value?.name).toBe('my-model-1');
  expect(kept).toEqual([]);
  await store.import();
  expect(kept).toEqual([{ name: 'my-model-1', files: ['config.json', 'model.safetensors'] }]);
  expect(store.picked.value).toBeNull();
  expect(store.models.value?.map(({ id }) => id)).toEqual(['imported:gpt2', 'imported:my-model-1']);
  expect(store.done.value).toContain('my-model-1');
});

test('files without a folder have the name that the report gives them', async () => {
  const { store } = setUp();
  await store.pick({ folder: null, files: [file('config.json')] });
  expect(store.picked.value?.name).toBe(FIXTURE_REPORT.name);
});

test('a refused model is shown with its reason and never kept', async () => {
  const { store, kept } = setUp({ inspectModel: async () => FIXTURE_REFUSAL });
  await store.pick({ folder: 'Mistral-7B', files: [file('config.json')] });
  expect(store.picked.value?.report.refusal).toContain('mistral');
  await store.import();
  expect(kept).toEqual([]);
});

test('a name that is no name, or is taken, keeps it out until another is written', async () => {
  const { store, kept } = setUp();
  await store.refresh();
  await store.pick({ folder: 'gpt2', files: [file('config.json')] });
  expect(store.complaint.value).toContain('called gpt2 already');
  store.rename('base');
  expect(store.complaint.value).toContain('called base already');
  store.rename('../gpt2');
  expect(store.complaint.value).toContain('letters, digits, dots and hyphens');
  await store.import();
  expect(kept).toEqual([]);
  store.rename('gpt2.second');
  expect(store.complaint.value).toBeNull();
  await store.import();
  expect(kept.map(({ name }) => name)).toEqual(['gpt2.second']);
});

test('only what was chosen last is shown, whichever is understood first', async () => {
  const answers: ((report: ModelReport) => void)[] = [];
  const { store } = setUp({ inspectModel: () => new Promise((resolve) => answers.push(resolve)) });
  const first = store.pick({ folder: null, files: [file('a')] });
  const second = store.pick({ folder: null, files: [file('b')] });
  answers[1]?.({ ...FIXTURE_REPORT, name: 'second' });
  answers[0]?.({ ...FIXTURE_REPORT, name: 'first' });
  await Promise.all([first, second]);
  expect(store.picked.value?.name).toBe('second');
  expect(store.reading.value).toBe(false);
});

test('what was put away does not come back when it has been understood', async () => {
  let answer: (report: ModelReport) => void = () => undefined;
  const { store } = setUp({ inspectModel: () => new Promise((resolve) => (answer = resolve)) });
  const picking = store.pick({ folder: null, files: [file('a')] });
  store.putAway();
  answer(FIXTURE_REPORT);
  await picking;
  expect(store.picked.value).toBeNull();
});

test('where keeping fails, the reason is told and the files stay to be tried again', async () => {
  const { store } = setUp({ importModel: () => Promise.reject(new Error('storage: expected 700 MB, got 12 MB')) });
  await store.pick({ folder: null, files: [file('a')] });
  await store.import();
  expect(store.trouble.value).toBe('storage: expected 700 MB, got 12 MB.');
  expect(store.picked.value).not.toBeNull();
  expect(store.importing.value).toBeNull();
});

test('a model is removed once that was asked, and the next run goes back to the one of the page', async () => {
  const { store, model } = setUp();
  await store.refresh();
  store.choose('imported:gpt2');
  await store.remove();
  expect(store.models.value).toHaveLength(1);
  store.doubt('imported:gpt2');
  await store.remove();
  expect(store.models.value).toEqual([]);
  expect([model.value, store.doubted.value]).toEqual(['base', null]);
});

test('a model that cannot be removed stays, with the reason', async () => {
  const { store, model } = setUp({ removeModel: () => Promise.reject(new Error('models: gpt2 is being trained')) });
  await store.refresh();
  store.choose('imported:gpt2');
  store.doubt('imported:gpt2');
  await store.remove();
  expect(store.trouble.value).toBe('models: gpt2 is being trained.');
  expect([store.models.value?.length, model.value]).toEqual([1, 'imported:gpt2']);
});

test('a list that cannot be read is told until it can, and the page has the models that come with it', async () => {
  let broken = true;
  const { store } = setUp({
    importedModels: () => (broken ? Promise.reject(new Error('storage: no')) : Promise.resolve([])),
  });
  await store.refresh();
  expect(store.unreadable.value).toContain('storage: no');
  broken = false;
  await store.refresh();
  expect([store.unreadable.value, store.models.value]).toEqual([null, []]);
});

test('a model that settings name and this browser lacks is missed once that is known, until it is imported', async () => {
  const { store, model } = setUp();
  store.choose('imported:my-model-1');
  expect(store.missing.value).toBeNull();
  await store.refresh();
  expect(store.missing.value).toBe('my-model-1');
  await store.pick({ folder: 'my model (1)', files: [file('config.json')] });
  await store.import();
  expect([store.missing.value, model.value]).toEqual([null, 'imported:my-model-1']);
  store.choose('base');
  expect(store.missing.value).toBeNull();
});

test('models that lie beside the one that is taken are named with it', async () => {
  const { store } = setUp();
  await store.pick({ folder: 'fp16', files: [file('config.json')], others: ['fp32'] });
  expect(store.picked.value?.report.notes.at(-1)).toContain('fp32');
});
