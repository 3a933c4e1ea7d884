/** Numbers and durations as a person reads them: tabular, with real minus signs, and a dash where nothing is known. */

import { words } from '../words/index.ts';

export { counted } from '../words/english.ts';

export const NOTHING = '–';

/** 0.913 → "91%"; with one digit "91.3%". Never rounds a true rate below 1 up to "100%". */
export function percent(rate: number | null | undefined, digits = 0): string {
  if (rate == null || Number.isNaN(rate)) return NOTHING;
  const scale = 10 ** digits;
  let scaled = Math.round(rate * 100 * scale);
  if (rate < 1 && scaled >= 100 * scale) scaled = 100 * scale - 1;
  if (rate > 0 && scaled === 0) scaled = 1;
  return `${(scaled / scale).toFixed(digits)}%`;
}

/** Fixed digits, real minus sign. */
export function decimal(value: number | null | undefined, digits = 2): string {
  if (value == null || Number.isNaN(value)) return NOTHING;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** As `decimal`, with a plus sign where positive. */
export function signed(value: number, digits = 2): string {
  const text = decimal(value, digits);
  return value > 0 && Number(value.toFixed(digits)) !== 0 ? `+${text}` : text;
}

/** Three digits that matter, whatever the size: 0.0123, 4.56, 1,230 → "1.2k", 0.00003 → "3e−5". */
export function figure(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === 0) return '0';
  if (size >= 1000) return `${sign}${short(size)}`;
  if (size >= 0.0001) return `${sign}${Number(size.toPrecision(3))}`;
  return `${sign}${size.toExponential(1).replace('.0', '').replace('-', '−')}`;
}

/** Fewer programs than this make steps of half a percent or more, which whole percents do not show. */
const FEW_PROGRAMS = 200;

/** A rate of so many programs in all: "23%", but "22.5%" where few programs make that the exact number. */
export function rateOf(rate: number, programs: number): string {
  const whole = Math.abs(rate * 100 - Math.round(rate * 100)) < 0.05;
  const few = programs > 0 && programs < FEW_PROGRAMS;
  return percent(rate, few && !whole ? 1 : 0);
}

/** A difference of rates in percentage points, with one digit everywhere: 0.652 → "+65.2". */
export const inPoints = (difference: number): string => signed(100 * difference, 1);

/** Change of a rate in percentage points: "+64.0 points". */
export const points = (from: number, to: number): string => `${inPoints(to - from)} points`;

/** 38214 → "38k"; 1880000 → "1.88M". */
export function short(count: number): string {
  if (count >= 999_500) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 2)}M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)}k`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(1)}k`;
  return String(Math.round(count));
}

/** Seconds as "45 s", "2 min 5 s", "1 h 10 min". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Ends a message with a full stop when it has none, so that another sentence can follow. */
export const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

/** The text with its first letter large. */
export const upper = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** A coarse promise of time left, so that it does not flicker: "about 40 s left". */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return words.time.few;
  const grain = seconds < 60 ? 5 : seconds < 300 ? 15 : 60;
  return words.time.left(duration(Math.ceil(seconds / grain) * grain));
}

/** 65536 → "64 KiB", 3 × 2²⁰ → "3.0 MiB", 2³¹ → "2.0 GiB". */
export function memory(bytes: number): string {
  const kib = Math.round(bytes / 1024);
  if (kib < 1024) return `${kib} KiB`;
  return kib < 1024 ** 2 ? `${(kib / 1024).toFixed(1)} MiB` : `${(kib / 1024 ** 2).toFixed(1)} GiB`;
}

/** 4123456 → "4.1": megabytes of a download, as browsers count them. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** Seconds from … to, as coarse as such a promise is: "40–60 s", "2–5 min", "1–2 h"; one number where both ends are the same. */
export function rangeText({ low, high }: { readonly low: number; readonly high: number }): string {
  const [size, unit] = high < 90 ? [1, 's'] : high < 5400 ? [60, 'min'] : [3600, 'h'];
  const grain = unit === 's' ? 5 : 1;
  const [from, to] = [low, high].map((seconds) => Math.max(grain, Math.round(seconds / size / grain) * grain));
  return from === to ? `${to} ${unit}` : `${from}–${to} ${unit}`;
}
