/** The run on the page as one printed page: a view of its own over the page, with a button that prints it. */

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ReportSheet } from './report-sheet.tsx';
import { type Example, exampleOf } from './run-report.ts';
import '../styles/report.css';

/** Draws it as the run is now; resolves when it is there. */
export async function openReport(store: Store): Promise<void> {
  const state = store.run.value;
  if (state.config === null) return;
  const example = await findExample(store);
  const host = document.createElement('div');
  host.className = 'report-host';
  const behind = [...document.body.children].filter((element) => element instanceof HTMLElement);
  const asked = document.activeElement;
  const close = () => {
    render(null, host);
    host.remove();
    for (const element of behind) element.inert = false;
    if (asked instanceof HTMLElement) asked.focus();
  };
  document.body.append(host);
  for (const element of behind) element.inert = true;
  render(<Report store={store} example={example} onClose={close} />, host);
}

async function findExample(store: Store): Promise<Example | null> {
  const { steps } = store.run.value;
  const [first, last] = [steps[0]?.step, steps.at(-1)?.step];
  const problems = store.problems.value;
  if (first === undefined || last === undefined || first === last) return null;
  // A report without an example is still a report.
  const of = (step: number) => store.rollouts.of(step).catch(() => ({ step, rollouts: [] }));
  return exampleOf(await of(first), await of(last), problems.status === 'ready' ? problems.byId : new Map());
}

interface ReportProps {
  readonly store: Store;
  readonly example: Example | null;
  readonly onClose: () => void;
}

function Report({ store, example, onClose }: ReportProps) {
  const print = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    print.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <div class="report" role="dialog" aria-modal="true" aria-labelledby="report-title">
      <div class="report-tools">
        <p>{words.report.hint}</p>
        <button ref={print} type="button" class="button button-go" onClick={() => window.print()}>
          {words.report.print}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.report.close}
        </button>
      </div>
      <ReportSheet store={store} example={example} />
    </div>
  );
}
