/** Scales of the charts: data to pixels, and the round numbers to draw grid lines at. */

export interface Scale {
  readonly domain: readonly [number, number];
  /** Data to pixels. */
  (value: number): number;
  /** Pixels to data. */
  readonly invert: (pixel: number) => number;
}

/** The two logarithmic ones differ in where their grid is. */
export type ScaleKind = 'linear' | 'log2' | 'log10';

/** Maps `domain` onto `range`; an empty domain maps to the start of the range. A logarithmic one needs positive numbers. */
export function makeScale(kind: ScaleKind, domain: readonly [number, number], range: readonly [number, number]): Scale {
  if (kind !== 'linear' && domain[0] <= 0)
    throw new Error(`chart: log scale needs a positive domain, got ${domain[0]}`);
  const bend = kind === 'linear' ? (x: number) => x : Math.log2;
  const unbend = kind === 'linear' ? (x: number) => x : (x: number) => 2 ** x;
  const from = bend(domain[0]);
  const span = bend(domain[1]) - from;
  const width = range[1] - range[0];
  const scale = (value: number): number => range[0] + (span === 0 ? 0 : ((bend(value) - from) / span) * width);
  const invert = (pixel: number): number => unbend(from + (width === 0 ? 0 : ((pixel - range[0]) / width) * span));
  return Object.assign(scale, { domain, invert });
}

/** Round grid values (1, 2 or 5 times a power of ten) that cover the domain with about `count` intervals. */
export function linearTicks(domain: readonly [number, number], count: number): number[] {
  const [low, high] = domain;
  if (!(high > low)) return [low];
  const step = niceStep((high - low) / count);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** Powers of `base` inside the domain, both ends included when they are powers; every second, third, … where `most` are too few. */
export function logTicks(domain: readonly [number, number], base: number, most: number): number[] {
  const exponent = (value: number) => Math.log2(value) / Math.log2(base);
  const first = Math.ceil(exponent(domain[0]) - 1e-9);
  const count = Math.floor(exponent(domain[1]) + 1e-9) - first + 1;
  const stride = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / stride) }, (_, i) => base ** (first + i * stride));
}

/** The smallest round number that is not below `value`: the top of an axis whose data reach `value`. */
export function niceCeiling(value: number, floor: number): number {
  const top = Math.max(value, floor);
  const step = niceStep(top / 4);
  return Number((Math.ceil(top / step - 1e-9) * step).toPrecision(12));
}

/** Round ends of an axis around `low` ≤ 0 ≤ `high`; [0, 1] where there is nothing but 0. */
export function niceDomain(low: number, high: number): [number, number] {
  if (high === low) return [0, 1];
  const step = niceStep((high - low) / 4);
  const round = (value: number, to: (x: number) => number) => Number((to(value / step) * step).toPrecision(12));
  return [round(low, (x) => Math.floor(x + 1e-9)), round(high, (x) => Math.ceil(x - 1e-9))];
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
