/** The page: what it says from top to bottom. */

import type { Signal } from '@preact/signals';
import { FigureRun, measuredRun, ofNoRun } from './charts/figure-run.ts';
import { lazyPanel } from './lazy.tsx';
import { Banners } from './panels/banners.tsx';
import { Controls } from './panels/controls.tsx';
import { GuideCard } from './panels/guide-door.tsx';
import { Header } from './panels/header.tsx';
import { HelpPlace } from './panels/help-place.tsx';
import { Hero } from './panels/hero.tsx';
import { LimitsNote } from './panels/limits-note.tsx';
import { MachineCard } from './panels/machine-card.tsx';
import { SamplesFile } from './panels/samples-file.tsx';
import type { Store } from './store.ts';
import type { Theme } from './theme.ts';
import { ViewContext } from './view-context.ts';
import { words } from './words/index.ts';

const Curves = lazyPanel(async () => (await import('./panels/curves.tsx')).Curves, 760, 'curves');
const OutcomeMix = lazyPanel(async () => (await import('./panels/outcome-mix.tsx')).OutcomeMix, 420, 'outcomes');
const Comparison = lazyPanel(async () => (await import('./panels/comparison.tsx')).Comparison, 1100, 'comparison');
const Explain = lazyPanel(async () => (await import('./panels/explain.tsx')).Explain, 700, 'explain');
const Beside = lazyPanel(async () => (await import('./panels/beside.tsx')).Beside, 400, 'beside');
const Runs = lazyPanel(async () => (await import('./panels/runs.tsx')).Runs, 900, 'runs');
const Problems = lazyPanel(async () => (await import('./panels/problems.tsx')).Problems, 1000, 'problems');
const Rollouts = lazyPanel(async () => (await import('./panels/rollouts.tsx')).Rollouts, 1000, 'rollouts');
const Measure = lazyPanel(async () => (await import('./panels/measure.tsx')).Measure, 700, 'measure');
const Audit = lazyPanel(async () => (await import('./panels/audit.tsx')).Audit, 500, 'audit');
const Machine = lazyPanel(async () => (await import('./panels/machine.tsx')).Machine, 320, 'machine');
const Teaching = lazyPanel(async () => (await import('./panels/teaching.tsx')).Teaching, 600, 'teaching');

const Ideas = lazyPanel(async () => (await import('./panels/ideas.tsx')).Ideas, 420, 'ideas');

interface AppProps {
  readonly store: Store;
  readonly theme: Signal<Theme>;
}

export function App({ store, theme }: AppProps) {
  return (
    <ViewContext.Provider value={store.view}>
      <FigureRun.Provider value={() => store.run.peek().config}>
        <a class="skip" href="#main">
          {words.page.skip}
        </a>
        <Header store={store} theme={theme} />
        <main id="main">
          <div class="start">
            <Hero store={store} />
            <div class="start-notes">
              <Banners store={store} />
              <LimitsNote store={store} />
            </div>
            <Controls store={store} />
            <MachineCard store={store} />
          </div>
          <GuideCard store={store} />
          <Problems store={store} />
          <Curves store={store} />
          <OutcomeMix store={store} />
          <Rollouts store={store} />
          <Explain store={store} />
          <Comparison store={store} />
          <Ideas store={store} />
          <FigureRun.Provider value={ofNoRun}>
            <Beside store={store} />
          </FigureRun.Provider>
          <FigureRun.Provider value={() => measuredRun(store)}>
            <Measure store={store} />
          </FigureRun.Provider>
          <Audit store={store} />
          <FigureRun.Provider value={ofNoRun}>
            <SamplesFile store={store} />
          </FigureRun.Provider>
          <Runs store={store} />
          <Teaching store={store} />
          <Machine store={store} />
        </main>
        <footer>
          <p>{words.page.nothingLeaves}</p>
          <p>{words.page.licence}</p>
        </footer>
        <HelpPlace store={store} />
      </FigureRun.Provider>
    </ViewContext.Provider>
  );
}
