/** The crosshair by keyboard: a slider over the picture that walks from point to point and says what is there. */

import { type Signal, useSignal } from '@preact/signals';
import { words } from '../words/index.ts';
import type { Pick } from './chart.ts';
import { nearestIndex } from './path.ts';

interface CursorSliderProps {
  readonly title: string;
  /** The first and the last place that has a value. */
  readonly ends: readonly [number, number];
  /** All of them, in order; asked for while the slider has the focus. */
  readonly stops: () => readonly number[];
  readonly cursor: Signal<number | null>;
  /** What is at a place, in words. */
  readonly said: (x: number) => string;
  readonly pick?: Pick | undefined;
  /** Keys that a picture uses besides; true where it took one. */
  readonly onKey?: (key: string) => boolean;
}

/** How many places the page keys jump over. */
const LEAP = 10;

export function CursorSlider({ title, ends, stops, cursor, said, pick, onKey }: CursorSliderProps) {
  const focused = useSignal(false);
  // While nobody is there it does not follow the pointer: a dozen charts would have to.
  const cursorAt = focused.value ? cursor.value : null;
  const at = cursorAt === null ? ends[1] : nearestPlace(stops(), cursorAt);
  const press = (key: string): boolean => {
    const places = stops();
    const index = nearestIndex(places, at, (stop) => stop);
    const move = (to: number): true => {
      cursor.value = places[Math.min(places.length - 1, Math.max(0, to))] ?? null;
      return true;
    };
    switch (key) {
      case 'ArrowLeft':
        return move(index - 1);
      case 'ArrowRight':
        return move(index + 1);
      case 'PageDown':
        return move(index - LEAP);
      case 'PageUp':
        return move(index + LEAP);
      case 'Home':
        return move(0);
      case 'End':
        return move(places.length - 1);
      case 'Escape':
        cursor.value = null;
        return true;
      case 'Enter':
        pick?.choose(at);
        return pick !== undefined;
      default:
        return false;
    }
  };
  return (
    <div
      class="cursor-slider"
      role="slider"
      tabIndex={0}
      aria-label={words.charts.crosshair(title)}
      aria-valuemin={ends[0]}
      aria-valuemax={ends[1]}
      aria-valuenow={at}
      aria-valuetext={said(at)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!(onKey?.(event.key) || press(event.key))) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onFocus={() => (focused.value = true)}
      onBlur={() => {
        focused.value = false;
        cursor.value = null;
      }}
    />
  );
}

const nearestPlace = (stops: readonly number[], x: number): number =>
  stops[nearestIndex(stops, x, (stop) => stop)] ?? x;
