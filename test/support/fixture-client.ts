/** A trainer that isn't one: replays the made-up run at once, or a step every so often. */

import type { RolloutRecord, RunEvent } from '../../src/core/records.ts';
import type { DeviceInfo, RunSnapshot } from '../../src/trainer/api.ts';
import type { RunClient, RunListener } from '../../src/ui/run-client.ts';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts } from './fixture-run.ts';

export const SCENARIOS = [
  'empty',
  'loading',
  'measuring',
  'training',
  'paused',
  'finished',
  'failed',
  'unfinished',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const DEVICE: DeviceInfo = {
  engine: 'tfjs',
  backend: 'webgpu',
  adapter: 'Made-up GPU',
  parameters: 882_000,
  tokensPerSecond: 38_214,
};

export class FixtureClient implements RunClient {
  readonly #scenario: Scenario;
  readonly #listeners = new Set<RunListener>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  listen(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Brings the page into the scenario. */
  begin(): void {
    const start = () => {
      for (const listener of this.#listeners) listener.onStart(FIXTURE_CONFIG);
    };
    switch (this.#scenario) {
      case 'empty':
      case 'unfinished':
        return;
      case 'loading':
        start();
        return this.#send([{ type: 'phase', phase: 'loading', detail: 'Loading the model', done: 3, total: 8 }]);
      case 'measuring':
        start();
        return this.#send([
          { type: 'phase', phase: 'evaluating', detail: 'Measuring: 1,480 of 3,840 programs', done: 1480, total: 3840 },
        ]);
      case 'training':
        start();
        return this.#send(fixtureEvents(22));
      case 'paused':
        start();
        return this.#send([
          ...fixtureEvents(9),
          { type: 'phase', phase: 'paused', detail: '', done: 9, total: EPOCHS },
        ]);
      case 'finished':
        start();
        this.#send(fixtureEvents(EPOCHS));
        return this.#end(null);
      case 'failed':
        start();
        this.#send([
          ...fixtureEvents(14),
          {
            type: 'infra_error',
            message: 'A sandbox worker died and was replaced; its 8 programs were judged again.',
            fatal: false,
          },
        ]);
        return this.#end(new Error('The graphics device was lost (driver reset).'));
      default:
        this.#scenario satisfies never;
    }
  }

  async prepare(_: unknown, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo> {
    if (this.#scenario !== 'loading') return DEVICE;
    onEvents([{ type: 'phase', phase: 'loading', detail: 'Loading the model', done: 3, total: 8 }]);
    return new Promise(() => undefined);
  }

  async train(): Promise<null> {
    for (const listener of this.#listeners) listener.onStart(FIXTURE_CONFIG);
    const events = fixtureEvents(EPOCHS);
    for (const event of events) {
      await new Promise((resolve) => setTimeout(resolve, event.type === 'step' ? 150 : 20));
      this.#send([event]);
    }
    this.#end(null);
    return null;
  }

  async resumeRun(): Promise<null> {
    return this.train();
  }

  async pause(): Promise<void> {
    this.#send([{ type: 'phase', phase: 'paused', detail: '', done: 0, total: 0 }]);
  }

  async resume(): Promise<void> {
    this.#send([{ type: 'phase', phase: 'sampling', detail: '', done: 0, total: 0 }]);
  }

  async stop(): Promise<void> {
    this.#end(null);
  }

  async rollouts(step = EPOCHS): Promise<readonly RolloutRecord[]> {
    return fixtureRollouts(step);
  }

  async unfinishedRun(): Promise<RunSnapshot | null> {
    if (this.#scenario !== 'unfinished') return null;
    return { id: 'r1', config: FIXTURE_CONFIG, events: fixtureEvents(23), finished: false };
  }

  async discardRun(): Promise<void> {}

  #send(events: readonly RunEvent[]): void {
    for (const listener of this.#listeners) listener.onEvents(events);
  }

  #end(error: Error | null): void {
    for (const listener of this.#listeners) listener.onEnd(error);
  }
}
