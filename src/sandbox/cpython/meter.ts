/** Counts what a program uses (ticks, iterator steps, virtual time, output, heap) and ends it when a budget is spent. */

import { pcg4d } from '../../core/rng.ts';
import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Effect, Grant, Limits } from '../../core/types.ts';
import { Granted } from './granted.ts';
import { FUEL_PER_STEP } from './hooks.ts';
import { Kill } from './kill.ts';

/** Units of fuel between two looks at the wall clock: few enough that a pure C loop cannot outlive its deadline. */
const FUEL_SLICE = 1_000_000 * FUEL_PER_STEP;
/** The wall clock is read every so many ticks (a power of two). */
const TICKS_PER_LOOK = 32;
/** Where the virtual clock starts: 2023-11-14T22:13:20Z, in microseconds. */
const EPOCH_MICROSECONDS = 1_700_000_000_000_000;
/** No single test may take more than this share of the program's wall time. */
const TEST_SHARE_OF_WALL = 0.5;
/**
 * Every test is judged by itself: it has its full budget whatever became of those before it, so their order does not
 * matter. There must be an end all the same, and one that does not depend on the machine, before the wall clock of the
 * program strikes: once so many tests have used up their whole budget, each later one has a tenth. An honest program
 * that times out on a few tests keeps what the others earn; one that never ends costs little more than these.
 */
const FULL_TIMEOUTS = 3;
const SHARE_AFTERWARDS = 0.1;
/** Different lines in a ledger; a program can make up names without end. */
const MAX_EFFECTS = 50;

export class Meter {
  /** Units left in the current slice; the wrappers around C functions count it down. */
  readonly fuel = new WebAssembly.Global({ value: 'i32', mutable: true }, FUEL_SLICE);
  /** 1 once an allocation of this test was refused: the heap was full. */
  readonly refused = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
  /** Ticks of the current test. */
  ticks = 0;
  /** What the program was granted, with the state of it. */
  readonly granted = new Granted();
  /** Bytes written to standard output and error by the program. */
  output = 0;
  /** How far `output` may go beyond where it stood when the present run began. */
  #outputBytes = Number.POSITIVE_INFINITY;
  #outputBefore = 0;
  #limits: Limits | undefined;
  #tickLimit = Number.POSITIVE_INFINITY;
  #timeouts = 0;
  /** True while the module body runs again: what it does was written down the first time. */
  #repeating = false;
  #clockReads = 0;
  #fuelLimit = Number.POSITIVE_INFINITY;
  #fuelLeft = Number.POSITIVE_INFINITY;
  #microseconds = 0;
  #randomCounter = 0;
  #programDeadline = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;
  #effects = new Map<string, { effect: Omit<Effect, 'count'>; count: number }>();

  /** Starts the budgets and grants of a program; `isProcess` is for one that is run whole, `startRun` by `startRun`. */
  startProgram(limits: Limits, grants: readonly Grant[] = [], isProcess = false): void {
    this.#limits = limits;
    this.granted.start(grants, isProcess);
    this.output = 0;
    this.#outputBefore = 0;
    this.#outputBytes = limits.outputBytes;
    this.#timeouts = 0;
    this.#repeating = false;
    this.#clockReads = 0;
    this.#effects.clear();
    this.#programDeadline = performance.now() + limits.wallMs;
    this.startTest();
  }

  /** Starts the budgets of one test. */
  startTest(): void {
    this.#startBudgets(this.#timeouts < FULL_TIMEOUTS ? 1 : SHARE_AFTERWARDS);
  }

  /** Starts the budgets of one run of a process: those of a test, and its own `outputBytes`. */
  startRun(input: Uint8Array, outputBytes: number): void {
    this.startTest();
    this.granted.startRun(input);
    this.#outputBefore = this.output;
    this.#outputBytes = outputBytes;
  }

