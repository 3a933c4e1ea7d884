/** Counts what a program uses (ticks, iterator steps, virtual time, output, heap) and ends it when a budget is spent. */

import { pcg4d } from '../../core/rng.ts';
import type { Effect, Limits } from '../../core/types.ts';
import { Kill } from './kill.ts';

/** Iterator steps between two looks at the wall clock: small enough that a pure C loop cannot outlive its deadline. */
const FUEL_SLICE = 1_000_000;
/** The wall clock is read every so many ticks (a power of two). */
const TICKS_PER_LOOK = 32;
/** Where the virtual clock starts: 2023-11-14T22:13:20Z, in microseconds. */
const EPOCH_MICROSECONDS = 1_700_000_000_000_000;
/** No single test may take more than this share of the program's wall time. */
const TEST_SHARE_OF_WALL = 0.5;
/** Share of the step budgets that is left for each test after one test of the program has timed out. */
const SHARE_AFTER_TIMEOUT = 0.1;

export class Meter {
  /** Steps left in the current slice; the iterator wrappers count it down. */
  readonly fuel = new WebAssembly.Global({ value: 'i32', mutable: true }, FUEL_SLICE);
  /** Ticks of the current test. */
  ticks = 0;
  /** Bytes written to standard output and error by the program. */
  output = 0;
  #limits: Limits | undefined;
  #tickLimit = Number.POSITIVE_INFINITY;
  #timedOut = false;
  #fuelLimit = Number.POSITIVE_INFINITY;
  #fuelLeft = Number.POSITIVE_INFINITY;
  #microseconds = 0;
  #randomCounter = 0;
  #programDeadline = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;
  #effects = new Map<string, { effect: Omit<Effect, 'count'>; count: number }>();

  /** Starts the budgets of a program. */
  startProgram(limits: Limits): void {
    this.#limits = limits;
    this.output = 0;
    this.#timedOut = false;
    this.#effects.clear();
    this.#programDeadline = performance.now() + limits.wallMs;
    this.startTest();
  }

  /** Starts the budgets of one test (the module body counts as one). */
  startTest(): void {
    this.ticks = 0;
    this.#microseconds = 0;
    this.#randomCounter = 0;
    const share = this.#timedOut ? SHARE_AFTER_TIMEOUT : 1;
    this.#tickLimit = share * (this.#limits?.ticksPerTest ?? Number.POSITIVE_INFINITY);
    this.#fuelLimit = Math.round(share * (this.#limits?.fuelPerTest ?? Number.POSITIVE_INFINITY));
    this.#fuelLeft = this.#fuelLimit;
    this.fuel.value = this.#takeSlice();
    const wall = (this.#limits?.wallMs ?? Number.POSITIVE_INFINITY) * TEST_SHARE_OF_WALL;
    this.#deadline = Math.min(this.#programDeadline, performance.now() + wall);
  }

  /** Lifts every limit (the trusted checker's own code, building the image). */
  unlimited(): void {
    this.#limits = undefined;
    this.#programDeadline = Number.POSITIVE_INFINITY;
    this.startTest();
  }

  /** True when the program's whole wall time is used up. */
  get exhausted(): boolean {
    return performance.now() > this.#programDeadline;
  }

  /** Steps of C iterators in the present test; NaN where they have no limit. */
  get fuelUsed(): number {
    return this.#fuelLimit - this.#fuelLeft - this.fuel.value;
  }

  /** Called by the interpreter once in about 51 loop iterations or calls. */
  tick(): void {
    this.ticks++;
    if (this.#limits === undefined) return;
    if (this.ticks > this.#tickLimit) throw this.#timeout(`step budget: more than ${this.#tickLimit} ticks`);
    if (this.ticks % TICKS_PER_LOOK === 0) this.#checkWall();
  }

  /** Called when the current slice of iterator steps is used up. */
  refuel(): void {
    if (this.#fuelLeft <= 0) throw this.#timeout('step budget: too many iterator steps');
    this.#checkWall();
    this.fuel.value = this.#takeSlice();
  }

  /** Reads the virtual clock, microseconds since 1970; each reading advances it by one, so that waiting loops end. */
  now(): number {
    this.advance(1);
    return EPOCH_MICROSECONDS + this.#microseconds;
  }

  /** Lets virtual time pass (`time.sleep`). */
  advance(microseconds: number): void {
    this.#microseconds += microseconds;
    if (this.#limits !== undefined && this.#microseconds > this.#limits.virtualSecondsPerTest * 1e6) {
      throw this.#timeout(`virtual clock: more than ${this.#limits.virtualSecondsPerTest} s`);
    }
  }

  /** One byte of the deterministic stream behind `os.urandom` and the seed of `random`. */
  randomByte(): number {
    return pcg4d(0, 0, 0, this.#randomCounter++) & 255;
  }

  write(bytes: number): void {
    this.output += bytes;
    if (this.#limits !== undefined && this.output > this.#limits.outputBytes) {
      throw new Kill('output_limit', `output: more than ${this.#limits.outputBytes} bytes`);
    }
  }

  /** Whether the heap may grow to `bytes`. */
  allowHeap(bytes: number): boolean {
    return bytes <= (this.#limits?.heapBytes ?? Number.POSITIVE_INFINITY);
  }

  /** Writes one line into the ledger; equal lines are counted. */
  note(kind: Effect['kind'], detail: string, refused: boolean): void {
    const key = `${kind} ${refused} ${detail}`;
    const entry = this.#effects.get(key);
    if (entry !== undefined) entry.count++;
    // A program can make up names without end; the ledger cannot grow without end.
    else if (this.#effects.size < 50) this.#effects.set(key, { effect: { kind, detail, refused }, count: 1 });
  }

  ledger(): Effect[] {
    const effects = [...this.#effects.values()].map(({ effect, count }) => ({ ...effect, count }));
    if (this.output > 0) effects.push({ kind: 'output', detail: 'bytes written', count: this.output, refused: false });
    return effects;
  }

  #takeSlice(): number {
    const slice = Math.min(FUEL_SLICE, this.#fuelLeft);
    this.#fuelLeft -= slice;
    return slice;
  }

  #checkWall(): void {
    if (performance.now() > this.#deadline) throw this.#timeout('wall clock: the watchdog ended the test');
  }

  #timeout(detail: string): Kill {
    this.#timedOut = true;
    return new Kill('timeout', detail);
  }
}
