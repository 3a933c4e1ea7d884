import { computed, signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { FixtureHistory } from '../../../test/support/fixture-history.ts';
import { EPOCHS } from '../../../test/support/fixture-run.ts';
import type { RunConfig } from '../../core/config.ts';
import type { RunHistory, RunSnapshot } from '../../core/history.ts';
import { EMPTY_RUN, type RunState } from '../state.ts';
import type { KeptText } from './kept-text.ts';
import { RunsStore } from './runs-store.ts';

function storage(): KeptText {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The page as far as the history sees it; `going` collects runs that went on. */
function page() {
  const busy = signal(false);
  const going: (string | null)[] = [];
  const unfinished = signal<RunSnapshot | null>(null);
  return {
    ...{ run: signal<RunState>(EMPTY_RUN), running: computed(() => busy.value), busy, unfinished, going },
    ...{ failure: signal<string | null>('broke'), trained: signal<RunConfig | null>(null) },
    continueUnfinished: async () => {
      going.push(unfinished.value?.id ?? null);
    },
  };
}

async function setUp(more: Partial<RunHistory> = {}, kept: KeptText = storage()) {
  const client: RunHistory = Object.assign(new FixtureHistory(), more);
  const around = page();
  const store = new RunsStore(client, around, kept);
  await store.refresh();
  const ids = () => store.runs.value?.map(({ id }) => id);
  const find = (id: string) => store.runs.value?.find((run) => run.id === id);
  return { client, page: around, store, ids, find, kept };
}

const refused = async (): Promise<never> => {
  throw new Error('store: expected room, got none');
};

describe('the list', () => {
  test('is newest first, with letters by age and where it is kept', async () => {
    const { store, ids } = await setUp();
    expect(ids()).toEqual(['r4', 'r3', 'r2', 'r1']);
    expect(['r1', 'r4'].map((id) => store.letterOf(id))).toEqual(['A', 'D']);
    expect(store.baseline.value?.id).toBe('r2');
    expect(store.storage.value).toMatchObject({ kind: 'indexeddb', persisted: false });
    await store.persist();
    expect(store.storage.value?.persisted).toBe(true);
  });

  test('that cannot be read is told, and what is known stays', async () => {
    const { client, store, ids } = await setUp();
    client.runs = refused;
    await store.refresh();
    expect(store.unreadable.value).toContain('store: expected room, got none');
    expect(ids()).toHaveLength(4);
  });

  test('that can be read again says no more that it could not', async () => {
    const { client, store } = await setUp();
    const { runs } = client;
    client.runs = refused;
    await store.refresh();
    client.runs = runs;
    await store.refresh();
    expect([store.unreadable.value, store.trouble.value]).toEqual([null, null]);
  });

  test('is read once more when it was asked for while it was read', async () => {
    const { client, store, ids } = await setUp();
    const first = store.refresh();
    await client.removeRun('r1');
    await Promise.all([first, store.refresh()]);
    expect(ids()).toEqual(['r4', 'r3', 'r2']);
  });
});

describe('what a person writes', () => {
  test('is saved and told to other tabs; what is stored already is no draft', async () => {
    const { client, store, find, kept } = await setUp();
    store.drafts.write('r4', 'note', 'seed 1 is slower ');
    expect(store.textOf(find('r4')!, 'note')).toBe('seed 1 is slower ');
    await store.drafts.save('r4', 'note');
    expect(find('r4')?.note).toBe('seed 1 is slower');
    expect((await client.runs())[0]?.note).toBe('seed 1 is slower');
    expect(store.drafts.of('r4', 'note')).toBeNull();
    expect(store.changes.value).toBe(1);
    await store.drafts.save('r4', 'note');
    expect(store.changes.value).toBe(1);
    expect(kept.getItem('greenbar.run-drafts')).toBeNull();
  });

  test('survives a save that failed, says why, and is saved when it can be', async () => {
    const { client, store, find } = await setUp({ labelRun: refused });
    store.drafts.write('r3', 'name', 'KL off');
    await store.drafts.save('r3', 'name');
    expect(store.drafts.of('r3', 'name')).toEqual({ text: 'KL off', error: 'store: expected room, got none' });
    expect(find('r3')?.name).toBe('no KL, higher clip');
    client.labelRun = FixtureHistory.prototype.labelRun;
    await store.drafts.save('r3', 'name');
    expect(find('r3')?.name).toBe('KL off');
    expect(store.drafts.of('r3', 'name')).toBeNull();
  });

  test('is there after a reload that came before it was saved', async () => {
    const kept = storage();
    const { store } = await setUp({ labelRun: refused }, kept);
    store.drafts.write('r2', 'note', 'half a sent');
    const reloaded = await setUp({}, kept);
    expect(reloaded.find('r2')?.note).toBe('half a sent');
    expect(reloaded.store.drafts.of('r2', 'note')).toBeNull();
    store.drafts.write('r2', 'note', 'again');
    const refusing = await setUp({ labelRun: refused }, kept);
    expect(refusing.store.textOf(refusing.find('r2')!, 'note')).toBe('again');
  });

  test('goes on while an earlier part of it is saved', async () => {
    let saved: () => void = () => undefined;
    const { store, find } = await setUp({
      labelRun: () => new Promise<void>((resolve) => (saved = resolve)),
    });
    store.drafts.write('r2', 'note', 'one');
    const saving = store.drafts.save('r2', 'note');
    store.drafts.write('r2', 'note', 'one two');
    saved();
    await saving;
    expect(find('r2')?.note).toBe('one');
    expect(store.drafts.of('r2', 'note')?.text).toBe('one two');
  });

  test('that was kept in another form is passed over', async () => {
    const kept = storage();
    kept.setItem('greenbar.run-drafts', '{"broken":');
    kept.setItem('greenbar.run-ticks', '7');
    const { store, ids } = await setUp({}, kept);
    expect(ids()).toHaveLength(4);
    expect(store.trouble.value).toBeNull();
  });
});

describe('deleting', () => {
  test('is taken back whole, in any order', async () => {
    const { store, ids } = await setUp();
    await store.remove('r3');
    await store.remove('r1');
    expect(ids()).toEqual(['r4', 'r2']);
    expect(store.removed.value.map(({ id }) => id)).toEqual(['r1', 'r3']);
    await store.restore('r3');
    expect(ids()).toEqual(['r4', 'r3', 'r2']);
    expect(store.told.value).toBe('C · no KL, higher clip is back.');
    expect(store.removed.value.map(({ id }) => id)).toEqual(['r1']);
    await store.forget();
    expect(store.removed.value).toEqual([]);
  });

  test('that fails leaves the run where it is', async () => {
    const { store, ids } = await setUp({ removeRun: refused });
    await store.remove('r3');
    expect(ids()).toContain('r3');
    expect(store.removed.value).toEqual([]);
    expect(store.trouble.value).toBe('store: expected room, got none');
  });

  test('takes back the offer to go on with it, and never touches a run on its way', async () => {
    const { client, page, store, ids } = await setUp();
    page.unfinished.value = await client.readRun('r4');
    await store.remove('r4');
    expect(page.unfinished.value).toBeNull();
    store.runs.value = (store.runs.value ?? []).map((run) => ({ ...run, status: 'live' as const }));
    await store.remove('r3');
    expect(ids()).toContain('r3');
  });
});

describe('the baseline', () => {
  test('is one at most', async () => {
    const { client, store } = await setUp();
    await store.mark('r3', true);
    expect(store.runs.value?.filter(({ baseline }) => baseline).map(({ id }) => id)).toEqual(['r3']);
    expect((await client.runs()).filter(({ baseline }) => baseline).map(({ id }) => id)).toEqual(['r3']);
    await store.mark('r3', false);
    expect(store.baseline.value).toBeNull();
  });
});

describe('a run of the history', () => {
  test('is shown on the page, with what broke before it out of the way', async () => {
    const { page, store } = await setUp();
    expect(await store.show('r2')).toBe(true);
    expect(page.run.value).toMatchObject({ id: 'r2', phase: 'finished' });
    expect(page.run.value.steps).toHaveLength(EPOCHS);
    expect(page.failure.value).toBeNull();
    expect(store.told.value).toBe('The page shows B · as in the lecture.');
  });

  test('does not take the place of one that trains', async () => {
    const { page, store } = await setUp();
    page.busy.value = true;
    expect(await store.show('r2')).toBe(false);
    expect(page.run.value).toBe(EMPTY_RUN);
  });

  test('that is gone is told', async () => {
    const { page, store } = await setUp();
    expect(await store.show('r9')).toBe(false);
    expect(store.trouble.value).toContain('not in the history any more');
    expect(page.run.value).toBe(EMPTY_RUN);
  });

  test('goes on where it was interrupted', async () => {
    const { page, store } = await setUp();
    await store.continue('r4');
    expect(page.run.value.steps).toHaveLength(23);
    expect(page.going).toEqual(['r4']);
  });

  test('lends its model, and says why it cannot', async () => {
    const { page, store, find } = await setUp();
    await store.load('r3');
    expect(page.trained.value).toEqual(find('r3')?.config);
    page.trained.value = null;
    const failing = await setUp({ loadRun: refused });
    await failing.store.load('r3');
    expect(failing.page.trained.value).toBeNull();
    expect(failing.store.trouble.value).toBe('store: expected room, got none');
    expect(failing.store.busy.value).toBe(false);
  });
});

describe('bundles', () => {
  test('go out and come back in as another run', async () => {
    const { store, ids } = await setUp();
    const bundle = await store.export('r3');
    await store.import([new File([bundle!], 'run.zip')]);
    expect(ids()).toHaveLength(5);
    expect(store.trouble.value).toBeNull();
    expect(store.told.value).toBe('Taken in: no KL, higher clip.');
  });

  test('that are damaged change nothing, and are told whole by name beside those that came in', async () => {
    const { store, ids } = await setUp();
    const good = new File([(await store.export('r3'))!], 'good.zip');
    await store.import([new File(['PK?'], 'holiday.zip')]);
    expect(ids()).toHaveLength(4);
    expect(store.trouble.value).toBe('holiday.zip: bundle: expected a zip, got something else. Nothing was changed.');
    expect(store.changes.value).toBe(0);
    await store.import([new File(['PK?'], 'holiday.zip'), good]);
    expect(ids()).toHaveLength(5);
    expect(store.trouble.value).toContain('holiday.zip');
  });

  test('what is JSON is told where it belongs', async () => {
    const { store } = await setUp();
    await store.import([new File(['[{"id": "a"}]'], 'mine.json')]);
    expect(store.trouble.value).toBe(
      'mine.json: this looks like JSON: problems are imported under Problems, samples under Anyone’s samples. Nothing was changed.',
    );
  });

  test('that cannot be made are told', async () => {
    const { store } = await setUp({ exportRun: refused });
    expect(await store.export('r3')).toBeNull();
    expect(store.trouble.value).toBe('store: expected room, got none');
    expect(store.work.value).toBeNull();
  });
});

test('a tick is remembered', async () => {
  const { store, kept } = await setUp();
  expect(store.earlier.faintIds.value).toEqual(['r2', 'r4', 'r3', 'r1']);
  store.tick('r1', false);
  store.tick('r3', true);
  expect(store.earlier.faintIds.value).toEqual(['r3', 'r2', 'r4']);
  const reloaded = await setUp({}, kept);
  expect(reloaded.store.earlier.faintIds.value).toEqual(['r3', 'r2', 'r4']);
});
