/** The crosshair by keyboard: a slider over the picture that walks from point to point and says what is there. */

import type { Signal } from '@preact/signals';
import { words } from '../words/index.ts';
import type { Pick } from './chart.ts';

interface CursorSliderProps {
  readonly title: string;
  /** Places that have a value, in order; at least one. */
  readonly stops: readonly number[];
  readonly cursor: Signal<number | null>;
  /** What is at a place, in words. */
  readonly said: (x: number) => string;
  readonly pick?: Pick | undefined;
  /** Keys that a picture uses besides; true where it took one. */
  readonly onKey?: (key: string) => boolean;
}

/** How many places the page keys jump over. */
const LEAP = 10;

export function CursorSlider({ title, stops, cursor, said, pick, onKey }: CursorSliderProps) {
  const last = stops.length - 1;
  const index = cursor.value === null ? last : nearestIndex(stops, cursor.value);
  const at = stops[index] ?? 0;
  const move = (to: number) => {
    cursor.value = stops[Math.min(last, Math.max(0, to))] ?? null;
  };
  const press = (key: string): boolean => {
    switch (key) {
      case 'ArrowLeft':
        move(index - 1);
        return true;
      case 'ArrowRight':
        move(index + 1);
        return true;
      case 'PageDown':
        move(index - LEAP);
        return true;
      case 'PageUp':
        move(index + LEAP);
        return true;
      case 'Home':
        move(0);
        return true;
      case 'End':
        move(last);
        return true;
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
      aria-valuemin={stops[0] ?? 0}
      aria-valuemax={stops[last] ?? 0}
      aria-valuenow={at}
      aria-valuetext={said(at)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!(onKey?.(event.key) || press(event.key))) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={() => (cursor.value = null)}
    />
  );
}

/** Index of the place nearest to `x`, by halving. */
export function nearestIndex(stops: readonly number[], x: number): number {
  let [low, high] = [0, stops.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stops[middle]! <= x) low = middle;
    else high = middle;
  }
  return high > low && Math.abs(stops[high]! - x) < Math.abs(stops[low]! - x) ? high : low;
}
