/** The page: what it says from top to bottom. */

import type { Signal } from '@preact/signals';
import { FigureRun, measuredRun, ofNoRun } from './charts/figure-run.ts';
import { Controls } from './controls/controls.tsx';
import { GuideCard } from './guide/guide-door.tsx';
import { MachineCard } from './machine/machine-card.tsx';
import { LimitsNote } from './offline/limits-note.tsx';
import { SamplesFile } from './samples/samples-file.tsx';
import { Banners } from './shell/banners.tsx';
import { Header } from './shell/header.tsx';
import { HelpPlace } from './shell/help-place.tsx';
import { Hero } from './shell/hero.tsx';
import { lazyPanel } from './shell/lazy.tsx';
import type { Theme } from './shell/theme.ts';
import { ViewContext } from './shell/view-context.ts';
import type { Store } from './store.ts';
import { words } from './words/index.ts';

const Curves = lazyPanel(async () => (await import('./curves/curves.tsx')).Curves, 1500, 'curves');
const OutcomeMix = lazyPanel(async () => (await import('./curves/outcome-mix.tsx')).OutcomeMix, 560, 'outcomes');
const Comparison = lazyPanel(async () => (await import('./comparison/comparison.tsx')).Comparison, 1250, 'comparison');
const Explain = lazyPanel(async () => (await import('./explain/explain.tsx')).Explain, 700, 'explain');
const Beside = lazyPanel(async () => (await import('./beside/beside.tsx')).Beside, 280, 'beside');
const Runs = lazyPanel(async () => (await import('./runs/runs.tsx')).Runs, 260, 'runs');
const Models = lazyPanel(async () => (await import('./models/models.tsx')).Models, 620, 'models');
const Problems = lazyPanel(async () => (await import('./problems/problems.tsx')).Problems, 820, 'problems');
const Rollouts = lazyPanel(async () => (await import('./rollouts/rollouts.tsx')).Rollouts, 1050, 'rollouts');
const Measure = lazyPanel(async () => (await import('./measure/measure.tsx')).Measure, 520, 'measure');
const Audit = lazyPanel(async () => (await import('./audit/audit.tsx')).Audit, 320, 'audit');
const Machine = lazyPanel(async () => (await import('./machine/machine.tsx')).Machine, 200, 'machine');
const Teaching = lazyPanel(async () => (await import('./shell/teaching.tsx')).Teaching, 760, 'teaching');

const Ideas = lazyPanel(async () => (await import('./guide/ideas-panel.tsx')).Ideas, 1270, 'ideas');

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
          <Models store={store} />
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
