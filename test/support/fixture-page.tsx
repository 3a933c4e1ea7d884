/** Draws the page with the made-up run: for development and for the accessibility check; never part of the built page. */

import { render } from 'preact';
import { App } from '../../src/ui/app.tsx';
import { installKeys } from '../../src/ui/keyboard.ts';
import { Store } from '../../src/ui/store.ts';
import '../../src/ui/styles/index.css';
import { themeSignal } from '../../src/ui/theme.ts';
import { FixtureClient, type Scenario } from './fixture-client.ts';
import { LECTURE, OTHERS } from './fixture-run.ts';

/** Mounts the page in `root` in the given scenario; resolves when it is drawn. Returns what takes it down again. */
export async function mountFixture(root: HTMLElement, scenario: Scenario): Promise<() => void> {
  const client = new FixtureClient(scenario);
  const store = new Store(client);
  const theme = themeSignal(document.documentElement, { getItem: () => null, setItem: () => undefined });
  render(<App store={store} theme={theme} />, root);
  const removeKeys = installKeys(document, { toggle: () => void store.toggle() });
  const opened = store.open({ lecture: async () => LECTURE, auxiliary: async () => OTHERS });
  if (scenario !== 'loading') await opened;
  client.begin();
  if (scenario === 'audited') {
    store.set('harness', 'weak-equality');
    await store.audit.play({ harness: 'weak-equality' });
    await store.audit.audit({ reward: 'binary', harness: 'weak-equality' });
  }
  if (scenario === 'measured') await store.machine.measure();
  if (scenario === 'paused') await store.toggle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return () => {
    removeKeys();
    render(null, root);
  };
}
