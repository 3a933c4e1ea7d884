/** The page: what it says from top to bottom. */

import type { Signal } from '@preact/signals';
import { lazyPanel } from './lazy.tsx';
import { Audit } from './panels/audit.tsx';
import { Banners } from './panels/banners.tsx';
import { Comparison } from './panels/comparison.tsx';
import { Controls } from './panels/controls.tsx';
import { Curves } from './panels/curves.tsx';
import { Header } from './panels/header.tsx';
import { Hero } from './panels/hero.tsx';
import { LimitsNote } from './panels/limits-note.tsx';
import { Machine } from './panels/machine.tsx';
import { Measure } from './panels/measure.tsx';
import { Problems } from './panels/problems.tsx';
import { Rollouts } from './panels/rollouts.tsx';
import { SamplesFile } from './panels/samples-file.tsx';
import type { Store } from './store.ts';
import type { Theme } from './theme.ts';
import { ViewContext } from './view-context.ts';
import { words } from './words/index.ts';

const Beside = lazyPanel(async () => (await import('./panels/beside.tsx')).Beside, 400, 'beside');
const Teaching = lazyPanel(async () => (await import('./panels/teaching.tsx')).Teaching, 600, 'teaching');

interface AppProps {
  readonly store: Store;
  readonly theme: Signal<Theme>;
}

export function App({ store, theme }: AppProps) {
  return (
    <ViewContext.Provider value={store.view}>
      <a class="skip" href="#main">
        {words.page.skip}
      </a>
      <Header store={store} theme={theme} />
      <main id="main">
        <Hero store={store} />
        <Banners store={store} />
        <LimitsNote store={store} />
        <Controls store={store} />
        <Problems store={store} />
        <Curves store={store} />
        <Rollouts store={store} />
        <Comparison store={store} />
        <Beside store={store} />
        <Measure store={store} />
        <Audit store={store} />
        <SamplesFile store={store} />
        <Teaching store={store} />
        <Machine store={store} />
      </main>
      <footer>
        <p>{words.page.nothingLeaves}</p>
        <p>{words.page.licence}</p>
      </footer>
    </ViewContext.Provider>
  );
}
