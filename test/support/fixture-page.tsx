/** Draws the page with the made-up run: for development and for the accessibility check; never part of the built page. */

import { render } from 'preact';
import { App } from '../../src/ui/app.tsx';
import { besidePlan } from '../../src/ui/beside/beside-choice.ts';
import { showAll } from '../../src/ui/charts/in-view.ts';
import { readAddress } from '../../src/ui/shell/address.ts';
import { keyActions } from '../../src/ui/shell/key-actions.ts';
import { installKeys } from '../../src/ui/shell/keyboard.ts';
import { drawAllPanels } from '../../src/ui/shell/lazy.tsx';
import { Store } from '../../src/ui/store.ts';
import '../../src/ui/styles/index.css';
import { themeSignal } from '../../src/ui/shell/theme.ts';
import { FixtureClient, type Scenario } from './fixture-client.ts';
import { FIXTURE_REQUEST } from './fixture-measure.ts';
import { fixtureTrial } from './fixture-own-problems.ts';
import { FIXTURE_RECORDED } from './fixture-recorded.ts';
import { FIXTURE_CONFIG, LECTURE, OTHERS } from './fixture-run.ts';

/** Scenarios that begin with settings of their own: those of a link, or a link that cannot be read. */
const ADDRESSES: Partial<Record<Scenario, string>> = {
  settings: '?v=1&preset=lecture&use=seed-002&algorithm.beta=0.1&seed=3',
  address: '?v=1&algorithm.beta=200',
  lecture: '?v=1&lecture=1&hide=audit,runs&speed=3',
};

/** What a person would have opened by now. */
const UNFOLDED: Partial<Record<Scenario, string>> = {
  settings: 'details',
  alerted: 'details',
  finished: '.compare',
  history: '.runs-compare, .runs > li:nth-child(2) .run-export',
  models: '.model-lecture',
};

function unfold(root: HTMLElement, scenario: Scenario): void {
  const selector = UNFOLDED[scenario];
  if (selector === undefined) return;
  for (const details of root.querySelectorAll<HTMLDetailsElement>(selector)) details.open = true;
}

/** Mounts the page in `root` in the given scenario; resolves when it is drawn. Returns what takes it down again. */
export async function mountFixture(root: HTMLElement, scenario: Scenario): Promise<() => void> {
  const client = new FixtureClient(scenario);
  const store = new Store(client, readAddress(ADDRESSES[scenario] ?? ''));
  const theme = themeSignal(document.documentElement, { getItem: () => null, setItem: () => undefined });
  document.documentElement.toggleAttribute('data-lecture', store.view.lecture);
  render(<App store={store} theme={theme} />, root);
  const removeKeys = installKeys(document, keyActions(store));
  const problems = { lecture: async () => LECTURE, auxiliary: async () => OTHERS };
  const opened = store.open(scenario === 'recorded' ? { ...problems, recorded: FIXTURE_RECORDED } : problems);
  if (scenario !== 'loading') await opened;
  client.begin();
  if (scenario === 'audited') {
    store.set('harness', 'weak-equality');
    await store.audit.play({ harness: 'weak-equality' });
    await store.audit.audit({ reward: 'binary', harness: 'weak-equality' });
  }
  if (scenario === 'finished') await store.losses.compare({ step: 50, a: 'grpo', b: 'dr-grpo' }, FIXTURE_CONFIG);
  if (scenario === 'measured') await store.machine.measure();
  if (scenario === 'graded') {
    await store.samples.choose([new File([], 'samples.jsonl')]);
    await store.samples.grade();
  }
  if (scenario === 'comparing') void store.gain.measure(FIXTURE_REQUEST);
  if (scenario === 'compared') {
    await store.gain.measure(FIXTURE_REQUEST);
    await import('../../src/ui/measure/measure-results.tsx'); // the page draws them once they are fetched
  }
  if (scenario === 'beside') {
    const { a, b } = besidePlan('above', 'no-kl', store.choice.value);
    await store.trainBeside({ a: a.config, b: b.config });
  }
  if (scenario === 'recorded') store.replay.seek(18);
  if (scenario === 'history') await handleRuns(store, client);
  if (scenario === 'models') await bringModels(store);
  if (scenario === 'editing') await writeProblem(store);
  if (scenario === 'paused') await store.toggle();
  if (scenario === 'stepping') await store.advance('part');
  // On a busy machine the places of the panels may not be known yet.
  do {
    await pause();
    await drawAllPanels();
    await pause();
  } while (root.querySelector('.lazy') !== null);
  showAll();
  // Programs are fetched once they are in sight.
  await pause();
  unfold(root, scenario);
  await pause();
  return () => {
    // Drafts outlive the page, but not the next picture of it.
    for (const { key } of store.ownProblems.drafts.value) store.ownProblems.discard(key);
    removeKeys();
    document.documentElement.removeAttribute('data-lecture');
    render(null, root);
  };
}

/** A run is shown, another was deleted, a note could not be saved, an export failed. */
async function handleRuns({ history, exports }: Store, client: FixtureClient): Promise<void> {
  await history.show('r2');
  await history.remove('r1');
  client.labelRun = () => Promise.reject(new Error('store: expected room for 1 KiB, got none'));
  history.drafts.write('r4', 'note', 'Slower than seed 0');
  await history.drafts.save('r4', 'note');
  await exports.make('r3', 'verl');
}

/** One is chosen and about to be removed, another was looked at. */
async function bringModels({ models }: Store): Promise<void> {
  models.choose('imported:gpt2');
  models.doubt('imported:gpt2');
  await models.pick({ folder: 'codegen-350M-mono', files: [new File(['{}'], 'config.json')] });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A problem half written: an unknown word, a call without result, one that cannot be read, results of a run and a trial. */
async function writeProblem({ ownProblems }: Store): Promise<void> {
  await ownProblems.create();
  const editor = ownProblems.editor.value;
  if (editor === null) throw new Error('fixture: expected a problem to be written, got none');
  editor.change({
    text: 'Write a function that doubles the argument',
    reference: 'def solution(n):\n    return n + n\n',
    tests: [
      { args: '2', expected: '4', kind: 'public' },
      { args: '3', expected: '5', kind: 'reward' },
      { args: '[1]', expected: '[1, 1]', kind: 'reward' },
      { args: '"ab"', expected: '', kind: 'hidden' },
    ],
  });
  await editor.runReference();
  await ownProblems.choosePack([
    {
      path: 'pack.jsonl',
      file: new Blob([
        '{"id": "triples", "text": "Write a function that triples n", "tests": [{"args": [1], "expected": 3}]}\n{"id"',
      ]),
    },
  ]);
  await import('../../src/ui/problems/problem-editor.tsx');
  editor.trial.value = {
    type: 'done',
    form: editor.form,
    source: { type: 'bundled', name: 'base' },
    tried: fixtureTrial(),
  };
}