  /**
   * Starts the budgets of the module body: those of a whole test, each time it runs. When it runs again, after a kill or
   * between tests, it does what it did before (same memory, clock and random bytes), so nothing is written down twice
   * and its output is neither kept nor counted until `startTest`.
   */
  startBody(again: boolean): void {
    this.#startBudgets(1);
    this.#repeating = again;
  }

  #startBudgets(share: number): void {
    this.#repeating = false;
    this.ticks = 0;
    this.refused.value = 0;
    this.#microseconds = 0;
    this.#randomCounter = 0;
    this.#tickLimit = share * (this.#limits?.ticksPerTest ?? Number.POSITIVE_INFINITY);
    this.#fuelLimit = Math.round(share * FUEL_PER_STEP * (this.#limits?.fuelPerTest ?? Number.POSITIVE_INFINITY));
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
    return (this.#fuelLimit - this.#fuelLeft - this.fuel.value) / FUEL_PER_STEP;
  }

  /** Called by the interpreter once in about 51 loop iterations or calls. */
  tick(): void {
    this.ticks++;
    if (this.#limits === undefined) return;
    if (this.ticks > this.#tickLimit) throw this.#timeout(`step budget: more than ${this.#tickLimit} ticks`);
    if (this.ticks % TICKS_PER_LOOK === 0) this.#checkWall();
  }

  /** Called when the current slice of fuel is used up; one large block may cost more than was left. */
  refuel(): void {
    this.#fuelLeft += this.fuel.value;
    if (this.#fuelLeft <= 0) throw this.#timeout('step budget: too many steps of iterators, comparisons and copying');
    this.#checkWall();
    this.fuel.value = this.#takeSlice();
  }

  /** Reads the virtual clock, microseconds since 1970; each reading advances it by one, so that waiting loops end. */
  now(): number {
    if (!this.#repeating) this.#clockReads++;
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

  /** The program writes so many bytes; `printed` are those that go to standard output. */
  write(bytes: number, printed: readonly Uint8Array[]): void {
    if (this.#repeating) return;
    this.output += bytes;
    this.granted.print(printed);
    if (this.#limits !== undefined && this.output - this.#outputBefore > this.#outputBytes) {
      throw new Kill('output_limit', `output: more than ${this.#outputBytes} bytes`);
    }
  }

  /** Whether the heap may grow to `bytes`. */
  allowHeap(bytes: number): boolean {
    return bytes <= (this.#limits?.heapBytes ?? Number.POSITIVE_INFINITY);
  }

  /** Writes one line into the ledger; equal lines are counted. */
  note(kind: Effect['kind'], detail: string, refused: boolean): void {
    if (this.#repeating) return;
    const key = `${kind} ${refused} ${detail}`;
    const entry = this.#effects.get(key);
    if (entry !== undefined) entry.count++;
    else if (this.#effects.size < MAX_EFFECTS) this.#effects.set(key, { effect: { kind, detail, refused }, count: 1 });
  }

  /** What the program tried so far, and how much it printed and looked at the clock. */
  ledger(): Effect[] {
    const effects = [...this.#effects.values()].map(({ effect, count }) => ({ ...effect, count }));
    const counted = (kind: Effect['kind'], detail: string, count: number) => {
      if (count > 0) effects.push({ kind, detail, count, refused: false });
    };
    counted('clock', 'clock read', this.#clockReads);
    counted('output', 'bytes written', this.output);
    return effects;
  }

  #takeSlice(): number {
    const slice = Math.min(FUEL_SLICE, this.#fuelLeft);
    this.#fuelLeft -= slice;
    return slice;
  }

  #checkWall(): void {
    if (performance.now() > this.#deadline) throw new Kill('timeout', `${WALL_CLOCK} the watchdog ended the test`);
  }

  /** A spent budget. The wall clock is none: what it ends depends on the machine, what comes after must not. */
  #timeout(detail: string): Kill {
    this.#timeouts++;
    return new Kill('timeout', detail);
  }
}
