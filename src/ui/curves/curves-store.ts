/** State of the curves: one crosshair for all charts of a run, which charts are shown, and how smooth. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { onceAFrame } from '../parts/once-a-frame.ts';
import { browserText, type KeptText } from '../runs/kept-text.ts';
import type { RunState } from '../state.ts';
import { INITIAL_CHARTS, isChart } from './curve-catalogue.ts';

/** How many tries the large chart is about. */
export const TRIES = [1, 8, 64] as const;
export type Tries = (typeof TRIES)[number];

/** The past never weighs more: beyond it a line of fifty steps says nothing. */
export const SMOOTHEST = 0.95;

const CHARTS_KEY = 'greenbar.curves';
const SMOOTHING_KEY = 'greenbar.smoothing';

export class CurvesStore {
  /** The run as the charts draw it: at most one state a frame. */
  readonly run: ReadonlySignal<RunState>;
  /** The step that a person points at. */
  readonly cursor: Signal<number | null> = signal<number | null>(null);
  readonly tries: Signal<Tries> = signal<Tries>(1);
  /** Ids of earlier runs: the one that a person points at in the legend, and the one that shall stay in front. */
  readonly pointed: Signal<string | null> = signal<string | null>(null);
  readonly kept: Signal<string | null> = signal<string | null>(null);
  /** The earlier run that comes forward in every chart. */
  readonly raised: ReadonlySignal<string | null> = computed(() => this.pointed.value ?? this.kept.value);
  readonly #shown: Signal<ReadonlySet<string>>;
  readonly #smoothing: Signal<number>;
  readonly #storage: KeptText;

  constructor(run: ReadonlySignal<RunState>, storage: KeptText = browserText) {
    this.run = onceAFrame(run);
    this.#storage = storage;
    this.#shown = signal(readCharts(storage.getItem(CHARTS_KEY)));
    this.#smoothing = signal(readSmoothing(storage.getItem(SMOOTHING_KEY)));
  }

  /** Ids of the charts. */
  get shown(): ReadonlySignal<ReadonlySet<string>> {
    return this.#shown;
  }

  /** Weight of the past, from 0 to below 1. */
  get smoothing(): ReadonlySignal<number> {
    return this.#smoothing;
  }

  /** Whether a person chose other charts than the first ones. */
  readonly chosen: ReadonlySignal<boolean> = computed(
    () => [...this.shown.value].toSorted().join() !== [...INITIAL_CHARTS].toSorted().join(),
  );

  toggle(id: string): void {
    const shown = new Set(this.#shown.value);
    if (!shown.delete(id)) shown.add(id);
    this.#show(shown);
  }

  reset(): void {
    this.#show(new Set(INITIAL_CHARTS));
  }

  smooth(weight: number): void {
    this.#smoothing.value = Math.min(SMOOTHEST, Math.max(0, weight));
    this.#storage.setItem(SMOOTHING_KEY, String(this.#smoothing.value));
  }

  #show(ids: ReadonlySet<string>): void {
    this.#shown.value = ids;
    this.#storage.setItem(CHARTS_KEY, [...ids].join(' '));
  }
}

/** What was chosen in this browser, as far as it still exists. */
function readCharts(text: string | null): ReadonlySet<string> {
  return new Set(text === null ? INITIAL_CHARTS : text.split(' ').filter(isChart));
}

function readSmoothing(text: string | null): number {
  const weight = Number(text ?? 0);
  return weight >= 0 && weight <= SMOOTHEST ? weight : 0;
}
