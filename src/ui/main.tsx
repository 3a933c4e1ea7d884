/** Entry of the page: trainer, store, theme and keys, put together once. */

import '../core/dispose.ts';
import { computed } from '@preact/signals';
import { render } from 'preact';
import { createPageApi } from '../cli/page-api.ts';
import { loadProblemSet } from '../problems/load.ts';
import { App } from './app.tsx';
import { followModels } from './models/model-tabs.ts';
import { startOffline } from './offline/offline.ts';
import { recordedRun, rememberTraining } from './replay/recorded-run.ts';
import { browserText } from './runs/kept-text.ts';
import { followTabs } from './runs/run-tabs.ts';
import { readAddress } from './shell/address.ts';
import { keyActions } from './shell/key-actions.ts';
import { installKeys } from './shell/keyboard.ts';
import { followTitle } from './shell/page-title.ts';
import { Store } from './store.ts';
import './styles/index.css';
import { themeSignal } from './shell/theme.ts';
import { keepAwake } from './shell/wake-lock.ts';
import { TrainerClient } from './trainer-client.ts';
import { words } from './words/index.ts';

const client = new TrainerClient();
const isDriven = new URLSearchParams(location.search).has('script');
window.greenbar = isDriven ? createPageApi(client) : createPageApi(client, client.trainFor);

// With `?script` the page waits for what a script asks: it draws nothing and loads no model of its own choice.
if (isDriven) {
  document.getElementById('app')!.textContent = words.page.driven;
} else {
  const store = new Store(client, readAddress(location.search));
  document.documentElement.toggleAttribute('data-lecture', store.view.lecture);
  render(
    <App store={store} theme={themeSignal(document.documentElement, browserText)} />,
    document.getElementById('app')!,
  );
  installKeys(document, keyActions(store));
  keepAwake(computed(() => store.running.value || store.gain.busy.value));
  followTitle(store);
  followTabs(store.history, store.running);
  followModels(store.models);
  rememberTraining(store.running, browserText);
  store.install.listen(window);
  void startOffline(
    store.offline,
    computed(() => store.device.value.status !== 'loading'),
  );
  void store.open({
    lecture: () => loadProblemSet('lecture', document.baseURI),
    auxiliary: () => loadProblemSet('auxiliary', document.baseURI),
    recorded: recordedRun(document.baseURI, browserText),
  });
}
