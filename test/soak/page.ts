/** The soak inside a page: the sealed frame, its workers, and two passes, started by `scripts/soak.ts`. */

import '../../src/core/dispose.ts';
import { loadProblemSet } from '../../src/problems/load.ts';
import { connect } from '../../src/sandbox/client.ts';
import { mountSandbox } from '../../src/sandbox/frame.ts';
import { type SoakEngine, type SoakReport, soakTwice } from './soak.ts';

export interface PageOptions {
  readonly seed: number;
  readonly count: number;
  readonly checkEach: number;
  readonly batch: number;
  /** Workers of each pass. */
  readonly workers: readonly number[];
}

declare global {
  interface Window {
    soak(options: PageOptions): Promise<SoakReport>;
    /** Given by the script: hears how far a pass is. */
    soakProgress(pass: number, done: number): Promise<void>;
    /** Given by the script: hears of workers that were lost. */
    soakTrouble(message: string): Promise<void>;
  }
}

async function openEngine(workers: number): Promise<SoakEngine> {
  const frame = await mountSandbox({ baseUrl: '/sandbox/', workers });
  const client = connect(frame.port, (message) => void window.soakTrouble(message));
  await client.ready;
  return {
    run: client.run,
    isPristine: async () => {
      const states = await client.digest();
      return states.length > 0 && states.every(({ pristine }) => pristine);
    },
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]();
      frame[Symbol.dispose]();
    },
  };
}

window.soak = async ({ workers, ...options }) => {
  const sets = await Promise.all([
    loadProblemSet('lecture', location.href),
    loadProblemSet('auxiliary', location.href),
  ]);
  return soakTwice((pass) => openEngine(workers[pass]!), { problems: sets.flat(), ...options }, window.soakProgress);
};
