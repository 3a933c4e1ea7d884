/** A trainer that isn't one: replays the made-up run at once, or a step every so often. */

import { parseConfig, type RunConfigInput } from '../../src/core/config.ts';
import type { StepDraft } from '../../src/core/draft.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../../src/core/measuring.ts';
import type { RolloutRecord, RunEvent } from '../../src/core/records.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../../src/core/samples.ts';
import type { Problem } from '../../src/core/types.ts';
import type {
  AuditReport,
  AuditRequest,
  BenchmarkProgress,
  BenchmarkReport,
  CompareRequest,
  DeviceInfo,
  Lesson,
  LessonRequest,
  LossComparison,
  LossOutcome,
  RunSnapshot,
  RunStart,
} from '../../src/trainer/api.ts';
import type { OnLaneEvents } from '../../src/ui/beside/beside-store.ts';
import type { RunClient, RunListener } from '../../src/ui/run-client.ts';
import { fixtureAudit, fixtureLesson } from './fixture-audit.ts';
import { fixtureBenchmark } from './fixture-benchmark.ts';
import { fixtureDraft } from './fixture-draft.ts';
import { fixtureMeasure } from './fixture-measure.ts';
import { FixtureModels } from './fixture-models.ts';
import { EPOCHS, FIXTURE_CONFIG, fixtureEvents, fixtureRollouts, phase } from './fixture-run.ts';
import { FIXTURE_SAMPLES, FIXTURE_SAMPLES_PROGRESS, fixtureSamplesReport } from './fixture-samples.ts';

