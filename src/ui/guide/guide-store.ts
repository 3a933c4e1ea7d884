/** State of the guide: at which step it is, whether it is open, and what this browser remembers of it. */

import { type Signal, signal } from '@preact/signals';
import type { ReplayStore } from '../replay/replay-store.ts';
import type { KeptText } from '../runs/kept-text.ts';
import { GUIDE_STEPS, type GuideMemory, type GuideStep, planFor, readMemory } from './guide.ts';

const KEY = 'greenbar.guide';

/** What of the replay the guide uses to have its numbers stand still. */
export type Stage = Pick<ReplayStore, 'recorded' | 'seek' | 'skip'>;

export class GuideStore {
  /** The step that is shown; null while the guide is closed. */
  readonly step: Signal<GuideStep | null> = signal<GuideStep | null>(null);
  readonly memory: Signal<GuideMemory>;
  readonly #text: KeptText;
  readonly #stage: Stage;

  constructor(text: KeptText, stage: Stage) {
    this.#text = text;
    this.#stage = stage;
    this.memory = signal(readMemory(text.getItem(KEY)));
  }

  /** From where it was left, or from the beginning. */
  open(): void {
    const { value } = this.memory;
    this.#enter(value === 'new' || value === 'finished' || value === 'skipped' ? GUIDE_STEPS[0] : value);
  }

  next(): void {
    this.#move(1);
  }

  back(): void {
    this.#move(-1);
  }

  /** Left before its end: not offered by itself any more, but still to be had. */
  skip(): void {
    this.#close('skipped');
  }

  /** Put away for now: it can go on at this step. */
  hide(): void {
    this.step.value = null;
  }

  #move(by: number): void {
    const { value } = this.step;
    if (value === null) return;
    const at = GUIDE_STEPS.indexOf(value) + by;
    const step = GUIDE_STEPS[at];
    if (step !== undefined) this.#enter(step);
    else if (at >= GUIDE_STEPS.length) this.#close('finished');
  }

  #enter(step: GuideStep): void {
    const { recordedAt } = planFor(step);
    if (this.#stage.recorded.value) {
      if (recordedAt === 'end') this.#stage.skip();
      else if (recordedAt !== null) this.#stage.seek(recordedAt);
    }
    this.step.value = step;
    this.#remember(step);
  }

  #close(memory: 'finished' | 'skipped'): void {
    this.step.value = null;
    this.#remember(memory);
  }

  #remember(memory: GuideMemory): void {
    this.memory.value = memory;
    this.#text.setItem(KEY, memory);
  }
}