export const SCENARIOS = [
  'empty',
  'loading',
  'measuring',
  'training',
  'paused',
  'stepping',
  'finished',
  'failed',
  'unfinished',
  'audited',
  'measured',
  'comparing',
  'compared',
  'settings',
  'alerted',
  'graded',
  'address',
  'recorded',
  'beside',
  'lecture',
  'editing',
  'history',
  'models',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const DEVICE: DeviceInfo = {
  engine: 'tfjs',
  backend: 'webgpu',
  adapter: 'Made-up GPU',
  parameters: 882_000,
  tokensPerSecond: 38_214,
  notes: ['webgpu (Made-up GPU) took 41 ms for a short step, wasm (WebAssembly SIMD · 2 workers) 160 ms: webgpu runs'],
};

const MEASURING = {
  type: 'phase',
  phase: 'evaluating',
  detail: 'before: phrasings',
  measuring: { when: 'before', set: 'phrasings' },
} as const;

const ALERTS: readonly RunEvent[] = [
  {
    name: 'dead-groups',
    step: 24,
    message:
      'step 24: 91 % of the groups got one reward each, mostly because all their programs pass: there is little left to learn here; harder problems would teach more',
  } as const,
  {
    name: 'entropy-collapsed',
    step: 29,
    message:
      'step 29: entropy fell to 0.048 nats from 0.451: the model writes almost the same program each time and explores no more; a lower step size, a higher ε_high or an entropy bonus keep it open',
  } as const,
].map((alert) => ({ type: 'alert', alert }));

interface Script {
  readonly events: readonly RunEvent[];
  /** How the run ended; absent while it goes on. */
  readonly end?: Error | null;
}

function scriptOf(scenario: Scenario): Script | null {
  switch (scenario) {
    case 'empty':
    case 'unfinished':
    case 'audited':
    case 'measured':
    case 'graded':
    case 'beside':
    case 'settings':
    case 'address':
    case 'history':
    case 'models':
    case 'editing':
    case 'recorded':
      return null;
    case 'loading':
      return { events: [phase('loading', 'Loading the model', 3, 8)] };
    case 'measuring':
      return { events: [{ ...MEASURING, done: 480, total: 1320 }] };
    case 'training':
      return { events: fixtureEvents(22) };
    case 'paused':
      return { events: fixtureEvents(9) };
    case 'stepping':
      return { events: fixtureEvents(8) };
    case 'finished':
    case 'lecture':
    case 'comparing':
    case 'compared':
      return { events: fixtureEvents(EPOCHS), end: null };
    case 'alerted':
      return { events: [...fixtureEvents(31), ...ALERTS] };
    case 'failed': {
      const message = 'A sandbox worker died and was replaced; its 8 programs were judged again.';
      const events: readonly RunEvent[] = [...fixtureEvents(14), { type: 'infra_error', message, fatal: false }];
      return { events, end: new Error('The graphics device was lost (driver reset).') };
    }
    default:
      return scenario satisfies never;
  }
}

function slower(event: RunEvent): RunEvent {
  if (event.type !== 'step') return event;
  const { metrics } = event.record;
  const pass = 0.8 * (metrics['train/pass@1'] ?? 0);
  return {
    ...event,
    record: { ...event.record, metrics: { ...metrics, 'train/pass@1': pass, kl: 2 * (metrics.kl ?? 0) } },
  };
}

export class FixtureClient extends FixtureModels implements RunClient {
  readonly #scenario: Scenario;
  readonly #listeners = new Set<RunListener>();
  #stopMeasuring: (() => void) | null = null;

  constructor(scenario: Scenario) {
    super();
    this.#scenario = scenario;
  }

  listen(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Brings the page into the scenario. */
  begin(): void {
    const script = scriptOf(this.#scenario);
    if (script === null) return;
    for (const listener of this.#listeners) listener.onStart(FIXTURE_CONFIG);
    this.send(script.events);
    if (script.end !== undefined) this.#end(script.end);
  }

  async prepare(_: unknown, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo> {
    if (this.#scenario !== 'loading') return DEVICE;
    const bytes = { done: 678_000, total: 1_808_000 };
    onEvents([{ type: 'phase', phase: 'loading', detail: 'Loading the model', loads: 'model', ...bytes }]);
    return new Promise(() => undefined);
  }

  async train(config: RunConfigInput = FIXTURE_CONFIG, _own?: readonly Problem[], _start?: RunStart): Promise<null> {
    for (const listener of this.#listeners) listener.onStart(parseConfig(config));
    const events = fixtureEvents(EPOCHS);
    for (const event of events) {
      await new Promise((resolve) => setTimeout(resolve, event.type === 'step' ? 150 : 20));
      this.send([event]);
    }
    this.#end(null);
    return null;
  }

  async resumeRun(): Promise<null> {
    return this.train();
  }

  async pause(): Promise<void> {}

  async resume(): Promise<void> {}

  async abandon(): Promise<void> {
    this.#end(null);
  }

  /** Waits at once: the made-up run has no parts. */
  async advance(): Promise<void> {
    if (this.#scenario === 'stepping') this.send([phase('paused', '', 8, EPOCHS)]);
  }

  async setPace(): Promise<void> {}

  async draft(): Promise<StepDraft | null> {
    return this.#scenario === 'stepping' ? fixtureDraft(9, 'judging') : null;
  }

  async stop(): Promise<void> {
    if (this.#stopMeasuring !== null) this.#stopMeasuring();
    else this.#end(null);
  }

  async rollouts(step = EPOCHS): Promise<readonly RolloutRecord[]> {
    return fixtureRollouts(step);
  }

  async unfinishedRun(): Promise<RunSnapshot | null> {
    if (this.#scenario !== 'unfinished') return null;
    return { id: 'r1', config: FIXTURE_CONFIG, events: fixtureEvents(23), finished: false };
  }

  async finishedRun(): Promise<RunSnapshot | null> {
    return null;
  }

  async audit(
    { reward, harness }: AuditRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<AuditReport> {
    onProgress(1, 1);
    return fixtureAudit(reward, harness);
  }

  async lesson({ harness }: LessonRequest): Promise<Lesson> {
    return fixtureLesson(harness);
  }

  /** A is the made-up run, B one that learns less of it. */
  async trainBeside(_: unknown, onEvents: OnLaneEvents): Promise<void> {
    onEvents('a', fixtureEvents(EPOCHS));
    onEvents('b', fixtureEvents(EPOCHS).map(slower));
  }

  async compare(_: CompareRequest | null = null): Promise<LossComparison> {
    const outcome = (moved: number, high: number): LossOutcome => ({
      ...{ rows: 96, loss: -0.0031, gradNorm: 0.71, kl: 0.14 },
      ...{ clipped: { no: 1500, high, low: 12 }, moved },
    });
    return {
      ...{ a: outcome(0.412, 31), b: outcome(0.398, 9), cosine: 0.941, apart: 0.139 },
      ...{ largestCoefficientDifference: 0.0021, decisionsApart: 22, turns: [] },
    };
  }

  async measure(
    request: MeasureRequest,
    onProgress: (progress: MeasureProgress) => void,
  ): Promise<MeasureReport | null> {
    onProgress({ model: 'Trained', set: 'phrasings', part: 'samples', temperature: 0.8, done: 5120, total: 7680 });
    if (this.#scenario !== 'comparing') return fixtureMeasure(request);
    return new Promise((resolve) => (this.#stopMeasuring = () => resolve(null)));
  }

  async benchmark(onProgress: (progress: BenchmarkProgress) => void): Promise<BenchmarkReport> {
    onProgress({ backend: 'wasm', done: 3, total: 9 });
    return fixtureBenchmark();
  }

  async readSamples(): Promise<SamplesSummary> {
    return FIXTURE_SAMPLES;
  }

  async gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport> {
    onProgress(FIXTURE_SAMPLES_PROGRESS);
    return fixtureSamplesReport();
  }

  async cancelSamples(): Promise<void> {}

  async samplesResults(): Promise<Blob> {
    return new Blob();
  }

  /** Events as the trainer would deliver them. */
  send(events: readonly RunEvent[]): void {
    for (const listener of this.#listeners) listener.onEvents(events);
  }

  #end(error: Error | null): void {
    for (const listener of this.#listeners) listener.onEnd(error);
  }
}
